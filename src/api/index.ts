export type { CallOptions } from "./call";
export { createClient, type Client, type ClientOptions } from "./client";
export { endpoints, type Endpoint, type EndpointArgs, type EndpointName, type EndpointResult } from "./endpoints";
export { wordsOf, type ErrorKind } from "./errorKind";
export { ApiError, isApiError } from "./errors";
export { complete, mapList, unreadableIn, type UnreadableRecord } from "./lists";
export type { LogEntriesArgs, LogEntry } from "./logEntries";
export type * from "./records";
export { addons, environments, forkStrategies, replicaSetStatuses, serviceStatuses, serviceTypes } from "./schemas";
