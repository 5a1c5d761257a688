import type { serviceStatuses } from "../../../api";
import type { Condition } from "../../observation";
import { classify } from "../classify";

// Exhaustive over the contract: a new status does not compile until it is classified.
const conditions: Record<(typeof serviceStatuses)[number], Condition> = {
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

export const serviceCondition = (status: string): Condition => classify(conditions, status);

/** Whether a service is being deleted, or is: its name may be in use by another one. */
export const isLeaving = (status: string): boolean => status === "DELETING" || serviceCondition(status) === "gone";
