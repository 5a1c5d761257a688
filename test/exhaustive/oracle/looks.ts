// What was known of something when its deletion was asked for: each DELETE follows a look at what it deletes.
import type { RequestEntry } from "../../../src/emulator";
import { type Violation, violation } from "../../histories/oracle/scene";
import { type Thing, thingId, told } from "../../histories/oracle/world";
import type { Event } from "../watch";

type Request = Extract<Event, { readonly kind: "request" }>;

/** Whether the request shows the thing as it is: a GET of it, or for a set also of its service, or of that one's sets. */
function isLookAt({ entry }: Request, thing: Thing): boolean {
    const { method, path, status, faults } = entry;
    if (method !== "GET" || status !== 200 || faults.length > 0) return false;
    if (path.endsWith(`/${thing.id}`)) return true;
    const { parent, kind } = thing;
    if (kind !== "replicaSet" || parent === undefined) return false;
    return path.endsWith(`/${parent}`) || path.endsWith(`/${parent}/replicaSets`);
}

export interface Deletion {
    readonly entry: RequestEntry;
    /** What there was when it was looked at last, and nothing came in between; otherwise when the DELETE arrived. */
    readonly thing: Thing;
    /** Nobody has looked since somebody else has changed it. */
    readonly isBlind: string | undefined;
}

/** The DELETE requests from `first` on. */
export function deletionsIn(events: readonly Event[], first = 0): Deletion[] {
    return events.flatMap((event, at) => {
        if (event.kind !== "request" || event.entry.method !== "DELETE" || at < first) return [];
        const { entry, things } = event;
        const thing = things.get(thingId(entry.path));
        return thing === undefined ? [] : [{ entry, ...knownOf(events.slice(0, at), thing) }];
    });
}

function knownOf(before: readonly Event[], thing: Thing): Pick<Deletion, "thing" | "isBlind"> {
    const look = before.findLastIndex((event) => event.kind === "request" && isLookAt(event, thing));
    const act = before.findLastIndex((event) => event.kind === "act" && event.ids.includes(thing.id));
    // Between a look and the DELETE that follows at once, nobody can see anything.
    const isDirect = look >= 0 && before.slice(look + 1).every(({ kind }) => kind === "act");
    const seen = isDirect ? (before[look] as Request).things.get(thing.id) : undefined;
    const last = before[act];
    const isBlind = act > look && !isDirect && last?.kind === "act" ? last.what : undefined;
    return { thing: seen ?? thing, isBlind };
}

/** Rule 1: what was PROD at the API is deleted only if the program has said so. */
export const notWhatIsProd = (
    deletions: readonly Deletion[],
    isUnprotected: (id: string) => boolean,
): Violation[] =>
    deletions.flatMap(({ thing }) => {
        const { row, id } = thing;
        const isProd = row.kind === "service" && row.environment?.toUpperCase() === "PROD";
        if (!isProd || isUnprotected(id)) return [];
        return [violation("1", `a DELETE was sent for ${told(thing)}, which the API showed as PROD`)];
    });

export const afterALook = (deletions: readonly Deletion[]): Violation[] =>
    deletions.flatMap(({ thing, isBlind }) =>
        isBlind === undefined
            ? []
            : [violation("1", `a DELETE was sent for ${told(thing)} without a look since somebody else did this: ${isBlind}`)],
    );

const expiring = /^(preview|drill)-.*-(ttl\d+h|until-\d{8}t\d{4}z)$/;

/** What a command deletes is still what it was: a fork with a name of the package. */
export const onlyForks = (deletions: readonly Deletion[]): Violation[] =>
    deletions.flatMap(({ thing }) => {
        const { row, name = "" } = thing;
        const isFork = row.kind === "service" && row.forked_from !== null && expiring.test(name);
        return isFork ? [] : [violation("6", `a command has sent a DELETE for ${told(thing)}`)];
    });
