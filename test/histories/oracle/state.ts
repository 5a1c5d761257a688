// Rules 2 and 3: nothing is orphaned, created twice, or taken from somebody else.
import type { Held } from "../engine/operate";
import { specOf, slotsOf } from "../model/program";
import { type Memory, type Rule, type Scene, type Violation, wordsOf } from "./scene";
import { thingId, told } from "./world";

const idsIn = (state: readonly Held[]) => new Set(state.map(({ id }) => thingId(id)));

export const nothingForgotten: Rule = ({ before, after }) => {
    const kept = idsIn(after.state);
    return before.state.flatMap(({ urn, id, retainOnDelete, pendingReplacement }) => {
        const thing = after.things.get(thingId(id));
        if (kept.has(thingId(id)) || retainOnDelete || pendingReplacement || thing?.alive !== true) return [];
        return [{ rule: "2", what: `${urn} left the state, and ${told(thing)} still exists` }];
    });
};

/** Whether the operation's messages name a resource that may exist, by its id or its name. */
function isDisclosed(scene: Scene, id: string): boolean {
    const words = wordsOf(scene.outcome);
    const thing = scene.after.things.get(id);
    if (words.includes(id)) return true;
    const named = thing?.name === undefined ? /peering/.test(words) : words.includes(JSON.stringify(thing.name));
    return named && /may exist|whether it exists|does not list it/.test(words);
}

/** What exists, and is in no state, without an error having named it. Notes what the operation's errors have named. */
export const nothingUnknown: Rule = (scene: Scene, memory: Memory): Violation[] => {
    const { before, after } = scene;
    const kept = idsIn(after.state);
    const violations: Violation[] = [];
    for (const thing of after.things.values()) {
        const { id, alive } = thing;
        if (!alive || kept.has(id) || memory.foreign.has(id) || memory.retained.has(id)) continue;
        if (isDisclosed(scene, id)) memory.disclosed.add(id);
        if (memory.disclosed.has(id) || before.things.has(id)) continue;
        violations.push({ rule: "3", what: `${told(thing)} was made, is in no state, and no error names it` });
    }
    return violations;
};

export const nothingTaken: Rule = (scene, { foreign, onNameConflict }) => {
    const { before, after, program, urns } = scene;
    const had = idsIn(before.state);
    return after.state.flatMap(({ urn, id }) => {
        const thing = after.things.get(thingId(id));
        if (had.has(thingId(id)) || !foreign.has(thingId(id)) || thing === undefined) return [];
        const slot = slotsOf(program).find((each) => urns.get(each) === urn);
        const options = slot && specOf(program, slot)?.options;
        const asked = options?.adopt === id || (options?.onNameConflict ?? onNameConflict) === "adopt";
        return asked
            ? []
            : [
                  {
                      rule: "3",
                      what: `${urn} took ${told(thing)}, which was there before and which nobody told it to adopt`,
                  },
              ];
    });
};

/** Two resources may share a database in the state, but not one that this operation has deleted. */
export const nothingDead: Rule = ({ before, after, outcome, asked }) => {
    if (!outcome.ok || asked.do !== "up") return [];
    return after.state.flatMap(({ urn, id, condemned, pendingReplacement }) => {
        const was = before.things.get(thingId(id));
        const is = after.things.get(thingId(id));
        const died = was?.alive === true && is?.alive !== true;
        if (!died || condemned || pendingReplacement) return [];
        return [{ rule: "4", what: `${urn} is in the state, and this operation has deleted ${told(was)}` }];
    });
};

/** Notes what leaves the state and is to stay. */
export function noteRetained({ before, after }: Scene, memory: Memory): void {
    const kept = idsIn(after.state);
    for (const { id, retainOnDelete } of before.state)
        if (retainOnDelete && !kept.has(thingId(id))) memory.retained.add(thingId(id));
}
