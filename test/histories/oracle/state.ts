// Rules 2 and 3: nothing is orphaned or created twice.
import type { RequestEntry } from "../../../src/emulator";
import type { Held } from "../engine/operate";
import { slotsOf, specOf } from "../model/program";
import { type Memory, type Rule, type Scene, slotAt, type Violation, violation, wordsOf } from "./scene";
import { ownNameIn, thingId, told } from "./world";

export const idsIn = (state: readonly Held[]) => new Set(state.map(({ id }) => thingId(id)));

/**
 * Whether the API has accepted its deletion in this operation, and has then said of it, or of the service that has it, that it is
 * gone: the own GET by a 404, and a list that was asked for later. Where lists omit what is being deleted, and the service's own GET shows
 * sets that cannot be read, only that list says anything.
 */
function isSaidToBeGone({ requests, after, omitsDeleting }: Scene, id: string): boolean {
    const isAccepted = ({ status }: RequestEntry) => status !== undefined && status < 300;
    const ends = (path: string) => path.endsWith(`/${id}`);
    const { parent, row } = after.things.get(id) ?? {};
    const asked = requests.findIndex((one) => one.method === "DELETE" && ends(one.path) && isAccepted(one));
    const shows = ({ path }: RequestEntry) => ends(path) || (parent !== undefined && path.endsWith(`/${parent}`));
    const saysNothing = ({ status, faults }: RequestEntry) =>
        status === 404 || (omitsDeleting && row?.kind === "replicaSet" && faults.includes("deform"));
    const missing = requests.findIndex(
        (one, at) => at > asked && one.method === "GET" && shows(one) && saysNothing(one),
    );
    const listed = requests.some((one, at) => at > missing && one.method === "GET" && isAccepted(one));
    return asked >= 0 && missing >= 0 && listed && after.things.get(id)?.alive === false;
}

/** Whether a deletion leaves the resource itself: by its state, or with `--run-program` by the program. */
function isKeptOnDelete(scene: Scene, { urn, retainOnDelete }: Held): boolean {
    const slot = scene.asked.runProgram === true ? slotAt(scene, urn) : undefined;
    return retainOnDelete || (slot !== undefined && specOf(scene.program, slot)?.options.retainOnDelete === true);
}

export const nothingForgotten: Rule = (scene) => {
    const { asked, before, after, outcome } = scene;
    const kept = idsIn(after.state);
    const urns = new Set(after.state.map(({ urn }) => urn));
    const deleted = new Set(outcome.steps.filter(({ op }) => op.startsWith("delete")).map(({ urn }) => urn));
    return before.state.flatMap((held) => {
        const { urn, id, pendingReplacement, deletedWith } = held;
        const thing = after.things.get(thingId(id));
        // The engine forgets it before it asks for the deletion of the other one, which may be refused: `docs/limits.md`.
        // A destroy deletes the other one, or has begun to.
        const goesWithAnother =
            deletedWith !== undefined && (asked.do === "destroy" || !urns.has(deletedWith) || deleted.has(deletedWith));
        if (kept.has(thingId(id)) || isKeptOnDelete(scene, held) || pendingReplacement || goesWithAnother) return [];
        if (thing?.exists !== true || isSaidToBeGone(scene, thing.id)) return [];
        return [violation("2", `${urn} left the state, and ${told(thing)} still exists`)];
    });
};

/** Whether the operation's messages name a resource that may exist, by its id or its name. */
function isDisclosed(scene: Scene, id: string): boolean {
    const words = wordsOf(scene.outcome);
    const thing = scene.after.things.get(id);
    if (words.includes(id)) return true;
    const named = thing?.name === undefined ? /peering/.test(words) : words.includes(JSON.stringify(thing.name));
    return named && /may exist|whether it exists|does not list it|is listed/i.test(words);
}

/** What exists, and is in no state, without an error having named it. Notes what the operation's errors have named. */
export const nothingUnknown: Rule = (scene, memory) => {
    const { before, after, others, outcome } = scene;
    const kept = idsIn(after.state);
    const violations: Violation[] = [];
    for (const thing of after.things.values()) {
        const { id, alive } = thing;
        if (!alive || kept.has(id) || others.has(id) || memory.foreign.has(id) || memory.retained.has(id)) continue;
        if (isDisclosed(scene, id)) memory.disclosed.add(id);
        // What is killed says nothing.
        if (outcome.killed || memory.disclosed.has(id) || before.things.has(id)) continue;
        violations.push(violation("3", `${told(thing)} was made, is in no state, and no error names it`));
    }
    return violations;
};

export const hour = 3_600_000;

/**
 * What an interrupted `up` has left within the last hour, and what nobody has any longer, is named before another one
 * of the same resource name is created beside it.
 */
