export * from "./functions";
export type { CommonArgs, Endpoint } from "./resources/common";
export type { ConnectionStringArgs } from "./resources/connectionString";
export type { SslMode } from "./resources/connectionUrl";
export type { GetOptions } from "./resources/managed";
export { Peering, type PeeringArgs } from "./resources/peering";
export { PeeringActivation, type PeeringActivationArgs } from "./resources/peeringActivation";
export {
    ReadReplicaSet,
    type ReadReplicaSetArgs,
    type ReadReplicaSetConnectionStringArgs,
} from "./resources/readReplicaSet";
export {
    Service,
    type ForkedFrom,
    type ForkFrom,
    type ServiceArgs,
    type ServiceConnectionStringArgs,
    type VpcEndpoint,
} from "./resources/service";
export { Vpc, type VpcArgs } from "./resources/vpc";
export { withProfile } from "./resources/withProfile";
