/** @module api */
export type { AnswerOddity } from "./call";
export { createClient, type Attempt, type Client, type ClientOptions } from "./client";
export type { BodyOf, Endpoint, EndpointArgs, EndpointResult, PathParameters, QueryOf } from "./endpoint";
export { endpoints } from "./endpoints";
export type * from "./endpoints";
export { ApiError, isApiError, type ErrorKind } from "./errors";
export { assertNoUnreadable, noRecords, type RecordList, type UnreadableRecord } from "./lists";
export type { LogEntriesArgs, LogEntry } from "./logEntries";
export { idFault } from "./request";
export { addons, environments, forkStrategies, replicaSetStatuses, serviceStatuses, serviceTypes } from "./schemas";
