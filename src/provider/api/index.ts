/** @module api */
export type { AnswerOddity } from "./call";
export {
    createClient,
    type Client,
    type ClientOptions,
    type LogEntriesArgs,
    type LogEntry,
    type RequestAttempt,
    type RequestPause,
    type UnansweredRequest,
} from "./client";
export {
    assertNoUnreadable,
    camelize,
    noRecords,
    type BodyOf,
    type Endpoint,
    type EndpointArgs,
    type EndpointResult,
    type PathParameters,
    type QueryOf,
    type RecordList,
    type UnreadableRecord,
} from "./endpoint";
export { endpoints } from "./endpoints";
export type * from "./endpoints";
export { ApiError, isApiError, type ErrorKind } from "./errors";
export { idFault } from "./request";
export { addons, environments, forkStrategies, replicaSetStatuses, serviceStatuses, serviceTypes } from "./schemas";
