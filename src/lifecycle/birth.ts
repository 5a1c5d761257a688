import { ApiError } from "../api";
import { UserError } from "./failure";
import { isPassing } from "./passing";
import { isFirmlyBusy, mayLackBackup } from "./refusal";
import type { Candidate, Roster } from "./roster";
import { pollInterval, retryInterval, settleWindow } from "./schedule";
import type { Effect } from "./step";
import type { Task } from "./task";
import { idsOf, rivalry, soleTwin, type Claim, type Wanted } from "./twin";

/** How one thing of a kind comes into the world. */
export interface Birth<Observed, Record> extends Wanted<Record> {
    /** While it goes on, and in errors: `creating`. */
    readonly doing: string;
    /** The call that makes it; no record where the API answers with nothing. */
    make(): Promise<Record | undefined>;
    idIn(record: Record): string;
    /** What the record shows once the creation is done. */
    readonly effect: Effect<Observed>;
    /** What only the answer of the create tells. */
    learned(record: Record): Partial<Observed>;
    /** A refusal that may be for want of a backup passes in time, however long: a new parent has none yet. */
    readonly refusedForAWhile: boolean;
}

export interface Born<Record> {
    readonly record: Record;
    /** It was there already, and is taken over. */
    readonly adopted: boolean;
}

/** How often a create whose answer was lost, and which did not happen, is made in all. */
const attempts = 3;

/**
 * Makes the thing exactly once. Before: whoever bears the name already is an error, or is taken over. After: a create whose
 * answer was lost may have happened, so the one that was not there before is looked for; only when none appears within the
 * settle window is it made again.
 */
export async function beget<Observed, Record>(
    birth: Birth<Observed, Record>,
    task: Task,
    claim: Claim<Record>,
): Promise<Born<Record>> {
    const { name, roster } = birth;
    const { owner, onConflict } = claim;
    const rival = roster.reserve(name, owner);
    if (rival !== undefined && onConflict !== "ignore") throw rivalry(birth, rival, claim);
    try {
        const before = await roster.known(name);
        const twin = onConflict === "ignore" ? undefined : soleTwin(birth, before, claim);
        const record = twin?.record ?? (await make(birth, task, claim, new Set(before.map(({ id }) => id))));
        roster.claim(birth.idIn(record), name, owner);
        return { record, adopted: twin !== undefined };
    } finally {
        roster.release(name, owner);
    }
}

async function make<Observed, Record>(
    birth: Birth<Observed, Record>,
    task: Task,
    claim: Claim<Record>,
    before: ReadonlySet<string>,
): Promise<Record> {
    const isOurs = ({ id, name }: Candidate<Record>) =>
        name === birth.name && !before.has(id) && [undefined, claim.owner].includes(birth.roster.ownerOf(id));
    const startedAt = task.clock.now();
    for (let lost = 0; ;) {
        try {
            const record = (await birth.make()) ?? (await findAgain(birth, task, claim, isOurs, settleWindow));
            if (record !== undefined) return record;
            throw new UserError(`The API accepted the creation of ${birth.label}, but does not list it.`);
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            if (error.outcomeUnknown || error.kind === "server") {
                const found = await findAgain(birth, task, claim, isOurs, error.outcomeUnknown ? settleWindow : 0);
                if (found !== undefined) return found;
                if (!error.outcomeUnknown || ++lost >= attempts || task.clock.now() >= task.deadline) {
                    throw error.method === "GET" ? error : uncertain(birth, error, claim);
                }
            } else {
                await outwait(birth, task, error, startedAt);
            }
        }
    }
}

/** A refusal that will pass is waited out, with its words in the row; any other is the user's to see at once. */
async function outwait<Observed, Record>(
    birth: Birth<Observed, Record>,
    task: Task,
    refusal: ApiError,
    since: number,
): Promise<void> {
    const now = task.clock.now();
    const pause = retryInterval(now - since);
    if (now + pause > (await patienceWith(birth, task, refusal, since))) throw refusal;
    task.report(`${birth.doing} (waiting: ${refusal.message})`, undefined);
    await task.clock.sleep(pause);
}

/** Until when a refusal is waited out: one that may be about a name that is taken will hardly pass. */
async function patienceWith<Observed, Record>(
    { roster, name, refusedForAWhile }: Birth<Observed, Record>,
    { deadline }: Task,
    refusal: ApiError,
    since: number,
): Promise<number> {
    const forAWhile = Math.min(deadline, since + settleWindow);
    if (refusal.kind === "busy") return isFirmlyBusy(refusal) ? deadline : forAWhile;
    if (!refusedForAWhile || !mayLackBackup(refusal)) return -Infinity;
    const isTaken = (await roster.now()).some((one) => one.name === name);
    return isTaken ? forAWhile : deadline;
}

/** The one of that name that was not there before, as soon as it is listed; undefined when none appears in time. */
async function findAgain<Observed, Record>(
    birth: Birth<Observed, Record>,
    task: Task,
    claim: Claim<Record>,
    isOurs: (candidate: Candidate<Record>) => boolean,
    patience: number,
): Promise<Record | undefined> {
    const since = task.clock.now();
    for (;;) {
        const there = await look(birth.roster);
        const fresh = there instanceof ApiError ? [] : there.filter(isOurs);
        if (fresh.length > 1) {
            const ids = idsOf(fresh, claim);
            throw new UserError(
                `The answer to the creation of ${birth.label} was lost, and several may be it: ${ids}. Delete those you do not need, and \`adopt\` one.`,
            );
        }
        if (fresh[0] !== undefined) return fresh[0].record;
        const now = task.clock.now();
        if (now - since >= patience || now >= task.deadline) {
            if (there instanceof ApiError) throw unseen(birth, there, claim);
            return undefined;
        }
        task.report("looking for what a lost answer may have created", undefined);
        await task.clock.sleep(pollInterval(now - since));
    }
}

/** Those that are there, or why that cannot be told just now. */
async function look<Record>(roster: Roster<Record>): Promise<readonly Candidate<Record>[] | ApiError> {
    try {
        return await roster.now();
    } catch (error) {
        if (isPassing(error)) return error;
        throw error;
    }
}

const unseen = <Record>({ label }: Wanted<Record>, { message }: ApiError, claim: Claim<Record>) =>
    new UserError(
        `The answer to the creation of ${label} was lost, and whether it exists cannot be seen: ${message}. ${nextLook(claim)}`,
    );

/** A server that has failed may have failed after its work, and a list may be late in showing it. */
const uncertain = <Record>({ label }: Wanted<Record>, error: ApiError, claim: Claim<Record>) =>
    new UserError(
        `${error.message}. The ${label} is not listed so far, but may exist all the same. ${nextLook(claim)}`,
        { cause: error },
    );

const nextLook = <Record>({ onConflict }: Claim<Record>) =>
    onConflict === "ignore"
        ? "Look for it before the next `pulumi up`, which creates another."
        : "The next `pulumi up` looks for it before it creates another.";
