import { ApiError, type UnreadableRecord } from "../api";
import type { Birth } from "./birth";
import { UserError } from "./failure";
import type { Candidate, Listing, Roster } from "./roster";
import { pollInterval } from "./schedule";
import { sameName } from "./spelling";
import type { Task } from "./task";
import { idsOf, type Claim, type Wanted } from "./twin";

/**
 * What a create whose answer was lost has made, as soon as it is listed: the one of that name that was not there before and
 * shows everything that was asked for. Undefined when none appears in time; one that shows something else is somebody else's.
 */
export async function findCreated<Observed, Record>(
    birth: Birth<Observed, Record>,
    task: Task,
    claim: Claim<Record>,
    before: ReadonlySet<string | undefined>,
    patience: number,
): Promise<Record | undefined> {
    const since = task.clock.now();
    for (;;) {
        const seen = await look(birth.roster);
        const fresh = seen instanceof ApiError ? nothing : newOnes(birth, claim, before, seen);
        if (fresh.same.length > 1) throw several(birth, fresh.same, claim);
        const [found] = fresh.same;
        if (found !== undefined) {
            task.note(
                `${claim.idOf(found.record)} was not there before and is what was asked for: it is taken for this ${birth.label}, whose answer was lost`,
            );
            birth.roster.claim(found.id, birth.key, claim.owner);
            return found.record;
        }
        const now = task.clock.now();
        if (now - since >= patience || now >= task.deadline) {
            if (seen instanceof ApiError) throw unseen(birth, seen, claim);
            if (fresh.unclear.length > 0) throw perhaps(birth, fresh.unclear, claim);
            return undefined;
        }
        task.report("looking for what a lost answer may have created", undefined);
        await task.clock.sleep(pollInterval(now - since));
    }
}

interface NewOnes<Record> {
    readonly same: readonly Candidate<Record>[];
    /** Ids of those that may be it, but do not show enough to tell. */
    readonly unclear: readonly string[];
}

const nothing = { same: [], unclear: [] };

function newOnes<Observed, Record>(
    birth: Birth<Observed, Record>,
    claim: Claim<Record>,
    before: ReadonlySet<string | undefined>,
    { candidates, unreadable }: Listing<Record>,
): NewOnes<Record> {
    const free = candidates.filter(
        ({ id, name }) =>
            sameName(birth.name, name) &&
            !before.has(id) &&
            [undefined, claim.owner].includes(birth.roster.ownerOf(id)),
    );
    const match = ({ record }: Candidate<Record>) =>
        birth.asMade?.(record) === false ? "different" : birth.match(record);
    const unread = unreadable.filter(
        ({ id, name }: UnreadableRecord) => !before.has(id) && (name === undefined || sameName(birth.name, name)),
    );
    return {
        same: free.filter((one) => match(one) === "same"),
        unclear: [
            ...free.filter((one) => match(one) === "unclear").map(({ record }) => claim.idOf(record)),
            ...unread.map(({ id }) => id ?? "one without an id"),
        ],
    };
}

/** What is listed, or why that cannot be told just now. */
async function look<Record>(roster: Roster<Record>): Promise<Listing<Record> | ApiError> {
    try {
        return await roster.now();
    } catch (error) {
        if (error instanceof ApiError) return error;
        throw error;
    }
}

const several = <Record>({ label }: Wanted<Record>, found: readonly Candidate<Record>[], claim: Claim<Record>) =>
    new UserError(
        `The answer to the creation of ${label} was lost, and several may be it: ${idsOf(found, claim)}. Delete those you do not need, and \`adopt\` one.`,
    );

const perhaps = <Record>({ label }: Wanted<Record>, ids: readonly string[], claim: Claim<Record>) =>
    new UserError(
        `The answer to the creation of ${label} was lost. ${ids.join(", ")} may be it, but the API does not show enough of it to tell. ` +
            `If it is: \`adopt: "${ids[0] ?? ""}"\`. ${nextLook(claim)}`,
    );

const unseen = <Record>({ label }: Wanted<Record>, { message }: ApiError, claim: Claim<Record>) =>
    new UserError(
        `The answer to the creation of ${label} was lost, and whether it exists cannot be seen: ${message}. ${nextLook(claim)}`,
    );

/** A server that has failed may have failed after its work, and a list may be late in showing it. */
export const uncertain = <Record>({ label }: Wanted<Record>, error: ApiError, claim: Claim<Record>) =>
    new UserError(
        `${error.message}. The ${label} is not listed so far, but may exist all the same. ${nextLook(claim)}`,
        { cause: error },
    );

const nextLook = <Record>({ onConflict }: Claim<Record>) =>
    onConflict === "ignore"
        ? "Look for it before the next `pulumi up`, which creates another."
        : "The next `pulumi up` looks for it before it creates another.";
