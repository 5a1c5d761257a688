// What somebody else does between two requests: in the API's console, with the same key, or from another stack.
import { actInConsole } from "../histories/console";
import type { CreateCall } from "../histories/oracle/world";
import type { Stage } from "./stage";
import type { Strike } from "./watch";

type Hand = (stage: Stage, id: string) => readonly string[];

/** On one service. */
const onService: Readonly<Record<string, Hand>> = {
    promote(stage, id) {
        stage.emulator.drift(id, { environment: "PROD" });
        return [id];
    },
    rename(stage, id) {
        stage.emulator.drift(id, { name: "renamed-in-the-console" });
        return [id];
    },
    delete(stage, id) {
        const { memory, emulator } = stage;
        const sets = emulator.world.services.get(id)?.replica_sets ?? [];
        for (const each of [id, ...sets.map((set) => set.id)]) memory.removed.add(each);
        emulator.remove(id);
        return [id];
    },
    /** As far as the API shows it: the other stack sets a password, and something that this one does not manage. */
    "adopt elsewhere"(stage, id) {
        stage.emulator.drift(id, { pooler: true, password: "of-another-stack" });
        stage.others.add(id);
        return [id];
    },
    "add a set"(stage, id) {
        const set = stage.emulator.create.replicaSet({ service_id: id, name: "of-somebody-else" });
        stage.memory.foreign.add(set.id);
        return [id, set.id];
    },
};

/** Acts only if there still is such a service. */
const ifThere =
    (hand: Hand, id: string): Hand =>
    (stage) =>
        stage.emulator.world.services.has(id) ? hand(stage, id) : [];

const hours = 3_600_000;

/** One of the same name: just what was asked for, as long ago as that. */
function namesake(stage: Stage, call: CreateCall, ageMs: number): readonly string[] {
    const slot = "s0" as const;
    const known = { ...call, endpoint: "createService" as const };
    const ids = actInConsole(stage.emulator, { act: "twin", slot, ageMs }, "", known);
    for (const id of ids) {
        stage.memory.foreign.add(id);
        if (ageMs === 0) stage.memory.twins.add(id);
    }
    return ids;
}

/**
 * @param subjects the services that there are then
 * @param call the call of the run that creates a service, or one that would create the subject
 */
export function handsAt(subjects: readonly string[], call: CreateCall | undefined): Strike[] {
    const strikes: Strike[] = subjects.flatMap((id, nth) =>
        Object.entries(onService).map(([what, hand]): Strike => {
            const name = `${what}${subjects.length > 1 ? ` ${nth + 1}` : ""}`;
            return { name, kind: "moment", act: (stage) => ifThere(hand, id)(stage, id) };
        }),
    );
    if (call === undefined) return strikes;
    return [
        ...strikes,
        { name: "namesake, older", kind: "moment", act: (stage) => namesake(stage, call, 2 * hours) },
        { name: "namesake, new", kind: "moment", act: (stage) => namesake(stage, call, 0) },
    ];
}

export { namesake };
