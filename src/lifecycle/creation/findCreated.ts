import { ApiError } from "../../api";
import { UserError } from "../errors";
import { isKeyRefused, orApiError } from "../refusal";
import { sameName } from "../spelling";
import type { OperationProgress } from "../task";
import { pollInterval, settleWindow } from "../wait/schedule";
import { matchOf, type CreateSpec, type Candidate, type Listing } from "./createSpec";
import { clockTolerance, describe, type Claim } from "./findExisting";

/** A create call that may have been carried out although it was not answered with success. */
export interface Attempts {
    /** The ids that were listed before the first call. */
    readonly listedBefore: ReadonlySet<string | undefined>;
    /** When the first call was sent, by the API's clock. */
    readonly since: number;
    /** For messages: what the last call was answered with. */
    readonly answer: string;
    /** Milliseconds for which to look: a list may lag. */
    readonly window: number;
    /** The API answers such a call without a record: the first one that appears is it. Otherwise the window is waited out. */
    readonly isUsual: boolean;
}

/**
 * Finds what the calls so far have created: the one of that name that was not listed before, that its own GET shows, and that shows
 * everything that the call has asked for. Undefined when none appears within the window. After a lost answer it is waited out: somebody
 * else may create the same at that time, and a list may show that one first. One that shows something else belongs to somebody else,
 * and one that was created before the call is not it, even if the list before lacked it.
 */
export async function findCreated(
    spec: CreateSpec,
    task: OperationProgress,
    claim: Claim,
    attempts: Attempts,
): Promise<unknown> {
    const { answer, window, isUsual } = attempts;
    const startedAt = task.clock.now();
    for (;;) {
        const listing = await orApiError(spec.inventory.now());
        const known = listing instanceof ApiError ? { candidates: [], unreadable: [] } : listing;
        const { matching, unclear } = newRecords(spec, claim, attempts, known);
        if (matching.length > 1) throw severalError(spec, answer, matching, claim);
        const now = task.clock.now();
        // What has just been created may have a list that comes and goes, such as that of a service's replica sets.
        const patience = listing instanceof ApiError && !isKeyRefused(listing) ? settleWindow : window;
        const isOver = now - startedAt >= patience || now >= task.deadline;
        let reason = answer;
        const [found] = matching;
        if (found !== undefined && (isOver || isUsual)) {
            const record = await orApiError(claim.readOwn(found.record));
            if (record instanceof ApiError) reason = `${answer}; ${record.message}`;
            else if (record !== undefined && matchOf(spec, record) === "same") {
                spec.inventory.claim(found.id, spec.key, claim.owner);
                return record;
            }
        }
        if (isOver) {
            if (listing instanceof ApiError) throw notVisibleError(spec, answer, listing, claim);
            const doubtful = [...matching.map((one) => describe(spec, one.record, claim)), ...unclear];
            if (doubtful.length > 0) throw unclearError(spec, reason, doubtful, claim);
            return undefined;
        }
        task.report("looking for what a lost answer may have created", undefined);
        await task.clock.sleep(pollInterval(now - startedAt));
    }
}

interface NewRecords {
    readonly matching: readonly Candidate<unknown>[];
    /** Records that do not show enough to compare them, or are older than the call. */
    readonly unclear: readonly string[];
}

/** The records of that name that were not listed before, and that no other resource of this process has created. */
export function newRecords(
    spec: CreateSpec,
    claim: Claim,
    { listedBefore, since }: Pick<Attempts, "listedBefore" | "since">,
    { candidates, unreadable }: Listing<unknown>,
): NewRecords {
    const unowned = candidates.filter(
        ({ id, name }) =>
            sameName(spec.name, name) &&
            !listedBefore.has(id) &&
            [undefined, claim.owner].includes(spec.inventory.ownerOf(id)),
    );
    const unread = unreadable.filter(
        ({ id, name }) => !listedBefore.has(id) && (name === undefined || sameName(spec.name, name)),
    );
    const isOlder = ({ record }: Candidate<unknown>) => (spec.createdAt?.(record) ?? since) < since - clockTolerance;
    const similar = unowned.filter(({ record }) => matchOf(spec, record) !== "different");
    const isIt = (one: Candidate<unknown>) => !isOlder(one) && matchOf(spec, one.record) === "same";
    return {
        matching: similar.filter(isIt),
        unclear: [
            ...similar.filter((one) => !isIt(one)).map(({ record }) => describe(spec, record, claim)),
            ...unread.map(({ id }) => id ?? "one without an id"),
        ],
    };
}

const nextStep = ({ onConflict }: Claim) =>
    onConflict === "ignore"
        ? "Look for it before the next `pulumi up`, which creates another."
        : "The next `pulumi up` looks for it before it creates another.";

const severalError = (spec: CreateSpec, answer: string, found: readonly Candidate<unknown>[], claim: Claim) =>
    new UserError(
        `The creation of ${spec.label} may have been carried out: ${answer}. Several may be it: ` +
            `${found.map(({ record }) => describe(spec, record, claim)).join("; ")}. Delete those you do not need, and \`adopt\` one.`,
    );

const unclearError = ({ label }: CreateSpec, answer: string, doubtful: readonly string[], claim: Claim) =>
    new UserError(
        `The creation of ${label} may have been carried out: ${answer}. ${doubtful.join("; ")} may be it, but what the API shows does not prove it. If it is not, ` +
            `the API does not list it so far. If it is: \`adopt: "${doubtful[0]?.split(",")[0] ?? ""}"\`. ${nextStep(claim)}`,
    );

const notVisibleError = ({ label }: CreateSpec, answer: string, cause: ApiError, claim: Claim) =>
    new UserError(
        `The creation of ${label} may have been carried out: ${answer}. Whether it exists cannot be seen: ${cause.message}. ${nextStep(claim)}`,
        { cause },
    );

/** A server may fail after it has done the work, and its list may lag. */
export const uncertainError = ({ label }: CreateSpec, error: ApiError, claim: Claim) =>
    new UserError(
        `${error.message}. The ${label} is not listed so far, but may exist all the same. ${nextStep(claim)}`,
        { cause: error },
    );

export const notListedError = ({ label }: CreateSpec, claim: Claim) =>
    new UserError(`The API accepted the creation of ${label}, but does not list it so far. ${nextStep(claim)}`);
