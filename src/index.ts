export type { Login } from "./components/arguments";
export {
    expiredPreviewForks,
    PreviewFork,
    type ExpiredPreviewFork,
    type ExpiredPreviewForksArgs,
    type PreviewForkArgs,
} from "./components/previewFork";
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
export {
    withProfile,
    type Addon,
    type CommonArgs,
    type Endpoint,
    type Environment,
    type ForkStrategy,
    type LookupState,
} from "./resources/common";
export type { ConnectionStringArgs, SslMode } from "./resources/connectionString";
export { Peering, PeeringActivation, type PeeringActivationArgs, type PeeringArgs } from "./resources/peering";
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
