// What the provider's process loads: the state of every resource holds a constant string that requires this entry and
// takes one of its exports.
import type { dynamic } from "@pulumi/pulumi";
import { systemClock } from "../clock";
import {
    peeringActivationDefinition,
    peeringDefinition,
    readReplicaSetDefinition,
    serviceDefinition,
    vpcDefinition,
} from "../lifecycle";
import { adapt } from "./adapter";
import { engineAt } from "./engine";
import { Runtime } from "./runtime";

const { log, assertThere } = engineAt(process.argv[2]);
const runtime = new Runtime(systemClock, log, process.env, assertThere);

export const vpc: dynamic.ResourceProvider = adapt(vpcDefinition, runtime);
export const peering: dynamic.ResourceProvider = adapt(peeringDefinition, runtime);
export const peeringActivation: dynamic.ResourceProvider = adapt(peeringActivationDefinition, runtime);
export const service: dynamic.ResourceProvider = adapt(serviceDefinition, runtime);
export const readReplicaSet: dynamic.ResourceProvider = adapt(readReplicaSetDefinition, runtime);
