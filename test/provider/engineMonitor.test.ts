// Whether the engine is still there: probes with scripted answers, and a real connection that breaks.
import * as grpc from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { connectEngine, type EngineConnection, EngineMonitor } from "../../src/provider/engineMonitor";
const { OK, UNAVAILABLE, UNIMPLEMENTED } = grpc.status;

/** A connection whose probes get these answers, one after the other. */
function answering(...codes: number[]) {
    let probes = 0;
    const ends: string[] = [];
    const client = {
        getChannel: () => ({
            getConnectivityState: () => grpc.connectivityState.READY,
            watchConnectivityState: () => undefined,
        }),
        makeUnaryRequest: (...args: unknown[]) => {
            const done = args.at(-1) as (error: { code: number } | null) => void;
            const code = codes[probes++];
            if (code === undefined) throw new Error("one probe too many");
            done(code === (OK as number) ? null : { code });
        },
    };
    const monitor = new EngineMonitor({ grpc, client } as unknown as EngineConnection, () => void ends.push("end"));
    return { monitor, ends, probes: () => probes };
}

const gone = "The Pulumi engine is gone: nothing more is changed.";

test.each([
    ["an answer", [OK]],
    ["a refusal", [UNIMPLEMENTED]],
    ["an answer to the second probe, as after a connection that broke", [UNAVAILABLE, OK]],
])("%s proves that it is alive", async (_what, codes) => {
    const { monitor, ends, probes } = answering(...codes);
    await monitor.assertAlive();
    expect([ends, probes()]).toEqual([[], codes.length]);
});

test("two probes that do not reach it say that it is gone; then nothing is asked any more", async () => {
    const { monitor, ends, probes } = answering(UNAVAILABLE, UNAVAILABLE);
    await expect(monitor.assertAlive()).rejects.toThrow(gone);
    await expect(monitor.assertAlive()).rejects.toThrow(gone);
    monitor.suspect();
    expect([ends, probes()]).toEqual([["end"], 2]);
});

test("a suspicion is only one until two probes confirm it", async () => {
    const alive = answering(OK);
    alive.monitor.suspect();
    await new Promise(setImmediate);
    expect(alive.ends).toEqual([]);
    const dead = answering(UNAVAILABLE, UNAVAILABLE);
    dead.monitor.suspect();
    await new Promise(setImmediate);
    expect(dead.ends).toEqual(["end"]);
    await expect(dead.monitor.assertAlive()).rejects.toThrow(gone);
});

test("an engine that ends is noticed by whoever watches, without a call", async () => {
    const server = new grpc.Server();
    server.addService(EngineService, {});
    const port = await new Promise<number>((resolve, reject) =>
        server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
            error ? reject(error) : resolve(bound),
        ),
    );
    const connection = connectEngine(`127.0.0.1:${port}`)!;
    let monitor!: EngineMonitor;
    const ended = new Promise<void>((resolve) => (monitor = new EngineMonitor(connection, resolve)));
    monitor.watch();
    monitor.watch();
    await monitor.assertAlive();
    server.forceShutdown();
    await ended;
    await expect(monitor.assertAlive()).rejects.toThrow(gone);
    connection.client.close();
});
