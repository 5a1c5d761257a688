// Endpoints that lead to a database at another port: of poolers, inside VPCs, and of read replica sets with several nodes.
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { host } from "./server";
import { settled } from "./settled";

/** An endpoint that is to accept connections. */
export interface Gate {
    readonly id: string;
    /** The databases that take its connections in turn. */
    readonly to: readonly string[];
    /** Whether it leads there by a pooler, where there is one. */
    readonly isPooler: boolean;
}

/** One that accepts connections. */
export interface Endpoint {
    readonly hasEnded: boolean;
    close(): Promise<void>;
}

/** Opens a pooler at a port, which leads to the database at another one. */
export type OpenPooler = (port: number, target: number) => Promise<Endpoint>;

class OpenGate implements Endpoint {
    readonly hasEnded = false;
    readonly #server: Server;
    readonly #sockets = new Set<Socket>();
    #turn = 0;

    constructor(private readonly ports: readonly number[]) {
        this.#server = createServer((client) => this.#join(client));
    }

    async open(port: number): Promise<this> {
        await once(this.#server.listen(port, host), "listening");
        return this;
    }

    #join(client: Socket): void {
        const server = connect(this.ports[this.#turn++ % this.ports.length] ?? 0, host);
        client.pipe(server).pipe(client);
        for (const socket of [client, server]) {
            this.#sockets.add(socket);
            // Whoever ends first, and however, ends the other one.
            socket.on("error", () => socket.destroy());
            socket.on("close", () => {
                this.#sockets.delete(socket);
                client.destroy();
                server.destroy();
            });
        }
    }

    async close(): Promise<void> {
        const closed = once(this.#server, "close");
        this.#server.close();
        for (const socket of this.#sockets) socket.destroy();
        await closed;
    }
}

export class Gates {
    readonly #open = new Map<string, { readonly gate: Endpoint; readonly ports: string }>();

    constructor(
        private readonly portOf: (id: string) => number,
        /** `undefined`: the connections of poolers are passed through. */
        private readonly openPooler: OpenPooler | undefined,
    ) {}

    readonly #portsOf = ({ to }: Gate): number[] => to.map(this.portOf);

    /** Closes all but these. */
    async closeOthers(desired: readonly Gate[]): Promise<void> {
        const wanted = new Map(desired.map((one) => [one.id, this.#portsOf(one).join()]));
        const others = [...this.#open].filter(([id, { gate, ports }]) => gate.hasEnded || wanted.get(id) !== ports);
        await settled(
            others.map(async ([id, { gate }]) => {
                await gate.close();
                this.#open.delete(id);
            }),
        );
    }

    /** Opens these, as far as they are not open. */
    async open(desired: readonly Gate[]): Promise<void> {
        const missing = desired.filter(({ id }) => !this.#open.has(id));
        await settled(
            missing.map(async (one) => {
                const ports = this.#portsOf(one);
                const port = this.portOf(one.id);
                const gate =
                    this.openPooler && one.isPooler
                        ? await this.openPooler(port, ports[0] ?? 0)
                        : await new OpenGate(ports).open(port);
                this.#open.set(one.id, { gate, ports: ports.join() });
            }),
        );
    }
}
