import { isApiError, type ApiError } from "../../api";

/** Whether a read that failed may succeed later: no reason to stop waiting before the deadline. */
export const isTransient = (error: unknown): error is ApiError =>
    isApiError(error, "transport", "server", "rateLimited", "unreadable");
