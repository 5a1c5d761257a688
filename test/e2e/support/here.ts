// A program that uses this package, and its provider, in this process.
import { type Clock, systemClock } from "../../../src/shared/clock";
import * as clouddb from "../../../src";
import type { DeployOptions, DeployResult } from "../../../src/engine";
import { typeOf } from "../../../src/engine/model/resource";
import type { Emit } from "../../../src/engine/run/events";
import { ProviderRuntime } from "../../../src/provider/dynamic/providerRuntime";
import { providerCalls } from "../../histories/engine/inProcess";
import { deployHere, type Modules } from "../../support/deployHere";
import { providersOf, type Type } from "../../support/inProcess";

export type Environment = Readonly<Record<string, string>>;

/** The clock that a process with this environment would have: see `scaledClock`. */
function clockOf({ FAST_CLOCK = "1", FAST_CLOCK_START = "0" }: Environment): Clock {
    const [factor, start] = [Number(FAST_CLOCK), Number(FAST_CLOCK_START)];
    return {
        now: () => start + (systemClock.now() - start) * factor,
        sleep: (ms, signal) => systemClock.sleep(ms / factor, signal),
    };
}

function provider(config: ReadonlyMap<string, string>, emit: Emit, clock: Clock, environment: Environment) {
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
    const runtime = new ProviderRuntime(clock, log, environment);
    runtime.configure((key) => config.get(key));
    const providers = providersOf(runtime);
    return providerCalls(({ urn }) => providers[typeOf(urn).split(":").at(-1) as Type]);
}

/** Like `deploy`, with these variables in the environment, and these modules for the program. */
export const deployOurs =
    (environment: Environment, modules: Modules) =>
    async (options: DeployOptions & { readonly dir: string }): Promise<DeployResult> => {
        const clock = clockOf(environment);
        const before = { ...process.env };
        // The functions of a program read it.
        Object.assign(process.env, environment, { NODE_OPTIONS: before["NODE_OPTIONS"] ?? "" });
        try {
            return await deployHere(options, {
                modules: { "pulumi-clouddb": clouddb, ...modules },
                environment,
                clock,
                provider: (config, emit) => provider(config, emit, clock, environment),
            });
        } finally {
            process.env = before;
        }
    };
