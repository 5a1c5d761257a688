import { ApiError } from "../../api";
import { UserError } from "../errors";
import { sameName } from "../spelling";
import type { Task } from "../task";
import { pollInterval } from "../wait/schedule";
import { matchOf, type CreateSpec, type CreateTarget } from "./createSpec";
import { idsOf, type Claim } from "./findExisting";
import type { Candidate, Inventory, Listing } from "./inventory";

/**
 * Finds what a create call whose answer was lost has created: the one of that name that was not listed before and matches all
 * arguments. Undefined when none appears within `window` milliseconds. One that does not match belongs to somebody else.
 */
export async function findCreated<Observed, ApiRecord>(
    spec: CreateSpec<Observed, ApiRecord>,
    task: Task,
    claim: Claim<ApiRecord>,
    listedBefore: ReadonlySet<string | undefined>,
    window: number,
): Promise<ApiRecord | undefined> {
    const since = task.clock.now();
    for (;;) {
        const listing = await listOrError(spec.inventory);
        const { matching, unclear } =
            listing instanceof ApiError ? none : newRecords(spec, claim, listedBefore, listing);
        if (matching.length > 1) throw severalError(spec, matching, claim);
        const [found] = matching;
        if (found !== undefined) {
            task.note(
                `${claim.idOf(found.record)} was not there before and is what was asked for: it is taken for this ${spec.label}, whose answer was lost`,
            );
            spec.inventory.claim(found.id, spec.key, claim.owner);
            return found.record;
        }
        const now = task.clock.now();
        if (now - since >= window || now >= task.deadline) {
            if (listing instanceof ApiError) throw notListedError(spec, listing, claim);
            if (unclear.length > 0) throw unclearError(spec, unclear, claim);
            return undefined;
        }
        task.report("looking for what a lost answer may have created", undefined);
        await task.clock.sleep(pollInterval(now - since));
    }
}

interface NewRecords<ApiRecord> {
    readonly matching: readonly Candidate<ApiRecord>[];
    /** Ids of records that do not show enough to compare them. */
    readonly unclear: readonly string[];
}

const none = { matching: [], unclear: [] };

function newRecords<Observed, ApiRecord>(
    spec: CreateSpec<Observed, ApiRecord>,
    claim: Claim<ApiRecord>,
    listedBefore: ReadonlySet<string | undefined>,
    { candidates, unreadable }: Listing<ApiRecord>,
): NewRecords<ApiRecord> {
    const unowned = candidates.filter(
        ({ id, name }) =>
            sameName(spec.name, name) &&
            !listedBefore.has(id) &&
            [undefined, claim.owner].includes(spec.inventory.ownerOf(id)),
    );
    const match = ({ record }: Candidate<ApiRecord>) =>
        spec.showsInitialSize?.(record) === false ? "different" : matchOf(spec, record);
    const unread = unreadable.filter(
        ({ id, name }) => !listedBefore.has(id) && (name === undefined || sameName(spec.name, name)),
    );
    return {
        matching: unowned.filter((candidate) => match(candidate) === "same"),
        unclear: [
            ...unowned.filter((candidate) => match(candidate) === "unclear").map(({ record }) => claim.idOf(record)),
            ...unread.map(({ id }) => id ?? "one without an id"),
        ],
    };
}

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

const unclearError = <ApiRecord>({ label }: CreateTarget<ApiRecord>, ids: readonly string[], claim: Claim<ApiRecord>) =>
    new UserError(
        `The answer to the creation of ${label} was lost. ${ids.join(", ")} may be it, but the API does not show enough of it to tell. ` +
            `If it is: \`adopt: "${ids[0] ?? ""}"\`. ${nextStep(claim)}`,
    );

const notListedError = <ApiRecord>(
    { label }: CreateTarget<ApiRecord>,
    { message }: ApiError,
    claim: Claim<ApiRecord>,
) =>
    new UserError(
        `The answer to the creation of ${label} was lost, and whether it exists cannot be seen: ${message}. ${nextStep(claim)}`,
    );

/** A server may fail after it has done the work, and its list may lag. */
export const uncertainError = <ApiRecord>(
    { label }: CreateTarget<ApiRecord>,
    error: ApiError,
    claim: Claim<ApiRecord>,
) =>
    new UserError(
        `${error.message}. The ${label} is not listed so far, but may exist all the same. ${nextStep(claim)}`,
        { cause: error },
    );

const nextStep = <ApiRecord>({ onConflict }: Claim<ApiRecord>) =>
    onConflict === "ignore"
        ? "Look for it before the next `pulumi up`, which creates another."
        : "The next `pulumi up` looks for it before it creates another.";
