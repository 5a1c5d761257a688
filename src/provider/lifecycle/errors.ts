import { ApiError, isApiError } from "../api";
import { settleWindow } from "./wait/schedule";

/** An error for the user: a sentence that says what is wrong and, where possible, what to do. */
export class UserError extends Error {
    override readonly name = "UserError";
}

/** @throws UserError - with the first of the problems of arguments. */
export function assertNoProblem([first]: readonly { readonly property: string; readonly reason: string }[]): void {
    if (first !== undefined) throw new UserError(`${first.property}: ${first.reason}`);
}

export const asError = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)));

// What a refusal means. The contract defines no error codes, so this also reads words. A wrong guess must be cheap: words only ever
// decide how long a call is retried.

/** Whether the server asks to try again later: 429 or 503. */
export const maySucceedLater = ({ kind, status }: ApiError): boolean => kind === "rateLimited" || status === 503;

/** Whether a read that failed may succeed later: no reason to stop waiting before the deadline. */
export const isTransient = (error: unknown): error is ApiError =>
    isApiError(error, "transport", "server", "rateLimited", "unreadable") ||
    // A 404 that is not the API's own.
    (isApiError(error, "notFound") && !error.structured);

/** Whether the call may have been carried out although it failed. */
export const isAmbiguous = (error: ApiError): boolean =>
    error.outcomeUnknown || error.kind === "server" || error.kind === "rateLimited";

/** Whether a quota is reached: retrying does not help. */
export const isLimitReached = (refusal: ApiError): boolean =>
    refusal.says(/\b(quota|limits?|at most|maximum|max|exceed(s|ed)?|too many)\b/);

/** Whether the call may be accepted in another state of the resource: a conflict, or busy. */
export const isRefusal = ({ kind }: ApiError): boolean => kind === "conflict" || kind === "busy";

/** Whether an operation in progress is the reason, which ends by itself. "Try again later" alone may never end. */
export const isOperationInProgress = (refusal: ApiError): boolean =>
    refusal.kind === "busy" && (refusal.status === 423 || refusal.says(/\b(busy|locked|in ?progress|operation)\b/));

/** Whether a delete is refused by a protection: retrying does not help. */
export const isDeletionProtected = (refusal: ApiError): boolean => refusal.says(/\bprotect/);

/** Whether the API key is refused; the error says what to do. */
export const isKeyRefused = ({ kind }: ApiError): boolean => kind === "unauthorised" || kind === "forbidden";

/** Whether a create may be refused because the parent has no backup yet: a conflict, or words that say so. */
export function mayLackBackup(refusal: ApiError): boolean {
    if (isLimitReached(refusal)) return false;
    if (refusal.kind === "conflict") return true;
    const missing = refusal.says(/\b(no|not|none|without|until|need(s|ed)?|require[sd]?|missing|wait(ing)?)\b/);
    const subject = refusal.says(/\b(backups?|snapshots?|ready|available yet|yet available)\b/);
    return refusal.kind === "invalid" && missing && subject && !refusal.says(/\btarget time\b/);
}

/**
 * Whether a call may be refused because the service is paused. Busy counts only after the settle window, since no operation can be in
 * progress on a paused service.
 *
 * @param refusedFor - milliseconds since the first refusal.
 */
export const mayNeedRunning = ({ kind }: ApiError, refusedFor: number): boolean =>
    kind === "conflict" || kind === "invalid" || (kind === "busy" && refusedFor >= settleWindow);

/** Why a refused call will be refused again, as far as the API can be read. */
export async function obstacleOf(
    source: { obstacle?(to?: "removal"): Promise<string | undefined> },
    to?: "removal",
): Promise<string | undefined> {
    const answer = await orApiError(Promise.resolve(source.obstacle?.(to)));
    return answer instanceof ApiError ? undefined : answer;
}

/** The result, or the error of the API. */
export const orApiError = <Result>(call: Promise<Result>): Promise<Result | ApiError> =>
    call.catch((error: unknown) => {
        if (error instanceof ApiError) return error;
        throw error;
    });
