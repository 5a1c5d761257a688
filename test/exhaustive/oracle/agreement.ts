// Rules 2 and 3 at the end: the state and the API agree, or somebody was told.
import { fulfilled } from "../../histories/oracle/fulfilled";
import { type Violation, violation } from "../../histories/oracle/scene";
import { thingId, told } from "../../histories/oracle/world";
import type { End, Played } from "../run";
import type { Scenario } from "../scenario";

/** An error has to say what to do, or what may exist. */
const remedies: readonly RegExp[] = [
    /`adopt: "/,
    // The program asks for what is gone, and has to be changed.
    /property adopt value \{\w+\} has a problem: There is no/,
    /`deletionProtection: false`/,
    /`pulumi (up|refresh|state|destroy|preview|stack)\b/,
    /`onNameConflict: "ignore"`/,
    /`clouddb \w+/,
    /[Dd]elete (it|them|what|or detach)/,
    /another `name`/,
    /currently marked for protection/,
    /Repeat the operation/,
];

const wordsOf = (played: readonly Played[]) => played.map(({ done }) => done.words).join("\n");

/** What somebody else has renamed, or otherwise changed, in the course of the run. */
const touchedIn = (played: readonly Played[]) =>
    new Set(played.flatMap(({ events }) => events.flatMap((event) => (event.kind === "act" ? event.ids : []))));

/** Every row that this stack has made is in the state, or was named. */
function nothingLost({ things, held, memory, others }: End, played: readonly Played[]): Violation[] {
    const kept = new Set(held.map(({ id }) => thingId(id)));
    const had = new Set(played.flatMap(({ before }) => before.held.map(({ id }) => thingId(id))));
    const words = wordsOf(played);
    const touched = touchedIn(played);
    return [...things.values()].flatMap((thing) => {
        const { id, alive, name } = thing;
        if (!alive || kept.has(id) || memory.foreign.has(id) || others.has(id) || memory.retained.has(id)) return [];
        if (words.includes(id) || (name !== undefined && words.includes(name))) return [];
        // A leftover that somebody has changed meanwhile is no longer what this stack has made.
        if (touched.has(id) && !had.has(id)) return [];
        return [violation("3", `at the end, ${told(thing)} is in no state, and nothing has named it`)];
    });
}

function nothingMissing({ things, held }: End, played: readonly Played[]): Violation[] {
    const last = played.at(-1);
    const errors = last?.done.errors ?? "";
    return held
        .filter(({ id, pendingReplacement }) => !pendingReplacement && things.get(thingId(id))?.exists !== true)
        .filter(({ id }) => !errors.includes(thingId(id)))
        .map(({ urn, id }) => violation("2", `at the end, ${urn} is ${id} in the state, and does not exist`));
}

function endsWell({ isRefused = false }: Scenario, played: readonly Played[]): Violation[] {
    return (
        played
            .filter(({ isRecovery, done }) => isRecovery && !done.ok && !isRefused)
            .filter(({ done }) => !remedies.some((remedy) => remedy.test(done.errors)))
            // What its creation has left is waited for.
            .filter(({ done }) => !/counts as deleted only if it is still missing/.test(done.words))
            .map(({ phase, done }) =>
                violation(
                    "ends",
                    `nothing is wrong any more, and \`${phase.name}\` fails without a remedy: ${done.errors}`,
                ),
            )
    );
}

/** After a good `up`, all is as declared; and another one finds nothing to do. */
function settles(end: End, played: readonly Played[]): Violation[] {
    // An `up` before a refresh may not see what the refresh shows.
    const refreshed = played.findLastIndex(({ phase }) => phase.asked?.do === "refresh");
    const ups = played
        .slice(refreshed + 1)
        .filter(({ isRecovery, phase, done }) => isRecovery && phase.asked?.do === "up" && done.ok);
    const last = played.at(-1);
    if (last === undefined || ups.at(-1) !== last) return [];
    const { model, urns, held, things, others } = end;
    const found = fulfilled(model, urns, held, things, (id) => !others.has(thingId(id)));
    const [first, second] = ups;
    const again = second?.requests.filter(({ method }) => method !== "GET") ?? [];
    if (first === undefined || second === undefined || again.length === 0) return found;
    const calls = again.map(({ method, endpoint }) => `${method} ${endpoint ?? ""}`).join(", ");
    return [...found, violation("7", `a second \`up\` asked for changes: ${calls}`)];
}

export const agreement = (end: End, scenario: Scenario, played: readonly Played[]): Violation[] => [
    ...endsWell(scenario, played),
    ...nothingLost(end, played),
    ...nothingMissing(end, played),
    ...settles(end, played),
];
