// PgBouncer, where it is on the PATH: the pooler of a service or read replica set.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { systemClock } from "../../shared/clock";
import { makeDataFolder, serverUser, writeDataFile } from "./files";
import type { Endpoint } from "./gates";
import { environment } from "./installation";
import { isFree } from "./ports";
import { host, type Settings, superuser } from "./server";

/** What all poolers have. */
export interface PoolerParts {
    /** PgBouncer. */
    readonly program: string;
    readonly root: string;
    /** Of the superuser, who looks up the passwords of all others. */
    readonly password: string;
    /** The certificate, as the servers have it. */
    readonly settings: Settings;
}

/** PgBouncer on the PATH. */
export function findPooler(): string | undefined {
    const folders = (process.env["PATH"] ?? "").split(path.delimiter);
    return folders.map((folder) => path.join(folder, "pgbouncer")).find((file) => existsSync(file));
}

const pollMs = 10;

/** Opens a pooler at a port, which leads to the database at another one; resolves when it listens. */
export async function openPooler(parts: PoolerParts, port: number, target: number): Promise<Endpoint> {
    const { program, root, password, settings } = parts;
    const folder = path.join(root, `pooler-${port}`);
    await makeDataFolder(folder);
    const [config, users] = [path.join(folder, "pgbouncer.ini"), path.join(folder, "users")];
    const lines = {
        listen_addr: host,
        listen_port: port,
        unix_socket_dir: "",
        pool_mode: "transaction",
        max_client_conn: 1000,
        // Passwords are asked of the database at every login, so that a new one applies at once.
        auth_type: "scram-sha-256",
        auth_file: users,
        auth_user: superuser,
        client_tls_sslmode: "allow",
        client_tls_key_file: settings["ssl_key_file"],
        client_tls_cert_file: settings["ssl_cert_file"],
        ignore_startup_parameters: "extra_float_digits",
    };
    const text = Object.entries(lines).map(([name, value]) => `${name} = ${value}\n`);
    await writeDataFile(users, `"${superuser}" "${password}"\n`);
    await writeDataFile(config, `[databases]\n* = host=${host} port=${target}\n[pgbouncer]\n${text.join("")}`);
    const options = { ...serverUser, cwd: folder, env: environment(), detached: true } as const;
    const child = spawn(program, [config], { ...options, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr.on("data", (more: Buffer) => (said = `${said}${more.toString()}`.slice(-2000)));
    const ended = Promise.race([once(child, "close"), once(child, "error")]);
    const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
    while (await isFree(port)) {
        if (hasEnded()) throw new Error(`databases: ${program} has ended: ${said.trim()}`);
        await systemClock.sleep(pollMs);
    }
    return {
        get hasEnded() {
            return hasEnded();
        },
        async close() {
            child.kill("SIGTERM");
            await ended;
            await rm(folder, { recursive: true, force: true });
        },
    };
}
