import type { ServiceRecord } from "../../../api";
import { conditionOf } from "../condition";

export const serviceCondition = conditionOf<ServiceRecord["status"]>({
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
});

/** Whether a service is being deleted, or is: its name may be in use by another one. */
export const isLeaving = (status: string): boolean => status === "DELETING" || serviceCondition(status) === "gone";
