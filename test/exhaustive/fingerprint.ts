// Whether two moments of different runs are the same, so that what follows is the same.
import type { Memory } from "../histories/oracle/scene";
import type { Stage } from "./stage";

const hour = 3_600_000;

/** The engine gives one to its provider. */
const uuids = /\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g;

/** Without what differs between equal moments: times, but for whether they are long ago, and random tokens. */
export function fingerprint(stage: Stage): string {
    const { emulator, stack, memory, others, clock } = stage;
    const now = clock.now();
    const { services, vpcs } = emulator.world;
    const plain = (key: string, value: unknown) => {
        if (key === "logs" || key === "phases" || key === "owner" || key === "manifest") return undefined;
        if (typeof value === "number" && value > 1e9) {
            const at = value > 1e12 ? value : value * 1000;
            return at > now ? "later" : now - at > hour ? "long ago" : "now";
        }
        return typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? "time" : value;
    };
    const listed = (set: ReadonlySet<string>) => [...set].sort();
    const known = (one: Memory) => [one.foreign, one.twins, one.retained, one.removed, one.disclosed].map(listed);
    const made = [...memory.made.keys()].sort();
    const minutes = Math.floor((now - memory.epoch) / (10 * 60_000));
    return JSON.stringify(
        [[...services.values()], [...vpcs.values()], stack.state, known(memory), made, listed(others), minutes],
        plain,
    ).replace(uuids, "");
}
