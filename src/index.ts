export * from "./functions";
export type { CommonArgs, Endpoint } from "./resources/common";
export type { GetOptions } from "./resources/managed";
export { Peering, type PeeringArgs } from "./resources/peering";
export { ReadReplicaSet, type ReadReplicaSetArgs } from "./resources/readReplicaSet";
export { Service, type ForkedFrom, type ForkFrom, type ServiceArgs, type VpcEndpoint } from "./resources/service";
export { Vpc, type VpcArgs } from "./resources/vpc";
