// The monitor of the engine, in this process: a function of the test takes the place of the exit.
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { VirtualClock } from "../../../src/emulator";
import { serve } from "../../../src/engine/protocol";
import { Connections } from "../../../src/provider/config/connections";
import { engineAt } from "../../../src/provider/dynamic/engineConnection";
import { readSettings } from "../../../src/provider/config/settings";
import { inTurn, json, withServer } from "../../support/httpServer";

/** A TCP relay in front of the engine, whose connections can break while the engine lives. */
class Relay {
    readonly #sockets = new Set<Socket>();
    private constructor(private readonly server: Server) {}

    static async to(address: string): Promise<Relay> {
        const { hostname, port } = new URL(`tcp://${address}`);
        const relay: Relay = new Relay(
            createServer((near) => {
                const far = connect(Number(port), hostname);
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

/** A connection to the engine, with what it calls to end the process. */
function watch(address: string) {
    const end = jest.fn<unknown, []>();
    const ended = new Promise<void>((resolve) => end.mockImplementation(resolve));
    return { end, ended, engine: engineAt(address, { clock: new VirtualClock(), end }) };
}

let engine: Awaited<ReturnType<typeof serve>>;
let relay: Relay;
let watcher: ReturnType<typeof watch>;

beforeEach(async () => {
    // It has none of the engine's methods: any answer shows that it is alive.
    engine = await serve(EngineService, {});
    relay = await Relay.to(engine.address);
    watcher = watch(relay.address);
});
afterEach(async () => {
    engine.stop();
    await relay.close();
});

const gone = "The Pulumi engine is gone: nothing more is changed.";

test("an engine that answers anything is alive", async () => {
    await watcher.engine.assertAlive();
    await watcher.engine.assertAlive();
    expect(watcher.end).toHaveBeenCalledTimes(0);
    expect(relay.connections).toBe(1);
});

test("a broken connection does no harm if the engine accepts another one", async () => {
    await watcher.engine.assertAlive();
    for (let time = 1; time <= 3; time++) {
        relay.breakAll();
        await watcher.engine.assertAlive();
    }
    await watcher.engine.log.warn(undefined, "still there");
    expect(watcher.end).toHaveBeenCalledTimes(0);
});

test("a suspended engine delays every change until it continues", async () => {
    await watcher.engine.assertAlive();
    relay.stop();
    let mayChange = false;
    const asked = watcher.engine.assertAlive().then(() => (mayChange = true));
    // Longer than a response takes.
    await watch(engine.address).engine.assertAlive();
    expect(mayChange).toBe(false);
    relay.goOn();
    await asked;
    expect(watcher.end).toHaveBeenCalledTimes(0);
});

test("the loss of the engine is reported once, and every later change is refused", async () => {
    await watcher.engine.assertAlive();
    await relay.close();
    await watcher.ended;
    await expect(watcher.engine.assertAlive()).rejects.toThrow(gone);
    await expect(watcher.engine.assertAlive()).rejects.toThrow(gone);
    await watcher.engine.log.warn(undefined, "nobody hears it");
    expect(watcher.end).toHaveBeenCalledTimes(1);
});

test("a log message that cannot be delivered shows that the engine is gone", async () => {
    await relay.close();
    await watcher.engine.log.status(undefined, "progress");
    await watcher.ended;
    expect(watcher.end).toHaveBeenCalledTimes(1);
});

test("a mutating request checks the engine just before it leaves; a read does not", async () => {
    const handler = inTurn(json(204), json(200, { user: {} }));
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
        expect(asked).toEqual([0]);
        await client.vpcs.list({ projectId: "p" }).catch(() => undefined);
        expect(asked).toEqual([0]);
        isThere = false;
        received.length = 0;
        await expect(client.vpcs.delete({ projectId: "p", vpcId: "v" })).rejects.toThrow(gone);
        expect(received).toEqual([]);
    });
});
