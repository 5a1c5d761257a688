// Runs the SDK's scripts one after the other. Each believes that it has a process to itself: see KeptProcesses.
import { AsyncLocalStorage } from "node:async_hooks";
import { createRequire } from "node:module";
import path from "node:path";
import type * as Grpc from "@grpc/grpc-js";
import { dist } from "../../../packageRoot";
import { loadLater } from "../lazyModules";
import { endOfOutput, type EndedMessage, type RunMessage, type ToKept } from "./messages";
import { Listeners } from "./listeners";
import { RunConnections } from "./connections";

const here = path.join(dist, "engine", "children") + path.sep;
const packages = `${path.sep}node_modules${path.sep}`;
const sdk = path.join(path.sep, "@pulumi", "pulumi", path.sep);
const grpc = path.join(path.sep, "@grpc", "grpc-js", path.sep);
/**
 * Parts of the SDK without a state of a run: those that take long to load, and the session with V8's debugger, of which each new one
 * would be told of every script, by all that are there.
 */
const statelessParts = [
    ...["proto", "vendor", "node_modules"].map((part) => sdk + part + path.sep),
    sdk + path.join("runtime", "closure", "v8Hooks.js"),
];

/**
 * gRPC keeps connections in its modules, to use them for the next client of the same address. An address may belong to another
 * process by then.
 */
const holdsConnections = (file: string) => file.includes(grpc) || file.endsWith("_grpc_pb.js");

/**
 * Modules that outlive a run: packages, but for this one, gRPC and the SDK, which remembers connections, and the last message, of a
 * run in its modules.
 */
function outlives(file: string): boolean {
    if (file.startsWith(here)) return true;
    if (!file.includes(packages) || file.startsWith(dist) || holdsConnections(file)) return false;
    return !file.includes(sdk) || statelessParts.some((part) => file.includes(part));
}

/** What a run has left behind may still go on. It must not end the process, nor write into the next run's output. */
const runs = new AsyncLocalStorage<number>();
let current = 0;
let tellToEnd: () => void = () => undefined;

const isOver = () => ![undefined, current].includes(runs.getStore());

const exit = process.exit.bind(process);
process.exit = (code) => (isOver() ? (undefined as never) : exit(code));
for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
    stream.write = (...args: unknown[]) => isOver() || write(...args);
}
// Nor may an error in it be taken for one of the next run.
const emit = process.emit.bind(process) as (...args: unknown[]) => boolean;
const failures: readonly unknown[] = ["uncaughtException", "unhandledRejection"];
(process as { emit: typeof emit }).emit = (...args) => (failures.includes(args[0]) && isOver()) || emit(...args);

const { stackTraceLimit } = Error;
const load = createRequire(__filename);
const listeners = new Listeners();

function forgetModules(): void {
    for (const file of Object.keys(require.cache)) if (!outlives(file)) Reflect.deleteProperty(require.cache, file);
}

function setEnvironment(env: RunMessage["env"]): void {
    for (const name of Object.keys(process.env)) if (env[name] === undefined) Reflect.deleteProperty(process.env, name);
    for (const [name, value] of Object.entries(env)) if (value !== undefined) process.env[name] = value;
}

/** Modules that NODE_OPTIONS names are loaded before each run, as Node does it. */
function preload({ NODE_OPTIONS = "" }: RunMessage["env"]): void {
    for (const [, file] of NODE_OPTIONS.matchAll(/--require "?([^" ]+)"?/g)) if (file) load(file);
}

/** How often `beforeExit` must come with nothing left to do: the SDK uses it twice to ask for more. */
const lastRounds = 3;

/** Resolves when a process of its own would exit. */
function nothingLeft(): Promise<void> {
    return new Promise((resolve) => {
        let rounds = 0;
        process.on("beforeExit", () => {
            if (++rounds <= lastRounds) setImmediate(() => undefined);
            else {
                process.channel?.ref();
                resolve();
            }
        });
        process.channel?.unref();
    });
}

async function run({ run: number, args, cwd, env }: RunMessage): Promise<void> {
    const [script = "", ...rest] = args;
    current = number;
    listeners.remember();
    process.chdir(cwd);
    setEnvironment(env);
    process.argv = [process.execPath, script, ...rest];
    process.exitCode = undefined;
    Error.stackTraceLimit = stackTraceLimit;
    // The SDK's settings of the operation.
    delete (globalThis as { globalStore?: unknown }).globalStore;
    forgetModules();
    loadLater();
    const connections = new RunConnections(createRequire(script)("@grpc/grpc-js") as typeof Grpc);
    const told = new Promise<void>((resolve) => (tellToEnd = resolve));
    const ended = Promise.race([nothingLeft(), told]);
    runs.run(number, () => {
        preload(env);
        load(script);
    });
    await ended;
    process.channel?.ref();
    connections.close();
    // Its listeners may set another code.
    process.emit("exit", 0);
    const code = Number((process as Pick<NodeJS.Process, "exitCode">).exitCode ?? 0);
    current = 0;
    listeners.restore();
    for (const stream of [process.stdout, process.stderr]) stream.write(`${endOfOutput(number)}\n`);
    process.send?.({ ended: number, code } satisfies EndedMessage);
}

process.on("message", (message: ToKept) => {
    if ("run" in message) void run(message);
    else if (message.end === current) tellToEnd();
});
process.channel?.ref();
