// The entry of the provider process. The `__provider` string in every resource's state requires it and takes one export.
import type { dynamic } from "@pulumi/pulumi";
import { systemClock } from "../../shared/clock";
import { definitions, type ResourceName } from "../lifecycle";
import { adaptAll } from "./adapter";
import { engineAt } from "./engineConnection";
import { OtherProcesses } from "./otherProcesses";
import { ProviderRuntime } from "./providerRuntime";

const address = process.argv[2];
const { log, assertAlive } = engineAt(address);
const others = address === undefined ? undefined : new OtherProcesses(address, (text) => log.debug(undefined, text));

const providers: Readonly<Record<ResourceName, dynamic.ResourceProvider>> = adaptAll(
    definitions,
    new ProviderRuntime(systemClock, log, process.env, assertAlive, others),
);
export = providers;
