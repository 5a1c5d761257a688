import type { VirtualClock } from "../../../src/emulator";
import type { Source } from "../../../src/lifecycle/wait/collectionReader";

/** A record that only says when it was read. */
export interface Stamped {
    readonly id: string;
    readonly at: number;
}

/** A request: for the list, or for the record of an id. */
export interface Asked {
    readonly what: string;
    readonly at: number;
}

/** A collection whose records only say when they were read; it counts who asked for what. */
export function counting(clock: VirtualClock, ids: readonly string[]) {
    const asked: Asked[] = [];
    const note = (what: string) => {
        asked.push({ what, at: clock.now() });
        return clock.now();
    };
    const source: Source<Stamped> = {
        list: () => {
            const at = note("list");
            return Promise.resolve(ids.map((id) => ({ id, at })));
        },
        get: (id) => Promise.resolve(ids.includes(id) ? { id, at: note(id) } : undefined),
        idOf: ({ id }) => id,
    };
    return { asked, source };
}