export const namesLeftovers: Rule = (scene, memory) => {
    const { asked, before, after, others, outcome, preview, program, onNameConflict, now, stack } = scene;
    if (asked.do !== "up" || outcome.killed || !outcome.ok || scene.elsewhere) return [];
    // An API that hides what is new for minutes leaves nothing to name.
    if (scene.hides) return [];
    const kept = idsIn(after.state);
    const had = idsIn(before.state);
    // A resource inside a component may have the label of one outside of it.
    const place = (name: string, inComponent: boolean) => `${name} ${inComponent}`;
    const places = new Set(
        slotsOf(program)
            .map((slot) => specOf(program, slot)!)
            // Who says `ignore` asks for another one.
            .filter(({ options }) => (options.onNameConflict ?? onNameConflict) !== "ignore")
            .filter(({ args }) => (args as { name?: string }).name === undefined)
            .map(({ options: { label, component } }) => place(label, component !== undefined)),
    );
    const isNamed = ({ urn, name }: Held) => places.has(place(name, urn.includes("$")));
    const isCreated = ({ id }: Held) => !had.has(thingId(id)) && !before.things.has(thingId(id));
    const created = after.state.filter((held) => !held.markedForDelete && isNamed(held) && isCreated(held));
    const words = `${wordsOf(outcome)}\n${preview ? wordsOf(preview) : ""}`;
    return [...before.things.values()].flatMap((thing) => {
        const { id, alive, row, name } = thing;
        const isLeft = alive && !kept.has(id) && !others.has(id) && memory.made.get(id)?.stack === stack;
        if (!isLeft || memory.retained.has(id) || memory.disclosed.has(id) || after.things.get(id)?.alive !== true)
            return [];
        if (row.kind !== "service" || now - row.created_at > hour || name === undefined) return [];
        const ownName = ownNameIn(name);
        // What an interrupted `up` has left in the project of another profile cannot be seen from here.
        const isBeside = (held: Held) => {
            const other = after.things.get(thingId(held.id));
            const isInProject = other?.row.kind === "service" && other.row.project_id === row.project_id;
            return isInProject && other.environment === thing.environment;
        };
        const beside = created.find((held) => held.name === ownName && ownName !== name && isBeside(held));
        if (beside === undefined || words.includes(id)) return [];
        const left = `${told(thing)} of an interrupted operation`;
        return [violation("3", `${beside.urn} was created, and ${left} was not named`)];
    });
};

/** The state has the address of the resource itself. */
export const tellsOfItself: Rule = ({ after }) =>
    after.state.flatMap(({ urn, id, outputs }) => {
        const { host } = (outputs["endpoint"] ?? {}) as { host?: string };
        return host === undefined || host.startsWith(`${thingId(id)}.`)
            ? []
            : [violation("2", `${urn} is ${id}, and has the address ${host} of another`)];
    });

/** Faults that leave the password in the answer to a create. */
const harmless = new Set(["deform"]);

/** Only the answer to a create has the first password: whoever gets it keeps it. */
export const keepsPassword: Rule = ({ requests, before, after, outcome, emptyAnswers }) => {
    if (outcome.killed) return [];
    const answered = requests.filter(
        ({ endpoint, status, faults }) =>
            (endpoint === "createService" || endpoint === "forkService") &&
            !emptyAnswers.includes(endpoint) &&
            status !== undefined &&
            status < 300 &&
            faults.every((kind) => harmless.has(kind)),
    );
    return after.state.flatMap(({ urn, id, outputs }) => {
        const row = after.things.get(thingId(id))?.row;
        if (row?.kind !== "service" || before.things.has(id)) return [];
        const calls = answered.filter(({ body }) => (body as { name?: unknown } | undefined)?.name === row.name);
        // Of two calls with one name, nothing tells which has made it.
        if (calls.length !== 1 || outputs["password"] !== undefined) return [];
        return [violation("5", `${urn} was created, and the password in the answer is lost`)];
    });
};

/**
 * What this operation has deleted is in the state of no resource. Of what `--target` or `--exclude` leaves out, such as the successor of
 * what a forced replacement has left, the engine tells the provider nothing: `docs/limits.md`.
 */
export const nothingDead: Rule = ({ before, after, outcome, asked, selected }, { removed }) => {
    if (!outcome.ok || (asked.do !== "up" && asked.do !== "destroy")) return [];
    return after.state.flatMap(({ urn, id, markedForDelete, pendingReplacement }) => {
        const was = before.things.get(thingId(id));
        const is = after.things.get(thingId(id));
        const died = was?.alive === true && is?.alive !== true;
        const isRemainder = before.state.some((other) => other.markedForDelete && other.id === id);
        const isUnseen = selected !== undefined && (!selected.has(urn) || isRemainder);
        if (!died || isUnseen || removed.has(was.id) || markedForDelete || pendingReplacement) return [];
        return [violation("4", `${urn} is in the state, and this operation has deleted ${told(was)}`)];
    });
};

/** Notes what leaves the state and is to stay. */
export function noteRetained(scene: Scene, memory: Memory): void {
    const kept = idsIn(scene.after.state);
    for (const held of scene.before.state) {
        const isLeft = isKeptOnDelete(scene, held) || held.deletedWith !== undefined;
        if (isLeft && !kept.has(thingId(held.id))) memory.retained.add(thingId(held.id));
    }
}
