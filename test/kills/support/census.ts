import { once } from "node:events";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import path from "node:path";
import { createInterface } from "node:readline";

export type Role = "engine" | "program" | "provider" | "other";

/** A process of a deployment. */
export interface Member {
    readonly pid: number;
    readonly role: Role;
    /** Resolves when it has ended. */
    readonly ended: Promise<void>;
    /** Resolves after this many turns of its event loop, or when it has ended. */
    turns(count: number): Promise<void>;
}

function roleOf(script: string): Role {
    if (script.endsWith(path.join("scripts", "deploy.mjs"))) return "engine";
    if (/dynamic-provider|pulumi-resource-clouddb/.test(script)) return "provider";
    return /cmd\/run(\/index(\.js)?)?$/.test(script) ? "program" : "other";
}

function killIfRunning(pid: number): void {
    try {
        process.kill(pid, "SIGKILL");
    } catch (error) {
        // It has just ended, and its connection is not closed yet.
        if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
}

/** Tracks the Node processes of a deployment without polling: each keeps a connection open, which closes when it ends. */
export class Census {
    readonly #alive = new Set<Member>();
    private constructor(private readonly server: Server) {
        server.on("connection", (socket) => void this.#admit(socket));
    }

    static async take(): Promise<Census> {
        const server = createServer();
        await once(server.listen(0, "127.0.0.1"), "listening");
        return new Census(server);
    }

    /** The environment of the first process. `nodeOptions` are added to NODE_OPTIONS. */
    environment(nodeOptions = ""): Readonly<Record<string, string>> {
        const preload = path.join(__dirname, "preload.js");
        return {
            CENSUS_PORT: String((this.server.address() as AddressInfo).port),
            NODE_OPTIONS: `${nodeOptions} --require ${preload}`.trim(),
        };
    }

    /** The running processes. */
    members(...roles: readonly Role[]): Member[] {
        return [...this.#alive].filter(({ role }) => roles.length === 0 || roles.includes(role));
    }

    /** Kills the running processes; resolves when they have ended. */
    async kill(members: readonly Member[]): Promise<void> {
        for (const { pid } of members) killIfRunning(pid);
        await Promise.all(members.map(({ ended }) => ended));
    }

    /** Fails if a process is left. */
    async close(): Promise<void> {
        await this.kill(this.members());
        this.server.close();
    }

    async #admit(socket: Socket): Promise<void> {
        socket.on("error", () => undefined); // A process that was killed may reset it.
        const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
        const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
        const first = await lines.next();
        if (first.done === true) return;
        // A gRPC client that looks for an engine which had this port before.
        if (first.value.startsWith("PRI ")) return void socket.destroy();
        const { pid, script } = JSON.parse(first.value) as { pid: number; script: string };
        const turns = async (count: number) => {
            for (let turn = 0; turn < count && socket.writable; turn++) {
                socket.write("\n");
                await lines.next();
            }
        };
        const member = { pid, role: roleOf(script), ended, turns };
        this.#alive.add(member);
        void ended.then(() => this.#alive.delete(member));
    }
}
