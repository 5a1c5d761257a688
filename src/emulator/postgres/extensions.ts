// The extensions that the add-ons of a service need, as far as the installation has them.
import { isDeepStrictEqual } from "node:util";
import type { ServiceRow } from "../resources/service";
import type { Server, Settings } from "./server";
import type { LogEntry } from "./serverLog";
import { masterDatabase } from "./template";

export type Extension = "timescaledb" | "vector";

export const extensionsOf = ({ service_type, addons }: ServiceRow): Extension[] => [
    ...(service_type === "TIMESERIES_DB" ? ["timescaledb" as const] : []),
    ...(service_type === "VECTOR" || addons.includes("ai") ? ["vector" as const] : []),
];

/** PostgreSQL has to load this one when it starts. It also needs processes of its own, and otherwise reports to its makers. */
const timescaledb: Settings = {
    shared_preload_libraries: "timescaledb",
    "timescaledb.telemetry_level": "off",
    max_worker_processes: 16,
};

export class Extensions {
    /** Unknown until a server has said it. */
    #available: ReadonlySet<string> = new Set();

    #settings(wanted: readonly Extension[]): Settings {
        return wanted.includes("timescaledb") && this.#available.has("timescaledb") ? timescaledb : {};
    }

    /** Starts a server with `run`; twice, if only the first start shows what has to be loaded. */
    async start(wanted: readonly Extension[], run: (settings: Settings) => Promise<Server>): Promise<Server> {
        const settings = this.#settings(wanted);
        const server = await run(settings);
        if (wanted.length === 0) return server;
        try {
            const query = "SELECT name FROM pg_available_extensions";
            const { rows } = await server.client.query<{ name: string }>(query);
            this.#available = new Set(rows.map(({ name }) => name));
        } catch (error) {
            await server.stop();
            throw error;
        }
        if (isDeepStrictEqual(settings, this.#settings(wanted))) return server;
        await server.stop();
        return run(this.#settings(wanted));
    }

    /** Adds these to the database of a primary; returns a notice for each one that there is not, unless the log has it. */
    async add(server: Server, wanted: readonly Extension[], log: readonly LogEntry[]): Promise<LogEntry[]> {
        const isThere = (name: string) => this.#available.has(name);
        for (const name of wanted.filter(isThere)) {
            await server.executeIn(masterDatabase, "CREATE EXTENSION IF NOT EXISTS %I CASCADE", name);
        }
        const advice = "install one that has it, and pass `databases: { bin }`";
        return wanted
            .filter((name) => !isThere(name))
            .map((name) => ({
                severity: "WARNING",
                message: `extension "${name}" is not available in this PostgreSQL: ${advice}`,
            }))
            .filter((notice) => log.every(({ message }) => message !== notice.message));
    }
}
