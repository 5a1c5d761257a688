// What was known of something when its deletion was asked for: each DELETE follows a look at what it deletes.
import type { RequestEntry } from "../../../src/emulator";
import { type Violation, violation } from "../../histories/oracle/scene";
import { type Thing, thingId, told } from "../../histories/oracle/world";
import type { Event } from "../watch";

type Request = Extract<Event, { readonly kind: "request" }>;

/** Whether the request asks for the thing: a GET of it, or for a set also of its service, or of that one's sets. */
function isLookFor({ entry: { method, path } }: Request, { id, parent, kind }: Thing): boolean {
    if (method !== "GET") return false;
    if (path.endsWith(`/${id}`)) return true;
    if (kind !== "replicaSet" || parent === undefined) return false;
    return path.endsWith(`/${parent}`) || path.endsWith(`/${parent}/replicaSets`);
}

/** Whether it was answered with the thing as it is, or has been. */
const isShown = ({ entry: { status, faults }, isFalse }: Request) =>
    status === 200 && (faults.length === 0 || !isFalse);

/** Whether the request is about another service or VPC alone, as of a deletion at the same time. */
const isElsewhere = ({ entry: { path } }: Request, { id, parent }: Thing): boolean => {
    const about = /\/(?:services|vpcs)\/([^/]+)/.exec(path)?.[1];
    return about !== undefined && about !== id && about !== parent;
};

const isLookAt = (request: Request, thing: Thing) => isLookFor(request, thing) && isShown(request);

export interface Deletion {
    readonly entry: RequestEntry;
    /** What there was when it was looked at last, and nothing came in between; otherwise when the DELETE arrived. */
    readonly thing: Thing;
    /** What somebody else has done to it since the last look. */
    readonly isBlind: string | undefined;
    /** Whether the operation has looked for it since it has last asked for its deletion, and has seen it. */
    readonly isSeen: boolean;
}

/** The DELETE requests from `first` on. */
export function deletionsIn(events: readonly Event[], first = 0): Deletion[] {
    return events.flatMap((event, at) => {
        if (event.kind !== "request" || event.entry.method !== "DELETE" || at < first) return [];
        const { entry, things } = event;
        const thing = things.get(thingId(entry.path));
        if (thing === undefined) return [];
        const isSeen = isSeenIn(events.slice(first, at), thing);
        return [{ entry, ...knownOf(events.slice(0, at), thing), isSeen }];
    });
}

function isSeenIn(before: readonly Event[], thing: Thing): boolean {
    const requests = before.filter((event) => event.kind === "request");
    const asked = requests.findLastIndex(({ entry }) => entry.method === "DELETE" && thingId(entry.path) === thing.id);
    const look = requests.slice(asked + 1).findLast((request) => isLookFor(request, thing));
    return look !== undefined && isShown(look);
}

function knownOf(before: readonly Event[], thing: Thing): Pick<Deletion, "thing" | "isBlind"> {
    const look = before.findLastIndex((event) => event.kind === "request" && isLookAt(event, thing));
    const act = before.findLastIndex((event) => event.kind === "act" && event.ids.includes(thing.id));
    // Between a look and the DELETE that follows at once, nobody can see anything.
    const isDirect =
        look >= 0 && before.slice(look + 1).every((event) => event.kind === "act" || isElsewhere(event, thing));
    const seen = isDirect ? (before[look] as Request).things.get(thing.id) : undefined;
    const last = before[act];
    const isBlind = act > look && !isDirect && last?.kind === "act" ? last.what : undefined;
    return { thing: seen ?? thing, isBlind };
}

/** Rule 1: what was PROD at the API is deleted only if the program has said so. */
export const notWhatIsProd = (deletions: readonly Deletion[], isUnprotected: (id: string) => boolean): Violation[] =>
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
            : [
                  violation(
                      "1",
                      `a DELETE was sent for ${told(thing)} without a look since somebody else did this: ${isBlind}`,
                  ),
              ],
    );

/** A look that shows nothing allows nothing. */
export const seenBefore = (deletions: readonly Deletion[]): Violation[] =>
    deletions.flatMap(({ thing, isSeen }) =>
        isSeen
            ? []
            : [violation("1", `a DELETE was sent for ${told(thing)}, and no look right before it has shown that`)],
    );

const expiring = /^(preview|drill)-.*-(ttl\d+h|until-\d{8}t\d{4}z)$/;

/** What a command deletes is still what it was: a fork with a name of the package. */
export const onlyForks = (deletions: readonly Deletion[]): Violation[] =>
    deletions.flatMap(({ thing }) => {
        const { row, name = "" } = thing;
        const isFork = row.kind === "service" && row.forked_from !== null && expiring.test(name);
        return isFork ? [] : [violation("6", `a command has sent a DELETE for ${told(thing)}`)];
    });
