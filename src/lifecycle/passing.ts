import { ApiError } from "../api";

/** Whether a look that failed may well succeed a little later: no reason to give up waiting, which the deadline is. */
export const isPassing = (error: unknown): error is ApiError =>
    error instanceof ApiError &&
    (error.kind === "transport" || error.kind === "server" || error.kind === "rateLimited");
