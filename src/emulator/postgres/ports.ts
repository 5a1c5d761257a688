import { randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { z } from "zod";
import { replaceFile } from "../core/replaceFile";
import { host } from "./server";

/** Below those that systems choose for outgoing connections. */
const lowest = 15_000;
const highest = 32_000;
const spare = 16;

type Known = Readonly<Record<string, number>>;
const File = z.object({ ports: z.record(z.string(), z.number()) });

/** The ports in a file; none if there is none. */
export const readPorts = async (file: string): Promise<Known> =>
    existsSync(file) ? File.parse(JSON.parse(await readFile(file, "utf8"))).ports : {};

export const writePorts = (file: string, ports: Known): Promise<void> => replaceFile(file, JSON.stringify({ ports }));

/** Whether no program listens there. */
export async function isFree(port: number): Promise<boolean> {
    const server = createServer();
    try {
        await once(server.listen(port, host), "listening");
        return true;
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
        return false;
    } finally {
        server.close();
    }
}

/** The ports of the databases, for as long as these exist. */
export class Ports {
    readonly #taken = new Map<string, number>();
    readonly #free: number[] = [];

    constructor(known: Known) {
        this.set(known);
    }

    get known(): Known {
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
    set(known: Known): void {
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
            if (await isFree(port)) this.#free.push(port);
        }
    }
}
