import { ApiError, wordsOf as wordsIn } from "../api";
import { settleWindow } from "./wait/schedule";

// What a refusal says, in an API whose words are not known. A wrong guess must be cheap: a text only ever buys patience, and the
// firmer the status, the more of it.

/** The words of its code and message, without those that it quotes: they are somebody's names. */
const wordsOf = ({ code = "", apiMessage = "" }: ApiError): string => wordsIn(`${code} ${apiMessage}`).trim();

/** Whether the server itself says that it is only a matter of time: too many requests, or out of service for a while. */
export const maySucceedLater = ({ kind, status }: ApiError): boolean => kind === "rateLimited" || status === 503;

/** Whether a limit is reached: no time will pass it. */
export const isLimitReached = (refusal: ApiError): boolean =>
    /\b(quota|limits?|at most|maximum|max|exceed(s|ed)?|too many)\b/.test(wordsOf(refusal));

/** Whether the API could have done it at another moment. */
export const isRefusal = ({ kind }: ApiError): boolean => kind === "conflict" || kind === "busy";

/** Whether a refusal says that something goes on, which has an end; one that only says "try again later" may say so for ever. */
export const isOperationInProgress = (refusal: ApiError): boolean =>
    refusal.kind === "busy" &&
    (refusal.status === 423 || /\b(busy|locked|in ?progress|operation)\b/.test(wordsOf(refusal)));

/** Whether a refusal to delete is about something that holds on to the thing, and not about the thing itself. A conflict without a word may be. */
export function isInUse(refusal: ApiError): boolean {
    const words = wordsOf(refusal);
    if (words === "") return refusal.kind === "conflict";
    const holds = /\bin use\b|depend|attached|peer|replica|child|\bstill (has|have)\b/;
    return holds.test(words) && !isDeletionProtected(refusal);
}

/** Whether a refusal to delete is about what the thing contains, or says nothing: not about forks, maintenance or backups. */
export function mayConcernContents(refusal: ApiError): boolean {
    const words = wordsOf(refusal);
    return words === "" || !/\b(forks?|forked|maintenance|backups?|snapshots?)\b/.test(words);
}

/** A protection is there to stay: waiting would be in vain. */
export const isDeletionProtected = (refusal: ApiError): boolean => /\bprotect/.test(wordsOf(refusal));

/** Whether a refusal may be about a backup that is not there yet: a conflict, or words that say so. */
export function mayLackBackup(refusal: ApiError): boolean {
    if (isLimitReached(refusal)) return false;
    if (refusal.kind === "conflict") return true;
    const words = wordsOf(refusal);
    const missing = /\b(no|not|none|without|until|need(s|ed)?|require[sd]?|missing|wait(ing)?)\b/.test(words);
    const subject = /\b(backups?|snapshots?|ready|available yet|yet available)\b/.test(words);
    return refusal.kind === "invalid" && missing && subject && !/\btarget time\b/.test(words);
}

/**
 * Whether a call may have been refused because the thing is paused: the refusal says so, or is a conflict, which is one with the
 * state that it is in. One that says busy is only doubted when it does not pass, for nothing goes on where something is paused.
 */
export function mayNeedRunning(refusal: ApiError, refusedFor: number): boolean {
    const { kind } = refusal;
    if (kind !== "conflict" && kind !== "busy" && kind !== "invalid") return false;
    if (/\b(paused|suspended|stopped|not running|isn t running|needs? running)\b/.test(wordsOf(refusal))) return true;
    return kind === "conflict" || (kind === "busy" && refusedFor >= settleWindow);
}

/** Why the API does not do something now; its result when it does. Any other error is thrown. */
export async function refusalOf<Result>(work: () => Promise<Result>): Promise<ApiError | Result> {
    try {
        return await work();
    } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (isRefusal(error) || maySucceedLater(error) || (error.kind === "invalid" && isInUse(error))) return error;
        throw error;
    }
}
