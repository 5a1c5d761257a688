// The watch over the engine without a provider's process: what ends that is a function of the test.
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import * as grpc from "@grpc/grpc-js";
import { VirtualClock } from "../../src/emulator";
import { systemClock } from "../../src/clock";
import { Connections } from "../../src/config/connections";
import { engineAt, type Engine } from "../../src/provider/engine";
import { readSettings } from "../../src/config/settings";
import { inTurn, json, withServer } from "../support/httpServer";
import { listen } from "../support/listen";

/** A TCP relay in front of the engine, whose connections can break while the engine lives. */
class Relay {
    readonly #sockets = new Set<Socket>();
    private constructor(private readonly server: Server) {}

    static async to(port: number): Promise<Relay> {
        const relay: Relay = new Relay(
            createServer((near) => {
                const far = connect(port, "127.0.0.1");
                for (const [from, into] of [
                    [near, far],
                    [far, near],
                ] as const) {
                    relay.#sockets.add(from);
                    from.pipe(into);
                    from.on("error", () => into.destroy()).on("close", () => into.destroy());
                }
            }),
        );
        await once(relay.server.listen(0, "127.0.0.1"), "listening");
        return relay;
    }

    get address(): string {
        return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    }

    get connections(): number {
        return this.#sockets.size / 2;
    }

    /** Holds all data until it is resumed, like a suspended engine. */
    stop(): void {
        for (const socket of this.#sockets) socket.pause();
    }

    goOn(): void {
        for (const socket of this.#sockets) socket.resume();
    }

    breakAll(): void {
        for (const socket of this.#sockets) socket.destroy();
    }

    async close(): Promise<void> {
        if (!this.server.listening) return;
        this.server.close();
        this.breakAll();
        await once(this.server, "close");
    }
}

/** A monitor of the engine connection that records when it would end the process. */
class Watcher {
    /** How often. */
    ends = 0;
    readonly ended: Promise<void>;
    readonly engine: Engine;

    constructor(address: string) {
        let tell: (() => void) | undefined;
        this.ended = new Promise((resolve) => (tell = resolve));
        const end = () => {
            this.ends++;
            tell?.();
        };
        this.engine = engineAt(address, { clock: new VirtualClock(), end });
    }
}

let server: grpc.Server;
let relay: Relay;
let watcher: Watcher;

beforeEach(async () => {
    // It has none of the engine's methods, and answers that it has not: it is there.
    server = new grpc.Server();
    relay = await Relay.to(await listen(server));
    watcher = new Watcher(relay.address);
});
afterEach(async () => {
    server.forceShutdown();
    await relay.close();
});

const gone = "The Pulumi engine is gone: nothing more is changed.";

test("an engine that answers anything is there", async () => {
    await watcher.engine.assertAlive();
    await watcher.engine.assertAlive();
    expect(watcher.ends).toBe(0);
    expect(relay.connections).toBe(1);
});

test("a connection that breaks is no loss where the engine takes another", async () => {
    await watcher.engine.assertAlive();
    for (let time = 1; time <= 3; time++) {
        relay.breakAll();
        await watcher.engine.assertAlive();
    }
    await watcher.engine.log.warn(undefined, "still there");
    expect(watcher.ends).toBe(0);
});

test("an engine that is stopped keeps every change waiting until it goes on", async () => {
    await watcher.engine.assertAlive();
    relay.stop();
    let mayChange = false;
    const asked = watcher.engine.assertAlive().then(() => (mayChange = true));
    // Longer than a response takes.
    await new Watcher(`127.0.0.1:${await listen(server)}`).engine.assertAlive();
    expect(mayChange).toBe(false);
    relay.goOn();
    await asked;
    expect(watcher.ends).toBe(0);
});

test("the end is told once, and every change after it is refused", async () => {
    await watcher.engine.assertAlive();
    await relay.close();
    await watcher.ended;
    await expect(watcher.engine.assertAlive()).rejects.toThrow(gone);
    await expect(watcher.engine.assertAlive()).rejects.toThrow(gone);
    await watcher.engine.log.warn(undefined, "nobody hears it");
    expect(watcher.ends).toBe(1);
});

test("where nothing has been asked of an engine yet, the first question finds out", async () => {
    await relay.close();
    await expect(watcher.engine.assertAlive()).rejects.toThrow(gone);
    expect(watcher.ends).toBe(1);
});

test("a log line that finds nobody is the same signal", async () => {
    await relay.close();
    await watcher.engine.log.status(undefined, "progress");
    await watcher.ended;
    expect(watcher.ends).toBe(1);
});

test("each attempt at a change asks; what only looks does not", async () => {
    const handler = inTurn(json(429, {}, { "retry-after": "12" }), json(204), json(200, { user: {} }));
    await withServer(handler, async ({ baseUrl, clock, received }) => {
        const asked: number[] = [];
        let isThere = true;
        const beforeMutation = () => {
            asked.push(received.length);
            return isThere ? Promise.resolve() : Promise.reject(new Error(gone));
        };
        const settings = readSettings(() => undefined, { CLOUDDB_API_KEY: "key", CLOUDDB_BASE_URL: baseUrl });
        const client = new Connections(settings, clock, { beforeMutation }).client(undefined);
        await client.vpcs.delete({ projectId: "p", vpcId: "v" });
        expect(asked).toEqual([0, 1]);
        await client.vpcs.list({ projectId: "p" }).catch(() => undefined);
        expect(asked).toEqual([0, 1]);
        isThere = false;
        received.length = 0;
        await expect(client.vpcs.delete({ projectId: "p", vpcId: "v" })).rejects.toThrow(gone);
        expect(received).toEqual([]);
    });
});

test("asking costs little", async () => {
    await watcher.engine.assertAlive();
    const times = 200;
    const since = systemClock.now();
    for (let time = 0; time < times; time++) await watcher.engine.assertAlive();
    // A millisecond or less on a machine with nothing else to do; the bound is for one that has.
    expect((systemClock.now() - since) / times).toBeLessThan(100);
});
