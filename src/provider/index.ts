// What the provider's process loads: the state of every resource holds a constant string that requires this entry and
// takes one of its exports.
import type { dynamic } from "@pulumi/pulumi";
import { systemClock } from "../clock";
import { definitions, type ResourceName } from "../lifecycle";
import { adaptAll } from "./adapter";
import { engineAt } from "./engine";
import { Runtime } from "./runtime";

const { log, assertThere } = engineAt(process.argv[2]);
const providers: Readonly<Record<ResourceName, dynamic.ResourceProvider>> = adaptAll(
    definitions,
    new Runtime(systemClock, log, process.env, assertThere),
);

export = providers;
