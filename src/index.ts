export type { Login } from "./components/arguments";
export * from "./components/previewFork";
export * from "./components/privateService";
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
export * from "./resources/common";
export type { ConnectionStringArgs, SslMode } from "./resources/connectionString";
export * from "./resources/peering";
export * from "./resources/readReplicaSet";
export * from "./resources/service";
export * from "./resources/vpc";
