import { ApiError } from "../../api";
import { UserError, isKeyRefused, orApiError } from "../errors";
import { sameName } from "../spelling";
import type { OperationProgress } from "../task";
import { clockTolerance, nextSureLook, pollInterval, settleWindow } from "../wait/schedule";
import { hasNameArgument, idAndAge, mayComplete, type Attempt } from "./attempt";
import type { Candidate, Listing } from "./catalog";
import { matchOf } from "./createSpec";
import { adoptHint } from "./findExisting";
import { quoted } from "../../../shared/visible";

/** A create call that may have been carried out although it was not answered with success. */
export interface Search {
    /** The ids that were listed before the first call. */
    readonly listedBefore: ReadonlySet<string | undefined>;
    /** When the first call was sent, by the API's clock. */
    readonly since: number;
    /** For messages: what the last call was answered with. */
    readonly answer: string;
    /** Milliseconds for which to look: a list may lag. */
    readonly window: number;
    /** The API may accept the call without returning a record: the first match is it. Otherwise the window is waited out. */
    readonly responseMayBeEmpty: boolean;
}

/**
 * Finds what the calls so far have created: the one of that name that was not listed before, that its own GET shows, and that shows
 * everything that the call has asked for. Undefined when none appears within the window. After a lost answer it is waited out: somebody
 * else may create the same at that time, and a list may show that one first. One that shows something else belongs to somebody else,
 * and one that was created before the call is not it, even if the list before lacked it. One that is still being created is waited for.
 */
export async function findCreated(attempt: Attempt, task: OperationProgress, search: Search): Promise<unknown> {
    const { catalog } = attempt;
    const { answer, window, responseMayBeEmpty } = search;
    const startedAt = task.clock.now();
    for (;;) {
        const listing = await orApiError(catalog.now());
        const known = listing instanceof ApiError ? { candidates: [], unreadable: [] } : listing;
        const { matching, unclear, mayShowMore } = newRecords(attempt, search, known);
        if (matching.length > 1)
            throw new UserError(
                `The creation of ${attempt.spec.label} may have been carried out: ${answer}. Several may be it: ${matching.map(({ record }) => idAndAge(attempt, record)).join("; ")}. ` +
                    "Delete those you do not need, and `adopt` one.",
            );
        const now = task.clock.now();
        // The list under a new parent, such as a service's replica sets, may fail for a while.
        const patience = listing instanceof ApiError && !isKeyRefused(listing) ? settleWindow : window;
        const isOver = (now - startedAt >= patience && !mayShowMore) || now >= task.deadline;
        let reason = answer;
        const [found] = matching;
        if (found !== undefined && (isOver || responseMayBeEmpty)) {
            const record = await orApiError(attempt.readOwn(found.record));
            if (record instanceof ApiError) reason = `${answer}; ${record.message}`;
            else if (record !== undefined && matchOf(attempt.spec, record) === "same" && isFree(attempt, found.id)) {
                catalog.claim(found.id, attempt.key, attempt.creator.owner);
                return record;
            }
        }
        // Another resource of this process may have taken it during the GET: the next look tells.
        if (isOver && (found === undefined || isFree(attempt, found.id))) {
            if (listing instanceof ApiError)
                throw new UserError(
                    `The creation of ${attempt.spec.label} may have been carried out: ${answer}. Whether it exists cannot be seen: ${listing.message}. ${nextStep(attempt)}`,
                    { cause: listing },
                );
            const doubtful = [...matching.map(({ record }) => doubtfulOf(attempt, record)), ...unclear];
            if (doubtful.length > 0) throw unclearError(attempt, reason, doubtful);
            return undefined;
        }
        task.reportWait("looking for what a lost answer may have created", patience);
        const lasts = !responseMayBeEmpty && !mayShowMore && !isOver && !(listing instanceof ApiError);
        const end = Math.min(startedAt + patience, task.deadline);
        await task.clock.sleep(lasts ? Math.min(nextSureLook(now), end - now) : pollInterval(now - startedAt));
    }
}

/** Whether no other resource of this process has created or found it. */
const isFree = ({ catalog, creator }: Attempt, id: string): boolean =>
    [undefined, creator.owner].includes(catalog.ownerOf(id));

/** What may be the new resource, for messages. */
export interface Doubtful {
    /** As `adopt` takes it; undefined where the record shows none. */
    readonly id: string | undefined;
    readonly text: string;
}

export const doubtfulOf = (attempt: Attempt, record: unknown): Doubtful => ({
    id: attempt.idOf(record),
    text: idAndAge(attempt, record),
});

