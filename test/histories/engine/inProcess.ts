// Program and provider in this process, on the clock of the API.
import type { Clock } from "../../../src/clock";
import type { Properties } from "../../../src/engine/model/values";
import { build } from "../model/build";
import { type Given, type Host, operate } from "./embedded";
import { MortalClock } from "./life";
import type { Engine, Outcome, Place, Request, Stack } from "./operate";
import { runProgram } from "./program";
import { providerCalls, providersOf, runtimeOf } from "./provider";

function host({ config, life, emit }: Given, time: Clock, program: () => void): Host {
    const mortal = life && new MortalClock(time, life);
    const clock = mortal ?? time;
    const told = (severity: "info" | "warning") => (urn: string | undefined, message: string) => {
        emit({ kind: "diagnostic", diagnostic: { severity, urn, message } });
        return Promise.resolve();
    };
    const log = {
        status: (urn: string | undefined, message: string) => emit({ kind: "status", urn, message }),
        debug: () => undefined,
        info: told("info"),
        warn: told("warning"),
    };
    const calls = providerCalls(providersOf(runtimeOf(clock, log, config, mortal?.beforeMutation)));
    return {
        clock,
        providerConfig: {} satisfies Properties,
        provider: { client: () => Promise.resolve(calls), use: () => undefined },
        program: (planner) => runProgram(planner, program),
        end: () => Promise.resolve(),
    };
}

/** One operation with a program of this process. */
export const operateHere = (
    stack: Stack,
    place: Place,
    request: Request & { readonly program: () => void },
    clock: Clock,
): Promise<Outcome> => operate(stack, place, request, (given) => Promise.resolve(host(given, clock, request.program)));

export const inProcess = (clock: Clock): Engine => ({
    longestMs: 60_000,
    operate: (stack, place, task) =>
        operateHere(stack, place, { ...task, program: () => build(task.program, task.epoch) }, clock),
    stop: () => Promise.resolve(),
});
