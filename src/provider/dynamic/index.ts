// The entry of the provider process. The `__provider` string in every resource's state requires it and takes one export.
import type { dynamic } from "@pulumi/pulumi";
import { systemClock } from "../../shared/clock";
import { definitions, type ResourceName } from "../lifecycle";
import { adaptAll } from "./adapter";
import { runtimeOfProcess } from "./providerRuntime";

const providers: Readonly<Record<ResourceName, dynamic.ResourceProvider>> = adaptAll(
    definitions,
    runtimeOfProcess(systemClock),
);
export = providers;
