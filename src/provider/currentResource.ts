import { AsyncLocalStorage } from "node:async_hooks";

/** The URN of the resource that the running operation is about: requests and their logs belong to it. */
export const currentResource = new AsyncLocalStorage<string | undefined>();
