// `pulumi-clouddb/native`: the same names for a program whose resources the native provider manages.
export * from "./program/functions/args";
export * from "./program/functions/identity";
export * from "./program/functions/peerings";
export * from "./program/functions/readReplicaSets";
export * from "./program/functions/services";
export * from "./program/functions/vpcs";
export * from "./program/resources/common";
export type { SslMode } from "./shared/connectionUrl";
export type { ConnectionStringArgs } from "./program/resources/connectionString";
export type { PeeringActivationArgs, PeeringArgs } from "./program/resources/peering";
export type { ReadReplicaSetArgs, ReadReplicaSetConnectionStringArgs } from "./program/resources/readReplicaSet";
export type {
    ForkFrom,
    ForkFromOutput,
    ForkFromPointInTime,
    ForkFromSnapshot,
    ForkedFrom,
    ForkParent,
    ServiceArgs,
    ServiceConnectionStringArgs,
    VpcEndpoint,
} from "./program/resources/service";
export type { VpcArgs } from "./program/resources/vpc";
export {
    Peering,
    PeeringActivation,
    Provider,
    ReadReplicaSet,
    Service,
    Vpc,
    type ProviderArgs,
    type ProviderProfile,
} from "./program/resources/native";
