export {
    expiredPreviewForks,
    type ExpiredPreviewFork,
    type ExpiredPreviewForksArgs,
} from "./components/expiredPreviewForks";
export type { Login } from "./components/login";
export { PreviewFork, type PreviewForkArgs } from "./components/previewFork";
export { PrivateService, type PrivateServiceArgs, type PrivateServicePeering } from "./components/privateService";
export type {
    FunctionOptions,
    FunctionOutputOptions,
    InputsOf,
    LookupArgs,
    ProfileArgs,
    ProjectArgs,
} from "./functions/args";
export * from "./functions/identity";
export * from "./functions/serviceLogs";
export * from "./functions/peerings";
export {
    getReadReplicaSet,
    getReadReplicaSetOutput,
    getReadReplicaSets,
    getReadReplicaSetsOutput,
    type GetReadReplicaSetArgs,
    type GetReadReplicaSetsArgs,
    type ReadReplicaSetResult,
} from "./functions/readReplicaSets";
export * from "./functions/services";
export * from "./functions/vpcs";
export type { Addon, CommonArgs, Endpoint, Environment, ForkStrategy, LookupState } from "./resources/common";
export type { ConnectionStringArgs } from "./resources/connectionString";
export type { SslMode } from "./resources/connectionUrl";
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
