import { ApiError, type UnreadableRecord } from "../../api";
import { UserError } from "../errors";
import { findCreated, uncertainError } from "./findCreated";
import { isOperationInProgress, maySucceedLater, mayLackBackup } from "../refusal";
import { retryInterval, settleWindow } from "../wait/schedule";
import { sameName } from "../spelling";
import type { Effect } from "../step";
import type { Task } from "../task";
import { duplicateCreateError, findExisting, type Claim, type CreateTarget } from "./findExisting";

/** How one thing of a kind comes into the world. */
export interface CreateSpec<Observed, ApiRecord> extends CreateTarget<ApiRecord> {
    /** While it goes on, and in errors: `creating`. */
    readonly doing: string;
    /** The call that makes it; no record where the API answers with nothing. */
    create(): Promise<ApiRecord | undefined>;
    idIn(record: ApiRecord): string;
    /** Whether the record shows what was asked for and may change later, as it is just after the creation: the size. */
    showsInitialSize?(record: ApiRecord): boolean;
    /** What the record shows once the creation is done. */
    readonly effect: Effect<Observed>;
    /** What only the answer of the create tells. */
    valuesFromAnswer(record: ApiRecord): Partial<Observed>;
    /** A refusal that may be for want of a backup passes in time, however long: a new parent has none yet. */
    readonly retryUntilBackup: boolean;
}

