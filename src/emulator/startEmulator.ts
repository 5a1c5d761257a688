import type { Server } from "node:http";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { TrieRouter } from "hono/router/trie-router";
import { systemClock } from "../clock";
import { Control } from "./control/control";
import { controlRoutes } from "./control/routes";
import { Core } from "./core/core";
import { Faults } from "./core/faults";
import { defaultQuirks, Quirks } from "./core/quirks";
import { Random } from "./core/random";
import { newWorld } from "./core/seeds";
import { type Kept, readState, StateWriter } from "./core/stateFile";
import { Emulator } from "./emulator";
import { api } from "./http/api";
import { Interceptors } from "./http/interceptors";
import { Journal } from "./http/journal";
import { OwnRequests } from "./http/ownRequests";
import { Traffic } from "./http/traffic";
import { defaults, type EmulatorOptions } from "./options";
import { VirtualClock } from "./virtualClock";

function listen(server: Server, port: number, host: string): Promise<string> {
    return new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, host, () => {
            const address = server.address();
            const bound = typeof address === "object" && address ? address.port : port;
            resolve(`http://${host.includes(":") ? `[${host}]` : host}:${bound}`);
        });
    });
}

/** Longer than clients keep idle connections, so that none is closed just as a request is sent on it. */
const keepAliveMs = 65_000;

const closed = (server: Server) =>
    new Promise<void>((resolve) => {
        server.close(() => resolve());
        if ("closeAllConnections" in server) server.closeAllConnections();
    });

function checkOptions({ timeScale = defaults.timeScale, port = defaults.port }: EmulatorOptions): void {
    if (!Number.isFinite(timeScale) || timeScale < 0) throw new RangeError(`timeScale: ${timeScale} is not 0 or above`);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
        throw new RangeError(`port: ${port} is not within 0 to 65535`);
}

/** The initial core, from the state file if there is one. */
function newCore(options: EmulatorOptions, kept?: Kept): Core {
    const clock = options.clock ?? systemClock;
    const random = new Random(kept === undefined ? (options.seed ?? defaults.seed) : { state: kept.random });
    const { projects = defaults.projects, tokens = [], timeScale = defaults.timeScale } = options;
    const world = kept?.world ?? newWorld(random, projects, tokens, clock.now());
    const quirks = Quirks.parse({ ...defaultQuirks, ...options.quirks });
    return new Core(clock, random, timeScale, world, quirks, kept?.clockOffset ?? 0);
}

/**
 * Starts an emulator of the API on localhost.
 * @throws RangeError for an option out of range; what listening fails with (the port is taken); an unreadable state
 * file.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
    checkOptions(options);
    const { host = defaults.host, port = defaults.port, state: file, log } = options;
    let core = newCore(options, file === undefined ? undefined : readState(file));
    const [faults, interceptors, journal, traffic] = [new Faults(), new Interceptors(), new Journal(), new Traffic()];
    const renew = () => void (core = newCore(options));
    const parts = { core: () => core, faults, interceptors, journal, renew };
    const keep = () => ({ world: core.world, random: core.random.state, clockOffset: core.clockOffset });
    const writer = file === undefined ? undefined : new StateWriter(file, keep);
    const save = async () => writer?.save();

    // Hono's default router compiles its routes at the first request, which takes longer than all that most tests ask for.
    const app = new Hono<{ Bindings: HttpBindings }>({ router: new TrieRouter() });
    app.onError((error, c) => {
        log?.(error.stack ?? error.message);
        return c.json({ code: "INTERNAL", message: "The emulator has failed." }, 500);
    });
    app.route("/v1", api({ core: () => core, faults, interceptors, journal, traffic, save, log }));
    app.route("/_control", controlRoutes({ control: new Control(parts), host, save }));
    const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
    server.keepAliveTimeout = keepAliveMs;
    await save();
    const origin = await listen(server, port, host);

    const own = new OwnRequests(origin);
    const idle = () => traffic.moving === 0 && own.count <= traffic.waiting;
    const removeCheck = core.clock instanceof VirtualClock ? core.clock.addIdleCheck(idle) : () => undefined;
    const stop = async () => {
        removeCheck();
        own.close();
        await closed(server);
        await save();
    };
    return new Emulator(parts, { origin, idle, stop });
}
