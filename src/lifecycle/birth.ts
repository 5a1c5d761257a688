import { ApiError, type UnreadableRecord } from "../api";
import { UserError } from "./failure";
import { findCreated, uncertain } from "./findCreated";
import { isFirmlyBusy, maySucceedLater, mayLackBackup } from "./refusal";
import { retryInterval, settleWindow } from "./schedule";
import { sameName } from "./spelling";
import type { Effect } from "./step";
import type { Task } from "./task";
import { rivalry, soleTwin, type Claim, type Wanted } from "./twin";

/** How one thing of a kind comes into the world. */
export interface Birth<Observed, Record> extends Wanted<Record> {
    /** While it goes on, and in errors: `creating`. */
    readonly doing: string;
    /** The call that makes it; no record where the API answers with nothing. */
    make(): Promise<Record | undefined>;
    idIn(record: Record): string;
    /** Whether the record shows what was asked for and may change later, as it is just after the creation: the size. */
    asMade?(record: Record): boolean;
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
    /** An attempt before the one that succeeded may have made one as well: gives those that it may have made. */
    readonly leftovers?: {
        /** When the last such attempt was made, in milliseconds since the epoch. */
        readonly since: number;
        find(): Promise<readonly string[]>;
    };
}

/** How often a create whose answer was lost, and which did not happen, is made in all. */
const attempts = 3;

/**
 * Makes the thing exactly once. Before: one of that name is an error, or is taken over. After: a create whose answer was lost
 * may have happened, so the one that was not there before is looked for; only when none appears within the settle window is
 * it made again.
 */
export async function beget<Observed, Record>(
    birth: Birth<Observed, Record>,
    task: Task,
    claim: Claim<Record>,
): Promise<Born<Record>> {
    const { name, key, roster } = birth;
    const { owner, onConflict } = claim;
    const rival = roster.rivalOf(key, owner);
    if (rival !== undefined && onConflict !== "ignore") throw rivalry(birth, rival, claim);
    roster.reserve(key, owner);
    try {
        const before = await roster.known(name, key);
        if (onConflict !== "ignore") assertReadable(birth, before.unreadable, claim.named);
        const twin = onConflict === "ignore" ? undefined : soleTwin(birth, before.candidates, claim);
        if (twin !== undefined)
            task.note(`takes over ${birth.label}, which exists already: ${claim.idOf(twin.record)}`);
        const known = [...before.candidates, ...before.unreadable].map(({ id }) => id);
        const born: Born<Record> =
            twin === undefined
                ? await make(birth, task, claim, new Set(known))
                : { record: twin.record, adopted: true };
        roster.claim(birth.idIn(born.record), key, owner);
        return born;
    } finally {
        roster.release(key, owner);
    }
}

/** A record of that name that cannot be read may be what is left of an interrupted `up`. */
function assertReadable<Record>(
    { name, label }: Wanted<Record>,
    unreadable: readonly UnreadableRecord[],
    named: boolean,
): void {
    // What has no name by its nature may be any that cannot be read.
    const mayBe = (record: UnreadableRecord) => (record.name === undefined ? !named : sameName(name, record.name));
    const one = unreadable.find(mayBe);
    if (one === undefined) return;
    throw new UserError(
        `There is a record (${one.id ?? "without an id"}) that may be the ${label}, but it cannot be read: ${one.detail}.`,
    );
}

async function make<Observed, Record>(
    birth: Birth<Observed, Record>,
    task: Task,
    claim: Claim<Record>,
    before: ReadonlySet<string | undefined>,
): Promise<Born<Record>> {
    const startedAt = task.clock.now();
    const find = (patience: number) => findCreated(birth, task, claim, before, patience);
    let ambiguousAt: number | undefined;
    for (let lost = 0; ;) {
        try {
            const record = (await birth.make()) ?? (await find(settleWindow));
            if (record === undefined) {
                throw new UserError(`The API accepted the creation of ${birth.label}, but does not list it.`);
            }
            return ambiguousAt === undefined
                ? { record, adopted: false }
                : bornWithLeftovers(birth, claim, before, record, ambiguousAt);
        } catch (error) {
            if (!(error instanceof ApiError) || error.method === "GET") throw error;
            if (!isAmbiguous(error)) {
                await outwait(birth, task, error, startedAt);
                continue;
            }
            ambiguousAt = task.clock.now();
            await pauseAsAsked(birth, task, error);
            const found = await find(patienceAfter(error));
            if (found !== undefined) return { record: found, adopted: false };
            const again = maySucceedLater(error) || (error.outcomeUnknown && ++lost < attempts);
            if (!again || task.clock.now() >= task.deadline) throw uncertain(birth, error, claim);
        }
    }
}

/** Whether the create may have been carried out although its answer does not say so. */
const isAmbiguous = (error: ApiError): boolean =>
    error.outcomeUnknown || error.kind === "server" || error.kind === "rateLimited";

/** How long what the call may have made is looked for. A rate limit and a defect of the server hardly come after the work. */
const patienceAfter = (error: ApiError): number => (error.outcomeUnknown || error.status === 503 ? settleWindow : 0);

async function pauseAsAsked<Observed, Record>(
    birth: Birth<Observed, Record>,
    task: Task,
    error: ApiError,
): Promise<void> {
    if (!maySucceedLater(error)) return;
    const pause = Math.max(error.retryAfter ?? 0, retryInterval(0));
    if (task.clock.now() + pause > task.deadline) throw error;
    task.report(`${birth.doing} (waiting: ${error.message})`, undefined);
    await task.clock.sleep(pause);
}

/** Others that may have been made by an attempt before the one that succeeded. A lagging list may show them only later. */
const bornWithLeftovers = <Observed, Record>(
    birth: Birth<Observed, Record>,
    claim: Claim<Record>,
    before: ReadonlySet<string | undefined>,
    record: Record,
    since: number,
): Born<Record> => ({
    record,
    adopted: false,
    leftovers: { since, find: () => leftoversOf(birth, claim, before, record) },
});

async function leftoversOf<Observed, Record>(
    birth: Birth<Observed, Record>,
    claim: Claim<Record>,
    before: ReadonlySet<string | undefined>,
    record: Record,
): Promise<readonly string[]> {
    const { candidates } = await birth.roster.now();
    const others = candidates.filter(
        (one) =>
            one.id !== birth.idIn(record) &&
            !before.has(one.id) &&
            !one.leaving &&
            sameName(birth.name, one.name) &&
            birth.roster.ownerOf(one.id) === undefined &&
            birth.asMade?.(one.record) !== false &&
            birth.match(one.record) !== "different",
    );
    return others.map((one) => claim.idOf(one.record));
}

/** A refusal that will pass is waited out, with its words in the row; any other is the user's to see at once. */
async function outwait<Observed, Record>(
    birth: Birth<Observed, Record>,
    task: Task,
    refusal: ApiError,
    since: number,
): Promise<void> {
    const now = task.clock.now();
    const pause = Math.max(retryInterval(now - since), refusal.retryAfter ?? 0);
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
    const { candidates } = await roster.now();
    return candidates.some((one) => sameName(name, one.name)) ? forAWhile : deadline;
}
