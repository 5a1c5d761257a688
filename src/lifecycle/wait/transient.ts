import { isApiError, type ApiError } from "../../api";

/** Whether a look that failed may well succeed a little later: no reason to give up waiting, which the deadline is. */
export const isTransient = (error: unknown): error is ApiError =>
    isApiError(error, "transport", "server", "rateLimited", "unreadable");