interface NewRecords {
    readonly matching: readonly Candidate[];
    /** Records that do not show enough to compare them, or are older than the call. */
    readonly unclear: readonly Doubtful[];
    /** One of them is still being created, and so may not show all of it yet. */
    readonly mayShowMore: boolean;
}

type Known = Pick<Search, "listedBefore" | "since">;

const isOlder = (attempt: Attempt, record: unknown, { since }: Known): boolean =>
    (attempt.spec.recognition.createdAt?.(record) ?? since) < since - clockTolerance;

/** Says that the record in the answer to a create call is not what the call has created; undefined where nothing contradicts that. */
export function contradictionIn(attempt: Attempt, record: unknown, known: Known) {
    const id = attempt.definition.recordId(record);
    const name = attempt.spec.recognition.nameOf(record);
    const isNew = !known.listedBefore.has(id) && isFree(attempt, id);
    // Without the argument, the name stands for arguments that the API may write its own way.
    const isCalledSo = !hasNameArgument(attempt) || name === undefined || sameName(attempt.spec.name, name);
    const reasons: readonly (readonly [contradicts: boolean, reason: string])[] = [
        [!isNew, "was there before"],
        [!isCalledSo, `is called ${quoted(name)}`],
        [isOlder(attempt, record, known), "is older than the call"],
        [matchOf(attempt.spec, record) === "different", "is not what was asked for"],
    ];
    const reason = reasons.find(([contradicts]) => contradicts)?.[1];
    if (reason === undefined) return undefined;
    return { told: `answered with ${idAndAge(attempt, record)}, which ${reason}`, mayBeIt: isNew, isCalledSo };
}

/** The records of that name that were not listed before, and that no other resource of this process has created. */
export function newRecords(attempt: Attempt, known: Known, { candidates, unreadable }: Listing): NewRecords {
    const { listedBefore } = known;
    const unowned = candidates.filter(
        ({ id, name }) =>
            (name === undefined || sameName(attempt.spec.name, name)) && !listedBefore.has(id) && isFree(attempt, id),
    );
    const unread = unreadable.filter(
        ({ id, name }) => !listedBefore.has(id) && (name === undefined || sameName(attempt.spec.name, name)),
    );
    const similar = unowned.filter(({ record }) => matchOf(attempt.spec, record) !== "different");
    const isIt = ({ name, record }: Candidate) =>
        name !== undefined && !isOlder(attempt, record, known) && matchOf(attempt.spec, record) === "same";
    return {
        matching: similar.filter(isIt),
        mayShowMore: similar.some(({ record }) => mayComplete(attempt, record)),
        unclear: [
            ...similar.filter((one) => !isIt(one)).map(({ record }) => doubtfulOf(attempt, record)),
            ...unread.map(({ id }) => {
                const own = id === undefined ? undefined : attempt.idFrom(id);
                return { id: own, text: own ?? "one without an id" };
            }),
        ],
    };
}

const nextStep = ({ onConflict }: Attempt) =>
    onConflict === "ignore"
        ? "Look for it before the next `pulumi up`, which creates another."
        : "The next `pulumi up` looks for it before it creates another.";

/** @param isCalledSo - whether the next `up` finds it by its name. */
export function unclearError(
    attempt: Attempt,
    answer: string,
    doubtful: readonly Doubtful[],
    isCalledSo = true,
): UserError {
    const next = isCalledSo
        ? nextStep(attempt)
        : "Adopt or delete it before the next `pulumi up`, which does not find it by its name, and creates another.";
    const ids = doubtful.flatMap(({ id }) => id ?? []);
    const hint = ids.length === 0 ? "" : ` If it is: ${adoptHint(ids)}.`;
    const isTold = answer.includes(`answered with ${ids.join()},`);
    const them = isTold ? "It" : doubtful.map(({ text }) => text).join("; ");
    return new UserError(
        `The creation of ${attempt.spec.label} may have been carried out: ${answer}. ${them} may be it, but what the API shows does not prove it. ` +
            `If it is not, the API does not list it so far.${hint} ${next}`,
    );
}

/** A server may fail after it has done the work, and its list may lag. */
export const uncertainError = (attempt: Attempt, answer: string, cause?: ApiError) =>
    new UserError(
        `${answer}. The ${attempt.spec.label} is not listed so far, but may exist all the same. ${nextStep(attempt)}`,
        { cause },
    );

export const notListedError = (attempt: Attempt) =>
    new UserError(
        `The API accepted the creation of ${attempt.spec.label}, but does not list it so far. ${nextStep(attempt)}`,
    );