export interface CreateResult<ApiRecord> {
    readonly record: ApiRecord;
    /** It was there already, and is taken over. */
    readonly adopted: boolean;
    /** An attempt before the one that succeeded may have made one as well: gives those that it may have made. */
    readonly duplicates?: {
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
export async function createOnce<Observed, ApiRecord>(
    spec: CreateSpec<Observed, ApiRecord>,
    task: Task,
    claim: Claim<ApiRecord>,
): Promise<CreateResult<ApiRecord>> {
    const { name, key, inventory } = spec;
    const { owner, onConflict } = claim;
    const rival = inventory.otherCreatorOf(key, owner);
    if (rival !== undefined && onConflict !== "ignore") throw duplicateCreateError(spec, rival, claim);
    inventory.reserve(key, owner);
    try {
        const before = await inventory.recent(name, key);
        if (onConflict !== "ignore") assertNoneUnreadable(spec, before.unreadable, claim.named);
        const twin = onConflict === "ignore" ? undefined : findExisting(spec, before.candidates, claim);
        if (twin !== undefined) task.note(`takes over ${spec.label}, which exists already: ${claim.idOf(twin.record)}`);
        const known = [...before.candidates, ...before.unreadable].map(({ id }) => id);
        const born: CreateResult<ApiRecord> =
            twin === undefined
                ? await createAndFind(spec, task, claim, new Set(known))
                : { record: twin.record, adopted: true };
        inventory.claim(spec.idIn(born.record), key, owner);
        return born;
    } finally {
        inventory.release(key, owner);
    }
}

/** A record of that name that cannot be read may be what is left of an interrupted `up`. */
function assertNoneUnreadable<ApiRecord>(
    { name, label }: CreateTarget<ApiRecord>,
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

async function createAndFind<Observed, ApiRecord>(
    spec: CreateSpec<Observed, ApiRecord>,
    task: Task,
    claim: Claim<ApiRecord>,
    before: ReadonlySet<string | undefined>,
): Promise<CreateResult<ApiRecord>> {
    const startedAt = task.clock.now();
    const find = (patience: number) => findCreated(spec, task, claim, before, patience);
    let ambiguousAt: number | undefined;
    for (let lost = 0; ;) {
        try {
            const record = (await spec.create()) ?? (await find(settleWindow));
            if (record === undefined) {
                throw new UserError(`The API accepted the creation of ${spec.label}, but does not list it.`);
            }
            return ambiguousAt === undefined
                ? { record, adopted: false }
                : resultWithDuplicates(spec, claim, before, record, ambiguousAt);
        } catch (error) {
            if (!(error instanceof ApiError) || error.method === "GET") throw error;
            if (!isAmbiguous(error)) {
                await waitToRetry(spec, task, error, startedAt);
                continue;
            }
            ambiguousAt = task.clock.now();
            await pauseIfAsked(spec, task, error);
            const found = await find(lookWindowAfter(error));
            if (found !== undefined) return { record: found, adopted: false };
            const again = maySucceedLater(error) || (error.outcomeUnknown && ++lost < attempts);
            if (!again || task.clock.now() >= task.deadline) throw uncertainError(spec, error, claim);
        }
    }
}

/** Whether the create may have been carried out although its answer does not say so. */
const isAmbiguous = (error: ApiError): boolean =>
    error.outcomeUnknown || error.kind === "server" || error.kind === "rateLimited";

/** How long what the call may have made is looked for. A rate limit and a defect of the server hardly come after the work. */
const lookWindowAfter = (error: ApiError): number => (error.outcomeUnknown || error.status === 503 ? settleWindow : 0);

async function pauseIfAsked<Observed, ApiRecord>(
    spec: CreateSpec<Observed, ApiRecord>,
    task: Task,
    error: ApiError,
): Promise<void> {
    if (!maySucceedLater(error)) return;
    const pause = Math.max(error.retryAfter ?? 0, retryInterval(0));
    if (task.clock.now() + pause > task.deadline) throw error;
    task.report(`${spec.doing} (waiting: ${error.message})`, undefined);
    await task.clock.sleep(pause);
}

/** Others that may have been made by an attempt before the one that succeeded. A lagging list may show them only later. */
const resultWithDuplicates = <Observed, ApiRecord>(
    spec: CreateSpec<Observed, ApiRecord>,
    claim: Claim<ApiRecord>,
    before: ReadonlySet<string | undefined>,
    record: ApiRecord,
    since: number,
): CreateResult<ApiRecord> => ({
    record,
    adopted: false,
    duplicates: { since, find: () => duplicatesOf(spec, claim, before, record) },
});

async function duplicatesOf<Observed, ApiRecord>(
    spec: CreateSpec<Observed, ApiRecord>,
    claim: Claim<ApiRecord>,
    before: ReadonlySet<string | undefined>,
    record: ApiRecord,
): Promise<readonly string[]> {
    const { candidates } = await spec.inventory.now();
    const others = candidates.filter(
        (one) =>
            one.id !== spec.idIn(record) &&
            !before.has(one.id) &&
            !one.leaving &&
            sameName(spec.name, one.name) &&
            spec.inventory.ownerOf(one.id) === undefined &&
            spec.showsInitialSize?.(one.record) !== false &&
            spec.match(one.record) !== "different",
    );
    return others.map((one) => claim.idOf(one.record));
}

/** A refusal that will pass is waited out, with its words in the row; any other is the user's to see at once. */
async function waitToRetry<Observed, ApiRecord>(
    spec: CreateSpec<Observed, ApiRecord>,
    task: Task,
    refusal: ApiError,
    since: number,
): Promise<void> {
    const now = task.clock.now();
    const pause = Math.max(retryInterval(now - since), refusal.retryAfter ?? 0);
    if (now + pause > (await retryUntil(spec, task, refusal, since))) throw refusal;
    task.report(`${spec.doing} (waiting: ${refusal.message})`, undefined);
    await task.clock.sleep(pause);
}

/** Until when a refusal is waited out: one that may be about a name that is taken will hardly pass. */
async function retryUntil<Observed, ApiRecord>(
    { inventory, name, retryUntilBackup }: CreateSpec<Observed, ApiRecord>,
    { deadline }: Task,
    refusal: ApiError,
    since: number,
): Promise<number> {
    const forAWhile = Math.min(deadline, since + settleWindow);
    if (refusal.kind === "busy") return isOperationInProgress(refusal) ? deadline : forAWhile;
    if (!retryUntilBackup || !mayLackBackup(refusal)) return -Infinity;
    const { candidates } = await inventory.now();
    return candidates.some((one) => sameName(name, one.name)) ? forAWhile : deadline;
}
