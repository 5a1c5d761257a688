import type { serviceStatuses } from "../../../api/schemas";

export type ServiceStatus = (typeof serviceStatuses)[number];

/** The statuses in which a service and what it contains can be changed. */
export const running = ["READY", "UNSTABLE"] as const satisfies readonly ServiceStatus[];
export const settled = [...running, "PAUSED"] as const satisfies readonly ServiceStatus[];
