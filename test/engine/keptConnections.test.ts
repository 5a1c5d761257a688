// The connections of an operation in a kept process end with it, and what is left of the operation gets no others.
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import type * as Grpc from "@grpc/grpc-js";
import { RunConnections } from "../../src/engine/children/kept/connections";

/** As in a kept process, a copy of its own for each run. */
function newRun() {
    let grpc!: typeof Grpc;
    jest.isolateModules(() => (grpc = jest.requireActual<typeof Grpc>("@grpc/grpc-js")));
    const connections = new RunConnections(grpc);
    const channel = (port: number) =>
        new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure()).getChannel();
    return { grpc, connections, channel };
}

const { SHUTDOWN } = newRun().grpc.connectivityState;

test("a channel that was used is closed at the end of the run, by which its calls fail", async () => {
    const { grpc, connections, channel } = newRun();
    const used = channel(1);
    const Generated = grpc.makeClientConstructor(
        {
            ask: {
                path: "/test/ask",
                requestStream: false,
                responseStream: false,
                requestSerialize: () => Buffer.alloc(0),
                requestDeserialize: () => undefined,
                responseSerialize: () => Buffer.alloc(0),
                responseDeserialize: () => undefined,
            },
        },
        "test",
    );
    const options = { channelOverride: used };
    const client = new Generated("127.0.0.1:1", grpc.credentials.createInsecure(), options);
    const waits = new grpc.Metadata({ waitForReady: true });
    const failed = new Promise<Grpc.ServiceError | null>((resolve) => {
        (client as unknown as { ask: (request: object, metadata: Grpc.Metadata, done: typeof resolve) => void }).ask(
            {},
            waits,
            resolve,
        );
    });
    expect(used.getConnectivityState(false)).not.toBe(SHUTDOWN);
    connections.close();
    expect(used.getConnectivityState(false)).toBe(SHUTDOWN);
    await expect(failed).resolves.toMatchObject({ code: grpc.status.UNAVAILABLE });
});

test("a run that is over does not connect, and neither fails nor goes on when it tries", async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const over = newRun();
    over.connections.close();
    const answers: unknown[] = [];
    const left = over.channel(port);
    expect(left.getConnectivityState(true)).toBe(SHUTDOWN);
    left.watchConnectivityState(SHUTDOWN, Infinity, (error) => answers.push(error));
    const client = new over.grpc.Client(`127.0.0.1:${port}`, over.grpc.credentials.createInsecure());
    const nothing = () => Buffer.alloc(0);
    client.makeUnaryRequest("/test/ask", nothing, nothing, {}, (error) => answers.push(error));
    const late = new over.grpc.Server();
    late.bindAsync("127.0.0.1:0", over.grpc.ServerCredentials.createInsecure(), (error) => answers.push(error));

    const next = newRun();
    next.channel(port).getConnectivityState(true);
    await once(server, "connection");
    expect(sockets).toHaveLength(1);
    expect(answers).toEqual([]);
    next.connections.close();
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, "close");
});
