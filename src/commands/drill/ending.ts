// How a command that creates something for a while ends early. What it has created is deleted all the same.
import { callAfter, type Clock } from "../../shared/clock";
import { duration } from "../../shared/duration";
import type { AnyDefinition } from "../../provider/lifecycle";
import { DrillEnded, exitCodes } from "./report";

/** Ends a command at the signal of its caller, or at its time-out. */
export class Ending {
    readonly signal: AbortSignal;
    /** Stops the timer. */
    readonly close: () => void;

    /** @param timeout - milliseconds. @param what - for the message: `drill`. */
    constructor(clock: Clock, signal: AbortSignal, timeout: number, what: string) {
        const limit = new AbortController();
        const message = `The ${what} did not complete within ${duration(timeout)}; \`--timeout\` allows longer.`;
        const end = () => limit.abort(new DrillEnded("timedOut", exitCodes.timedOut, message));
        this.close = callAfter(clock, timeout, end);
        this.signal = AbortSignal.any([signal, limit.signal]);
    }
}

/** Rejects with the reason of the signal. */
export const rejectedBy = (signal: AbortSignal): Promise<never> =>
    new Promise((_, reject) => {
        const end = () => reject(signal.reason as Error);
        if (signal.aborted) end();
        else signal.addEventListener("abort", end, { once: true });
    });

type Create = () => Promise<unknown>;

/**
 * A definition whose waits end when `signal` is aborted, and which changes nothing after that.
 * @param call - makes each call that may create something.
 */
export function endingWith(
    signal: AbortSignal,
    definition: AnyDefinition,
    call: (create: Create) => Promise<unknown>,
): AnyDefinition {
    const { creation } = definition;
    return {
        ...definition,
        clientFor(project, id) {
            const client = definition.clientFor(project, id);
            const until: typeof client.until = (wait) => {
                const look: typeof wait.look = (record, at) => {
                    signal.throwIfAborted();
                    return wait.look(record, at);
                };
                return client.until({ ...wait, look });
            };
            const act: typeof client.act = async (step) => {
                signal.throwIfAborted();
                return client.act(step);
            };
            return { ...client, until, act };
        },
        creation: creation && {
            ...creation,
            spec: (project, args, name) => {
                const spec = creation.spec(project, args, name);
                const createUnlessEnded = async () => {
                    signal.throwIfAborted();
                    return call(() => spec.create());
                };
                return { ...spec, create: createUnlessEnded };
            },
        },
    };
}
