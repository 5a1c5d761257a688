import type { Timeouts } from "../definition";

const minute = 60_000;

/** Creating, resizing and forking take longer the more data there is. */
export const serviceTimeouts: Timeouts = { create: 45 * minute, update: 45 * minute, delete: 20 * minute };
export const networkTimeouts: Timeouts = { create: 10 * minute, update: 10 * minute, delete: 10 * minute };
