export type { Attempt } from "./attempt";
export { createClient, type Client, type ClientOptions } from "./client";
export {
    endpoints,
    type CredentialInfo,
    type Endpoint,
    type EndpointArgs,
    type EndpointName,
    type EndpointResult,
    type LogsPage,
    type PeeringRecord,
    type ProjectRecord,
    type ReplicaSetRecord,
    type ServiceRecord,
    type VpcRecord,
} from "./endpoints";
export { wordsOf, type ErrorKind } from "./errorKind";
export { ApiError, isApiError } from "./errors";
export { complete, unreadableIn, type UnreadableRecord } from "./lists";
export type { LogEntriesArgs, LogEntry } from "./logEntries";
export { idFault } from "./path";
export { addons, environments, forkStrategies, replicaSetStatuses, serviceStatuses, serviceTypes } from "./schemas";
