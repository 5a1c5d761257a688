// What PostgreSQL says in its own log.
import { existsSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import type { Core } from "../core/core";
import { addLogs } from "../resources/serviceLogs";
import { type Settings, superuser } from "./server";

const folder = "log";

/** Makes a server write its log to a file in its data, as JSON. */
export const logSettings: Settings = {
    logging_collector: "on",
    log_destination: "jsonlog",
    log_directory: folder,
    log_filename: "server.log",
    log_rotation_age: 0,
    log_rotation_size: 0,
    log_checkpoints: "off",
};

const Entry = z.object({
    error_severity: z.string(),
    message: z.string().default(""),
    detail: z.string().optional(),
    statement: z.string().optional(),
    user: z.string().optional(),
});

export interface LogEntry {
    readonly severity: string;
    readonly message: string;
}

/** None for what the emulator itself does. */
function entriesOf(line: string): LogEntry[] {
    const { error_severity, message, detail, statement, user } = Entry.parse(JSON.parse(line));
    if (user === superuser) return [];
    const parts = [
        message,
        ...(detail === undefined ? [] : [`DETAIL:  ${detail}`]),
        ...(statement === undefined ? [] : [`STATEMENT:  ${statement}`]),
    ];
    return [{ severity: error_severity, message: parts.join("\n") }];
}

/** The log of one database, from where it was last read. */
class ServerLog {
    readonly #file: string;
    #read: number;

    /** What is there already was read before the emulator started again. */
    constructor(data: string) {
        this.#file = path.join(data, folder, "server.json");
        this.#read = existsSync(this.#file) ? statSync(this.#file).size : 0;
    }

    /** The entries since the last call. */
    async next(): Promise<LogEntry[]> {
        if (!existsSync(this.#file)) return [];
        const file = await open(this.#file);
        try {
            const { size } = await file.stat();
            const { buffer } = await file.read({ buffer: Buffer.alloc(size - this.#read), position: this.#read });
            // A line that is being written has no end yet.
            const whole = buffer.subarray(0, buffer.lastIndexOf("\n") + 1);
            this.#read += whole.length;
            return whole.toString().split("\n").slice(0, -1).flatMap(entriesOf);
        } finally {
            await file.close();
        }
    }
}

/** The logs of all databases. What they say is added to the logs of their services. */
export class ServerLogs {
    readonly #logs = new Map<string, ServerLog>();

    constructor(private readonly core: () => Core) {}

    add(id: string, data: string): void {
        if (!this.#logs.has(id)) this.#logs.set(id, new ServerLog(data));
    }

    delete(id: string): void {
        this.#logs.delete(id);
    }

    async readAll(): Promise<void> {
        for (const [id, log] of this.#logs) {
            const entries = await log.next();
            const core = this.core();
            const service = core.world.services.get(id);
            if (service) addLogs(service, entries, core.now());
        }
    }
}
