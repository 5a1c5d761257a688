import { AsyncLocalStorage } from "node:async_hooks";

/** The URN of the resource that the current operation works on, so that its requests are logged for that resource. */
export const currentResource = new AsyncLocalStorage<string | undefined>();
