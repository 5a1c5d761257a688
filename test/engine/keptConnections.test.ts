// The connections of an operation in a kept process end with it, and none is opened for it afterwards.
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import * as grpc from "@grpc/grpc-js";
import { ConnectionsOf } from "../../src/engine/children/kept/connections";

let run = 1;
const connections = new ConnectionsOf(() => run);
connections.watch(require);

const clientOf = (port: number) => new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
const { SHUTDOWN } = grpc.connectivityState;

test("a client that is used in its run is closed at the end of it", () => {
    const client = clientOf(1);
    expect(client.getChannel().getConnectivityState(false)).not.toBe(SHUTDOWN);
    connections.close(run);
    expect(client.getChannel().getConnectivityState(false)).toBe(SHUTDOWN);
});

test("a client that is used for the first time when its run is over does not connect", async () => {
    const sockets: unknown[] = [];
    const server = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
    await once(server, "listening");
    run = 2;
    const client = clientOf((server.address() as AddressInfo).port);
    connections.close(run);
    expect(client.getChannel().getConnectivityState(true)).toBe(SHUTDOWN);
    run = 3;
    const other = clientOf((server.address() as AddressInfo).port);
    other.getChannel().getConnectivityState(true);
    await once(server, "connection");
    expect(sockets).toHaveLength(1);
    connections.close(run);
    server.close();
    for (const socket of sockets) (socket as { destroy(): void }).destroy();
    await once(server, "close");
});
