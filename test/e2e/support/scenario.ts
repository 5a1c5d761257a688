import { rmSync } from "node:fs";
import type { EndpointName } from "../../../src/provider/api";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../../src/emulator";
import { fixtureProject, write } from "../../support/fixtureProject";
import { hasDatabases } from "../../support/hasDatabases";
import type { Modules } from "../../support/deployHere";
import { scaledClock } from "../../support/scaledClock";
import { cliDriver, pulumiOnPath } from "./cli";
import { nativeDriver } from "./nativeDriver";
import type { Driver, Stack } from "./driver";
import { embeddedDriver, hereDriver } from "./embedded";

/** Long enough for a scenario on a busy machine. */
const patienceMs = 240_000;
/** Whether a scenario that does not need real databases runs on them all the same. Default: it does not, since each costs seconds of the CPU. */
const inAny = hasDatabases && process.env["CLOUDDB_TEST_DATABASES"] === "1";
/** How many times as fast as in life everything goes. Databases take real time, in which no request may time out. */
const paceOf = (databases: EmulatorOptions["databases"]) => (databases ? 6 : 60);
/** Operations of the API take the same real time at each pace. */
const timeScaleOf = (pace: number) => pace / 600;

export interface Stage {
    readonly emulator: Emulator;
    readonly stack: Stack;
    readonly folder: string;
    /** Of the processes of the stack. */
    readonly environment: Readonly<Record<string, string>>;
    /** Sets the program: what follows the imports of `pulumi` and `clouddb`. */
    program(body: string): void;
    /** The mutating calls that the API got since the last time, in order. */
    calls(): (EndpointName | undefined)[];
    /** The stack of that name, made when it is asked for first; `dev` is there from the start. */
    another(name: string): Promise<Stack>;
}

/**
 * Runs a scenario on every engine there is, each with a project, a stack and an emulator of its own: on the Pulumi CLI by the dynamic and by the
 * native provider.
 */
export function scenario(name: string, play: (stage: Stage) => Promise<void>, options: EmulatorOptions = {}): void {
    run(embeddedDriver, name, play, options);
    onlyOnCli(name, play, options);
}

/** A scenario of what programs and pages say: on the embedded engine in this process, and on the Pulumi CLI. */
export function pageScenario(
    name: string,
    play: (stage: Stage) => Promise<void>,
    options: EmulatorOptions = {},
    onCli?: CliScenario,
): void {
    onlyHere(name, play, options);
    onlyOnCli(name, play, options, onCli);
}

/** A scenario on the embedded engine in this process, whose programs find these modules as well. */
export function onlyHere(
    name: string,
    play: (stage: Stage) => Promise<void>,
    options: EmulatorOptions = {},
    modules: Modules = {},
): void {
    run(hereDriver(modules), name, play, options);
}

/** A scenario of something that the embedded engine does not offer. */
export function onlyOnCli(
    name: string,
    play: (stage: Stage) => Promise<void>,
    options: EmulatorOptions = {},
    { patience = patienceMs, drivers = [cliDriver, nativeDriver] }: CliScenario = {},
): void {
    if (pulumiOnPath === undefined)
        test.skip(`${name} (on the Pulumi CLI: there is no pulumi on the PATH)`, () => undefined);
    else for (const driver of drivers) run(driver, name, play, options, patience);
}

export interface CliScenario {
    readonly patience?: number;
    /** Default: the dynamic and the native provider. */
    readonly drivers?: readonly Driver[];
}

function run(
    driver: Driver,
    name: string,
    play: (stage: Stage) => Promise<void>,
    { databases: needed, ...options }: EmulatorOptions,
    patience = patienceMs,
): void {
    const databases = needed ?? inAny;
    const work = async () => {
        const pace = paceOf(databases);
        const clock = scaledClock(pace);
        const emulator = await startEmulator({ clock, timeScale: timeScaleOf(pace), ...options, databases });
        const folder = fixtureProject({});
        const environment = { ...clock.environment, CLOUDDB_BASE_URL: emulator.url, CLOUDDB_API_KEY: emulator.token };
        const printed: string[] = [];
        const stacks = new Map<string, Promise<Stack>>();
        const make = async (name: string): Promise<Stack> => {
            const stack = await driver.stack(folder, name, environment);
            const run: Stack["run"] = async (operation, options) => {
                const outcome = await stack.run(operation, options);
                printed.splice(0, Infinity, `${operation} of ${name}:`, outcome.printed);
                return outcome;
            };
            return { ...stack, run };
        };
        const open = (name: string): Promise<Stack> => {
            if (!stacks.has(name)) stacks.set(name, make(name));
            return stacks.get(name)!;
        };
        try {
            await play({
                emulator,
                folder,
                environment,
                stack: await open("dev"),
                another: open,
                program: (body) => write(folder, { "index.js": `${imports}\n${body}\n` }),
                calls() {
                    const changes = emulator.requests().filter(({ method }) => method !== "GET");
                    emulator.clearRequests();
                    return changes.map(({ endpoint }) => endpoint);
                },
            });
        } catch (error) {
            // What failed an operation is not in its exit code.
            if (error instanceof Error) error.message += `\n\n${printed.join("\n")}`;
            throw error;
        } finally {
            await emulator.stop();
            rmSync(folder, { recursive: true, force: true });
        }
    };
    test(`${name} (on ${driver.name}${databases ? ", with databases" : ""})`, work, patience);
}

const imports = `"use strict";
const pulumi = require("@pulumi/pulumi");
const clouddb = require("pulumi-clouddb");`;
