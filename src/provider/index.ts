// What the provider's process loads: the state of every resource holds a constant string that requires this entry and
// takes one of its exports.
import type { dynamic } from "@pulumi/pulumi";
import { systemClock } from "../clock";
import { peeringActivationKind, peeringKind, readReplicaSetKind, serviceKind, vpcKind } from "../lifecycle";
import { adapt } from "./adapter";
import { engineAt } from "./engine";
import { Runtime } from "./runtime";

const { log, assertThere } = engineAt(process.argv[2]);
const runtime = new Runtime(systemClock, log, process.env, assertThere);

export const vpc: dynamic.ResourceProvider = adapt(vpcKind, runtime);
export const peering: dynamic.ResourceProvider = adapt(peeringKind, runtime);
export const peeringActivation: dynamic.ResourceProvider = adapt(peeringActivationKind, runtime);
export const service: dynamic.ResourceProvider = adapt(serviceKind, runtime);
export const readReplicaSet: dynamic.ResourceProvider = adapt(readReplicaSetKind, runtime);
