// Rules 2 and 3 at the end: the state and the API agree, or somebody was told.
import { fulfilled } from "../../histories/oracle/fulfilled";
import { type Violation, violation } from "../../histories/oracle/scene";
import { thingId, told } from "../../histories/oracle/world";
import type { Played } from "../run";
import type { Scenario } from "../scenario";
import type { Stage } from "../stage";

/** An error has to say what to do, or what may exist. */
const remedies: readonly RegExp[] = [
    /`adopt: "/,
    /`deletionProtection: false`/,
    /`pulumi (up|refresh|state|destroy|preview|stack)\b/,
    /`onNameConflict: "ignore"`/,
    /`clouddb \w+/,
    /[Dd]elete (it|them|what)/,
    /another `name`/,
    /currently marked for protection/,
];

const wordsOf = (played: readonly Played[]) => played.map(({ done }) => done.words).join("\n");

/** Every row that this stack has made is in the state, or was named. */
function nothingLost({ things, held, memory, others }: Stage, played: readonly Played[]): Violation[] {
    const kept = new Set(held.map(({ id }) => thingId(id)));
    const words = wordsOf(played);
    return [...things.values()].flatMap((thing) => {
        const { id, alive, name } = thing;
        if (!alive || kept.has(id) || memory.foreign.has(id) || others.has(id) || memory.retained.has(id)) return [];
        if (words.includes(id) || (name !== undefined && words.includes(name))) return [];
        return [violation("3", `at the end, ${told(thing)} is in no state, and nothing has named it`)];
    });
}

function nothingMissing({ things, held }: Stage): Violation[] {
    return held
        .filter(({ id }) => things.get(thingId(id))?.exists !== true)
        .map(({ urn, id }) => violation("2", `at the end, ${urn} is ${id} in the state, and does not exist`));
}

function endsWell({ isRefused = false }: Scenario, played: readonly Played[]): Violation[] {
    return played
        .filter(({ isRecovery, done }) => isRecovery && !done.ok && !isRefused)
        .filter(({ done }) => !remedies.some((remedy) => remedy.test(done.errors)))
        .map(({ phase, done }) =>
            violation("ends", `nothing is wrong any more, and \`${phase.name}\` fails without a remedy: ${done.errors}`),
        );
}

/** After a good `up`, all is as declared; and another one finds nothing to do. */
function settles(stage: Stage, played: readonly Played[]): Violation[] {
    const ups = played.filter(({ isRecovery, phase, done }) => isRecovery && phase.asked?.do === "up" && done.ok);
    const last = played.at(-1);
    if (last === undefined || ups.at(-1) !== last) return [];
    const found = fulfilled(stage.model, stage.urns, stage.held, stage.things, (id) => !stage.others.has(thingId(id)));
    const [first, second] = ups;
    const again = second?.requests.filter(({ method }) => method !== "GET") ?? [];
    if (first === undefined || second === undefined || again.length === 0) return found;
    const calls = again.map(({ method, endpoint }) => `${method} ${endpoint ?? ""}`).join(", ");
    return [...found, violation("7", `a second \`up\` asked for changes: ${calls}`)];
}

export const agreement = (stage: Stage, scenario: Scenario, played: readonly Played[]): Violation[] => [
    ...endsWell(scenario, played),
    ...nothingLost(stage, played),
    ...nothingMissing(stage),
    ...settles(stage, played),
];
