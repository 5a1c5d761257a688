import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";
import { host } from "./server";

/** Below those that systems choose for outgoing connections. */
const lowest = 15_000;
const highest = 32_000;
const spare = 16;

/** The ports of the databases, for as long as these exist. */
export class Ports {
    readonly #taken = new Map<string, number>();
    readonly #free: number[] = [];

    constructor(known: Readonly<Record<string, number>>) {
        this.set(known);
    }

    get known(): Record<string, number> {
        return Object.fromEntries(this.#taken);
    }

    /** The port of a database, which is chosen at the first call. */
    of(id: string): number {
        const port = this.#taken.get(id) ?? this.#free.pop() ?? this.#any();
        this.#taken.set(id, port);
        return port;
    }

    /** Releases all but those of these. */
    keepOnly(ids: ReadonlySet<string>): void {
        for (const id of this.#taken.keys()) if (!ids.has(id)) this.#taken.delete(id);
    }

    /** Replaces all. */
    set(known: Readonly<Record<string, number>>): void {
        this.#taken.clear();
        for (const [id, port] of Object.entries(known)) this.#taken.set(id, port);
    }

    #any(): number {
        const taken = [...this.#taken.values(), ...this.#free];
        for (;;) {
            const port = randomInt(lowest, highest);
            if (!taken.includes(port)) return port;
        }
    }

    /** Finds free ports in advance, so that a row can have its address at once. */
    async provide(): Promise<void> {
        while (this.#free.length < spare) {
            const port = this.#any();
            const server = createServer();
            try {
                await once(server.listen(port, host), "listening");
                this.#free.push(port);
            } catch (error) {
                if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
            } finally {
                server.close();
            }
        }
    }
}
