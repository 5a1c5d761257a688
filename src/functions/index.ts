export type { FunctionOptions, FunctionOutputOptions, InputsOf, ProfileArgs, ProjectArgs } from "./args";
export * from "./getCallerIdentity";
export * from "./getProjects";
export * from "./getServiceLogs";
export type { LookupArgs } from "./lookup";
export * from "./peerings";
export {
    getReadReplicaSets,
    getReadReplicaSetsOutput,
    type GetReadReplicaSetsArgs,
    type ReadReplicaSetResult,
} from "./readReplicaSets";
export type { ServiceMetrics, ServiceResult, ServiceSecrets } from "./serviceResult";
export * from "./services";
export * from "./vpcs";
