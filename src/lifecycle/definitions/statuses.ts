import type { replicaSetStatuses, serviceStatuses } from "../../api";
import type { Condition } from "../observation";

// Exhaustive over the contract's words: a new one does not compile until it is classified.
const services: Record<(typeof serviceStatuses)[number], Condition> = {
    QUEUED: "busy",
    CONFIGURING: "busy",
    RESUMING: "busy",
    PAUSING: "busy",
    UPGRADING: "busy",
    OPTIMIZING: "busy",
    DELETING: "busy",
    READY: "settled",
    PAUSED: "settled",
    UNSTABLE: "unstable",
    DELETED: "gone",
};

const replicaSets: Record<(typeof replicaSetStatuses)[number], Condition> = {
    creating: "busy",
    resizing: "busy",
    deleting: "busy",
    active: "settled",
    error: "failed",
};

/** A status that is not in the table is busy: waiting on is harmless, and the progress line names it. */
const classify = (table: Readonly<Record<string, Condition>>, status: string): Condition => table[status] ?? "busy";

/**
 * The words of a peering's status are any. Those that say it will come to nothing are known from the clouds that peer;
 * every other one may lead to an active peering yet.
 */
export function peeringCondition(status = ""): Condition {
    if (/^deleted$/i.test(status)) return "gone";
    if (/^deleting$/i.test(status)) return "busy";
    return /fail|reject|expired|error/i.test(status) ? "failed" : "settled";
}

export const serviceCondition = (status: string): Condition => classify(services, status);
/** Whether a service is about to go, or gone: its name may be another one's already. */
export const isLeaving = (status: string): boolean => status === "DELETING" || serviceCondition(status) === "gone";
export const replicaSetCondition = (status: string): Condition => classify(replicaSets, status);
