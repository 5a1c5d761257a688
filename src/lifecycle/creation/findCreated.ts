import { ApiError, type UnreadableRecord } from "../../api";
import type { CreateSpec } from "./createOnce";
import { UserError } from "../errors";
import type { Candidate, Listing, Inventory } from "./inventory";
import { pollInterval } from "../wait/schedule";
import { sameName } from "../spelling";
import type { Task } from "../task";
import { idsOf, type Claim, type CreateTarget } from "./findExisting";

/**
 * What a create whose answer was lost has made, as soon as it is listed: the one of that name that was not there before and
 * shows everything that was asked for. Undefined when none appears in time; one that shows something else is somebody else's.
 */
export async function findCreated<Observed, ApiRecord>(
    spec: CreateSpec<Observed, ApiRecord>,
    task: Task,
    claim: Claim<ApiRecord>,
    before: ReadonlySet<string | undefined>,
    patience: number,
): Promise<ApiRecord | undefined> {
    const since = task.clock.now();
    for (;;) {
        const seen = await listOrError(spec.inventory);
        const fresh = seen instanceof ApiError ? nothing : newMatches(spec, claim, before, seen);
        if (fresh.same.length > 1) throw severalError(spec, fresh.same, claim);
        const [found] = fresh.same;
        if (found !== undefined) {
            task.note(
                `${claim.idOf(found.record)} was not there before and is what was asked for: it is taken for this ${spec.label}, whose answer was lost`,
            );
            spec.inventory.claim(found.id, spec.key, claim.owner);
            return found.record;
        }
        const now = task.clock.now();
        if (now - since >= patience || now >= task.deadline) {
            if (seen instanceof ApiError) throw unseenError(spec, seen, claim);
            if (fresh.unclear.length > 0) throw perhapsError(spec, fresh.unclear, claim);
            return undefined;
        }
        task.report("looking for what a lost answer may have created", undefined);
        await task.clock.sleep(pollInterval(now - since));
    }
}

interface NewMatches<ApiRecord> {
    readonly same: readonly Candidate<ApiRecord>[];
    /** Ids of those that may be it, but do not show enough to tell. */
    readonly unclear: readonly string[];
}

const nothing = { same: [], unclear: [] };

function newMatches<Observed, ApiRecord>(
    spec: CreateSpec<Observed, ApiRecord>,
    claim: Claim<ApiRecord>,
    before: ReadonlySet<string | undefined>,
    { candidates, unreadable }: Listing<ApiRecord>,
): NewMatches<ApiRecord> {
    const free = candidates.filter(
        ({ id, name }) =>
            sameName(spec.name, name) &&
            !before.has(id) &&
            [undefined, claim.owner].includes(spec.inventory.ownerOf(id)),
    );
    const match = ({ record }: Candidate<ApiRecord>) =>
        spec.showsInitialSize?.(record) === false ? "different" : spec.match(record);
    const unread = unreadable.filter(
        ({ id, name }: UnreadableRecord) => !before.has(id) && (name === undefined || sameName(spec.name, name)),
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
async function listOrError<ApiRecord>(inventory: Inventory<ApiRecord>): Promise<Listing<ApiRecord> | ApiError> {
    try {
        return await inventory.now();
    } catch (error) {
        if (error instanceof ApiError) return error;
        throw error;
    }
}

const severalError = <ApiRecord>(
    { label }: CreateTarget<ApiRecord>,
    found: readonly Candidate<ApiRecord>[],
    claim: Claim<ApiRecord>,
) =>
    new UserError(
        `The answer to the creation of ${label} was lost, and several may be it: ${idsOf(found, claim)}. Delete those you do not need, and \`adopt\` one.`,
    );

const perhapsError = <ApiRecord>({ label }: CreateTarget<ApiRecord>, ids: readonly string[], claim: Claim<ApiRecord>) =>
    new UserError(
        `The answer to the creation of ${label} was lost. ${ids.join(", ")} may be it, but the API does not show enough of it to tell. ` +
            `If it is: \`adopt: "${ids[0] ?? ""}"\`. ${nextLook(claim)}`,
    );

const unseenError = <ApiRecord>({ label }: CreateTarget<ApiRecord>, { message }: ApiError, claim: Claim<ApiRecord>) =>
    new UserError(
        `The answer to the creation of ${label} was lost, and whether it exists cannot be seen: ${message}. ${nextLook(claim)}`,
    );

/** A server that has failed may have failed after its work, and a list may be late in showing it. */
export const uncertainError = <ApiRecord>(
    { label }: CreateTarget<ApiRecord>,
    error: ApiError,
    claim: Claim<ApiRecord>,
) =>
    new UserError(
        `${error.message}. The ${label} is not listed so far, but may exist all the same. ${nextLook(claim)}`,
        { cause: error },
    );

const nextLook = <ApiRecord>({ onConflict }: Claim<ApiRecord>) =>
    onConflict === "ignore"
        ? "Look for it before the next `pulumi up`, which creates another."
        : "The next `pulumi up` looks for it before it creates another.";
