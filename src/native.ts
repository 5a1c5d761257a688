// `pulumi-clouddb/native`: the same names for a program whose resources the native provider manages.
export type { Login } from "./program/components/arguments";
export { PreviewFork, PrivateService } from "./program/components/native";
export {
    expiredPreviewForks,
    type ExpiredPreviewFork,
    type ExpiredPreviewForksArgs,
    type PreviewForkArgs,
    type PreviewForkCommonArgs,
    type PreviewForkExpiry,
    type PreviewForkSnapshot,
    type PreviewForkTtl,
} from "./program/components/previewFork";
export type {
    PrivateServiceArgs,
    PrivateServiceCommonArgs,
    PrivateServiceInExistingVpcArgs,
    PrivateServiceInNewVpcArgs,
    PrivateServicePeering,
} from "./program/components/privateService";
export * from "./program/functions/args";
export type {
    ApiKeyInfo,
    CallerIdentity,
    GetCallerIdentityArgs,
    GetProjectsArgs,
    ProjectResult,
    User,
} from "./program/functions/identity";
export * from "./program/functions/native";
export type { GetPeeringArgs, GetPeeringsArgs, PeeringResult } from "./program/functions/peerings";
export type {
    GetReadReplicaSetArgs,
    GetReadReplicaSetByIdArgs,
    GetReadReplicaSetByNameArgs,
    GetReadReplicaSetsArgs,
    ReadReplicaSetResult,
} from "./program/functions/readReplicaSets";
export type {
    GetServiceArgs,
    GetServiceLogsArgs,
    GetServicesArgs,
    LogEntry,
    ServiceMetrics,
    ServiceResult,
    ServiceSecrets,
} from "./program/functions/services";
export type { GetVpcArgs, GetVpcsArgs, VpcResult } from "./program/functions/vpcs";
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
