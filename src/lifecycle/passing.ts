import { ApiError } from "../api";
import { settleWindow } from "./schedule";

/** Whether a look that failed may well succeed a little later: no reason to give up waiting, which the deadline is. */
export const isPassing = (error: unknown): error is ApiError =>
    error instanceof ApiError &&
    (error.kind === "transport" || error.kind === "server" || error.kind === "rateLimited");

/**
 * Whether a refusal may be about a backup that is not there yet: a conflict, or one that speaks of a backup that is missing
 * or of something that is not ready.
 */
export function mayLackBackup({ kind, code = "", apiMessage = "" }: ApiError): boolean {
    if (kind === "conflict") return true;
    const words = `${code.replace(/[_-]/g, " ")} ${apiMessage}`.toLowerCase();
    const missing = /\b(no|not|none|without|until|need(s|ed)?|require[sd]?|missing|wait(ing)?)\b/.test(words);
    return kind === "invalid" && missing && /\b(backups?|snapshots?|ready|available yet|yet available)\b/.test(words);
}

/**
 * Whether a call may have been refused because the thing is paused: the refusal says so, or is a conflict without another
 * reason. One that says busy is only doubted when it does not pass, for nothing goes on where something is paused.
 */
export function mayNeedRunning({ kind, apiMessage = "", code = "" }: ApiError, refusedFor: number): boolean {
    if (kind !== "conflict" && kind !== "busy" && kind !== "invalid") return false;
    const said = /paused|suspended|stopped|(not|n't) running/i.test(`${code} ${apiMessage}`);
    return said || kind === "conflict" || (kind === "busy" && refusedFor >= settleWindow);
}
