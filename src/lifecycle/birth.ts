import { ApiError } from "../api";
import { UserError } from "./failure";
import type { CommonArgs } from "./kind";
import type { Candidate, Roster } from "./roster";
import { pollInterval, retryInterval, settleWindow } from "./schedule";
import type { Effect } from "./step";
import type { Task } from "./task";

/** How one thing of a kind comes into the world. */
export interface Birth<Observed, Record> {
    readonly name: string;
    /** `service "orders"`. */
    readonly label: string;
    readonly roster: Roster;
    /** Whether what is there is what this create would make: its twin, or what is left of an interrupted `up`. */
    isTwin(candidate: Candidate): boolean;
    /** The call that makes it; no record where the API answers with nothing. */
    make(): Promise<Record | undefined>;
    find(id: string): Promise<Record | undefined>;
    idIn(record: Record): string;
    /** What the record shows once the creation is done. */
    readonly effect: Effect<Observed>;
    /** What only the answer of the create tells. */
    learned(record: Record, answered: boolean): Partial<Observed>;
    /** A refusal (409) passes in time, however long: a new parent has no backup yet. */
    readonly refusedForAWhile: boolean;
}

export interface Born<Record> {
    readonly record: Record;
    /** False where the answer of the create was lost and the thing was found again. */
    readonly answered: boolean;
    /** It was there already, and is taken over. */
    readonly adopted: boolean;
}

/** How often a create whose answer was lost, and which did not happen, is made in all. */
const attempts = 3;

type OnConflict = NonNullable<CommonArgs["onNameConflict"]>;

/**
 * Makes the thing exactly once. Before: whoever bears the name already is an error, or is taken over. After: a create whose
 * answer was lost may have happened, so the one that was not there before is looked for; only when none appears within the
 * settle window is it made again.
 */
export async function beget<Observed, Record>(
    birth: Birth<Observed, Record>,
    task: Task,
    owner: string,
    onConflict: OnConflict,
): Promise<Born<Record>> {
    const rival = birth.roster.reserve(birth.name, owner);
    if (rival !== undefined && onConflict !== "ignore") {
        throw new UserError(
            `Two resources of this program want to create ${birth.label}: ${rival} and ${owner}. Give one of them another \`name\`.`,
        );
    }
    try {
        const before = await birth.roster.known();
        const twin = onConflict === "ignore" ? undefined : soleTwin(birth, before, onConflict);
        if (twin !== undefined) return { record: await recordOf(birth, twin), answered: false, adopted: true };
        return await make(birth, task, new Set(before.map(({ id }) => id)));
    } finally {
        birth.roster.release(birth.name, owner);
    }
}

function soleTwin<Observed, Record>(
    birth: Birth<Observed, Record>,
    there: readonly Candidate[],
    onConflict: OnConflict,
): string | undefined {
    const twins = there.filter((one) => !one.leaving && birth.isTwin(one));
    const [first] = twins;
    if (first === undefined) return undefined;
    if (onConflict === "adopt" && twins.length === 1) return first.id;
    const ids = twins.map(({ id }) => id).join(", ");
    throw new UserError(
        `There already is a ${birth.label}: ${ids}. It may be what an interrupted \`pulumi up\` has left. ` +
            `To take it over, set \`adopt: "${first.id}"\`; to create another one all the same, set \`onNameConflict: "ignore"\` or another \`name\`.`,
    );
}

async function make<Observed, Record>(
    birth: Birth<Observed, Record>,
    task: Task,
    before: ReadonlySet<string>,
): Promise<Born<Record>> {
    const startedAt = task.clock.now();
    for (let lost = 0; ;) {
        try {
            const record = await birth.make();
            if (record !== undefined) {
                birth.roster.claim(birth.idIn(record));
                return { record, answered: true, adopted: false };
            }
            const listed = await findAgain(birth, task, before, settleWindow);
            if (listed !== undefined) return listed;
            throw new UserError(`The API accepted the creation of ${birth.label}, but does not list it.`);
        } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            if (error.outcomeUnknown || error.kind === "server") {
                const found = await findAgain(birth, task, before, error.outcomeUnknown ? settleWindow : 0);
                if (found !== undefined) return found;
                if (!error.outcomeUnknown || ++lost >= attempts || task.clock.now() >= task.deadline) throw error;
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
    const passes = refusal.kind === "busy" || (refusal.kind === "conflict" && birth.refusedForAWhile);
    const now = task.clock.now();
    const pause = retryInterval(now - since);
    if (!passes || now + pause > task.deadline) throw refusal;
    task.report(`creating (waiting: ${refusal.message})`, undefined);
    await task.clock.sleep(pause);
}

/** The one of that name that was not there before, as soon as it is listed; undefined when none appears in time. */
async function findAgain<Observed, Record>(
    birth: Birth<Observed, Record>,
    task: Task,
    before: ReadonlySet<string>,
    patience: number,
): Promise<Born<Record> | undefined> {
    const since = task.clock.now();
    for (;;) {
        const fresh = (await birth.roster.now()).filter(
            (one) => !before.has(one.id) && !birth.roster.isClaimed(one.id) && birth.isTwin(one),
        );
        const [found] = fresh;
        if (found !== undefined && fresh.length > 1) {
            const ids = fresh.map(({ id }) => id).join(", ");
            throw new UserError(
                `The answer to the creation of ${birth.label} was lost, and several may be it: ${ids}. Delete those you do not need, and \`adopt\` one.`,
            );
        }
        if (found !== undefined) {
            birth.roster.claim(found.id);
            return { record: await recordOf(birth, found.id), answered: false, adopted: false };
        }
        const now = task.clock.now();
        if (now - since >= patience || now >= task.deadline) return undefined;
        task.report("looking for what a lost answer may have created", undefined);
        await task.clock.sleep(pollInterval(now - since));
    }
}

async function recordOf<Observed, Record>(birth: Birth<Observed, Record>, id: string): Promise<Record> {
    const record = await birth.find(id);
    if (record === undefined) throw new UserError(`${birth.label} (${id}) was there, and is gone again.`);
    return record;
}
