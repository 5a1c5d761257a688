import type { AnyDefinition } from "../definition";
import { peeringDefinition, peeringActivationDefinition } from "./peering";
import { readReplicaSetDefinition } from "./readReplicaSet";
import { serviceDefinition } from "./service/service";
import { vpcDefinition } from "./vpc";

/** Every resource of the package, by the name under which the provider exports it. Parents come before their children. */
export const definitions = {
    vpc: vpcDefinition,
    peering: peeringDefinition,
    peeringActivation: peeringActivationDefinition,
    service: serviceDefinition,
    readReplicaSet: readReplicaSetDefinition,
};

/** The arguments and outputs of all resources that hold a secret. */
export const secretProperties: ReadonlySet<string> = new Set(
    Object.values<AnyDefinition>(definitions).flatMap(({ secrets = [] }) => secrets),
);

export type ResourceName = keyof typeof definitions;
