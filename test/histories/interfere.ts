// What happens at a request of an operation: a kill, somebody else's act, another behaviour of the API.
import type { Interceptor, RequestEntry } from "../../src/emulator";
import type { Bench } from "./engine/bench";
import type { Life } from "./engine/operate";
import type { Moment } from "./model/history";

const isCounted = ({ method }: RequestEntry, { of }: Moment) => of === "all" || method !== "GET";

/** Intercepts the requests to both environments. @returns what ends it */
function intercept(bench: Bench, interceptor: Interceptor): () => void {
    const ends = bench.emulators.map((emulator) => emulator.intercept(interceptor));
    return () => ends.forEach((end) => end());
}

/** Calls `act` once, before that request is processed. What `act` itself requests is not counted. Time stands still, unless it is to pass. */
export function at(
    bench: Bench,
    moment: Moment,
    act: () => void | Promise<void>,
    { letsTimePass = false } = {},
): () => void {
    let count = 0;
    let isActing = false;
    return intercept(bench, {
        letsTimePass,
        async before(entry) {
            if (isActing || !isCounted(entry, moment) || count++ !== moment.request) return undefined;
            isActing = true;
            await act();
            isActing = false;
            return undefined;
        },
    });
}

/** Kills the processes at that request, and lets nothing of theirs arrive any more. */
export function killAt(bench: Bench, kill: Moment & { readonly done: boolean }, life: Life): () => Promise<void> {
    let count = 0;
    let last: RequestEntry | undefined;
    const end = intercept(bench, {
        before(entry) {
            if (life.isOver) return "drop";
            if (!isCounted(entry, kill) || count++ !== kill.request) return undefined;
            last = entry;
            if (kill.done) return undefined;
            life.kill();
            return "drop";
        },
        after(entry) {
            if (entry === last) life.kill();
            return life.isOver ? "drop" : undefined;
        },
    });
    return async () => {
        // What was under way comes to its end.
        if (life.isOver) await bench.time.calm();
        end();
    };
}
