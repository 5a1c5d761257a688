import { ApiError, type UnreadableRecord } from "../../api";
import { UserError } from "../errors";
import { isAmbiguous, isOperationInProgress, mayLackBackup, maySucceedLater } from "../refusal";
import { sameName } from "../spelling";
import { retryPhrases, type Task } from "../task";
import { retryInterval, settleWindow } from "../wait/schedule";
import { matchOf, type CreateSpec, type CreateTarget } from "./createSpec";
import { findCreated, uncertainError } from "./findCreated";
import { duplicateCreateError, findExisting, type Claim } from "./findExisting";

export interface CreateResult<ApiRecord> {
    readonly record: ApiRecord;
    /** It existed already and is adopted. */
    readonly adopted: boolean;
    /** Set where an attempt before the successful one may have created another one. */
    readonly duplicates?: {
        /** When the last such attempt was made, in milliseconds since the epoch. */
        readonly since: number;
        find(): Promise<readonly string[]>;
    };
}

/** How many attempts are made at a create whose answers are lost and which turns out not to have happened. */
const maxAttempts = 3;

/**
 * Creates exactly one. Before the call: an existing one of that name is an error, or is adopted. After a call whose answer was lost:
 * what was not listed before and matches is taken as created; only if none appears within the settle window is the call repeated.
 */
export async function createOnce<Observed, ApiRecord>(
    spec: CreateSpec<Observed, ApiRecord>,
    task: Task,
    claim: Claim<ApiRecord>,
): Promise<CreateResult<ApiRecord>> {
    const { name, key, inventory } = spec;
    const { owner, onConflict } = claim;
    const other = inventory.otherCreatorOf(key, owner);
    if (other !== undefined && onConflict !== "ignore") throw duplicateCreateError(spec, other, claim);
    inventory.reserve(key, owner);
    try {
        const before = await inventory.recent(name, key);
        if (onConflict !== "ignore") assertNoneUnreadable(spec, before.unreadable, claim.named);
        const existing = onConflict === "ignore" ? undefined : findExisting(spec, before.candidates, claim);
        if (existing !== undefined)
            task.note(
                `takes over ${spec.label}, which exists already${claim.nameIsOwn ? ", as after an interrupted `pulumi up`" : ""}: ${claim.idOf(existing.record)}`,
            );
        const listedBefore = new Set([...before.candidates, ...before.unreadable].map(({ id }) => id));
        const result: CreateResult<ApiRecord> =
            existing === undefined
                ? await createAndFind(spec, task, claim, listedBefore)
                : { record: existing.record, adopted: true };
        inventory.claim(claim.recordId(result.record), key, owner);
        return result;
    } finally {
        inventory.release(key, owner);
    }
}

/** A record of that name that violates the contract may be what an interrupted `up` has created. */
function assertNoneUnreadable<ApiRecord>(
    { name, label }: CreateTarget<ApiRecord>,
    unreadable: readonly UnreadableRecord[],
    named: boolean,
): void {
    // Records of a type that has no names (peerings) cannot be told apart.
    const mayBeIt = (record: UnreadableRecord) => (record.name === undefined ? !named : sameName(name, record.name));
    const found = unreadable.find(mayBeIt);
    if (found === undefined) return;
    throw new UserError(
        `There is a record (${found.id ?? "without an id"}) that may be the ${label}, but it cannot be read: ${found.detail}.`,
    );
}

async function createAndFind<Observed, ApiRecord>(
    spec: CreateSpec<Observed, ApiRecord>,
    task: Task,
    claim: Claim<ApiRecord>,
    listedBefore: ReadonlySet<string | undefined>,
): Promise<CreateResult<ApiRecord>> {
    const startedAt = task.clock.now();
    const find = (window: number) => findCreated(spec, task, claim, listedBefore, window);
    let ambiguousAt: number | undefined;
    for (let lostAnswers = 0; ;) {
        try {
            const record = (await spec.create()) ?? (await find(settleWindow));
            if (record === undefined) {
                throw new UserError(`The API accepted the creation of ${spec.label}, but does not list it.`);
            }
            if (ambiguousAt === undefined) return { record, adopted: false };
            const duplicates = {
                since: ambiguousAt,
                find: () => duplicatesOf(spec, claim, listedBefore, record),
            };
            return { record, adopted: false, duplicates };
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
            const again = maySucceedLater(error) || (error.outcomeUnknown && ++lostAnswers < maxAttempts);
            if (!again || task.clock.now() >= task.deadline) throw uncertainError(spec, error, claim);
        }
    }
}

/** How long to look for what the call may have created. A 429 or a 500 hardly comes after the work; a 503 may. */
const lookWindowAfter = (error: ApiError): number => (error.outcomeUnknown || error.status === 503 ? settleWindow : 0);

async function pauseIfAsked<Observed, ApiRecord>(
    spec: CreateSpec<Observed, ApiRecord>,
    task: Task,
    error: ApiError,
): Promise<void> {
    if (!maySucceedLater(error)) return;
    const pause = Math.max(error.retryAfter ?? 0, retryInterval(0));
    if (task.clock.now() + pause > task.deadline) throw error;
    task.reportRetry(spec.progress, error.message);
    await task.clock.sleep(pause);
}

/** What an attempt before the successful one may have created. A lagging list may show it only later. */
async function duplicatesOf<Observed, ApiRecord>(
    spec: CreateSpec<Observed, ApiRecord>,
    claim: Claim<ApiRecord>,
    listedBefore: ReadonlySet<string | undefined>,
    record: ApiRecord,
): Promise<readonly string[]> {
    const { candidates } = await spec.inventory.now();
    const others = candidates.filter(
        (candidate) =>
            candidate.id !== claim.recordId(record) &&
            !listedBefore.has(candidate.id) &&
            !candidate.leaving &&
            sameName(spec.name, candidate.name) &&
            spec.inventory.ownerOf(candidate.id) === undefined &&
            spec.showsInitialSize?.(candidate.record) !== false &&
            matchOf(spec, candidate.record) !== "different",
    );
    return others.map((other) => claim.idOf(other.record));
}

/** Waits before the next attempt after a refusal that will pass; any other refusal is thrown at once. */
async function waitToRetry<Observed, ApiRecord>(
    spec: CreateSpec<Observed, ApiRecord>,
    task: Task,
    refusal: ApiError,
    since: number,
): Promise<void> {
    const now = task.clock.now();
    const pause = Math.max(retryInterval(now - since), refusal.retryAfter ?? 0);
    if (now + pause > (await retryUntil(spec, task, refusal, since))) throw refusal;
    const lacksBackup = spec.retryUntilBackup === true && mayLackBackup(refusal);
    task.reportRetry(spec.progress, refusal.message, lacksBackup ? retryPhrases.backup : undefined);
    await task.clock.sleep(pause);
}

/** Until when a refusal is retried. One that may be about a name in use gets only the settle window. */
async function retryUntil<Observed, ApiRecord>(
    { inventory, name, retryUntilBackup = false }: CreateSpec<Observed, ApiRecord>,
    { deadline }: Task,
    refusal: ApiError,
    since: number,
): Promise<number> {
    const windowEnd = Math.min(deadline, since + settleWindow);
    if (refusal.kind === "busy") return isOperationInProgress(refusal) ? deadline : windowEnd;
    if (!retryUntilBackup || !mayLackBackup(refusal)) return -Infinity;
    const { candidates } = await inventory.now();
    return candidates.some((candidate) => sameName(name, candidate.name)) ? windowEnd : deadline;
}
