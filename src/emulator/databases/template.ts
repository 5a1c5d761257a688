// The data of a new service. It is made once for each version of PostgreSQL, and then copied.
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { copyFolder, copyWhole, makeDataFolder, renameOnce, sharedFolder, writeDataFile } from "./files";
import { type Installation, runProgram } from "./installation";
import type { Ports } from "./ports";
import { Server, superuser } from "./server";

/** The role and the database that the documentation's connection strings have. */
export const masterUser = "tsdbadmin";
export const masterDatabase = "tsdb";
/** The role that replicas connect as. */
export const replicationUser = "clouddb_replication";

/** Part of the folder's name: change it with what is made here. */
const edition = 1;

async function make(installation: Installation, folder: string, port: number): Promise<void> {
    const data = path.join(folder, "data");
    const password = randomBytes(24).toString("hex");
    const passwordFile = path.join(folder, "initial");
    await makeDataFolder(folder);
    await writeDataFile(passwordFile, password);
    await runProgram(installation.bin, "initdb", [
        ...["--pgdata", data, "--username", superuser, "--pwfile", passwordFile, "--auth", "scram-sha-256"],
        ...["--encoding", "UTF8", "--locale", "C", "--wal-segsize", "1", "--no-sync", "--no-instructions"],
    ]);
    await writeDataFile(
        path.join(data, "pg_hba.conf"),
        "host all all 127.0.0.1/32 scram-sha-256\nhost replication all 127.0.0.1/32 scram-sha-256\n",
    );
    const server = await Server.start(installation, { data, port, password, settings: {} });
    try {
        await server.execute(`CREATE ROLE ${replicationUser} LOGIN REPLICATION PASSWORD %L`, password);
        await server.execute(`CREATE ROLE ${masterUser} LOGIN CREATEDB CREATEROLE`);
        await server.execute(`GRANT pg_monitor TO ${masterUser}`);
        await server.execute(`CREATE DATABASE ${masterDatabase} OWNER ${masterUser}`);
    } finally {
        await server.stop();
    }
    await rm(passwordFile);
    await writeFile(path.join(folder, "password"), password, { mode: 0o600 });
}

/**
 * Makes sure that `root` has the template, in `template/data`.
 * @returns the password of the superuser and the replication role in all copies of it.
 */
export async function template(installation: Installation, root: string, ports: Ports): Promise<string> {
    const folder = path.join(root, "template");
    if (!existsSync(folder)) {
        const shared = path.join(await sharedFolder(), `template-${installation.version}-${edition}`);
        if (!existsSync(shared)) {
            const making = path.join(root, "making");
            await rm(making, { recursive: true, force: true });
            await make(installation, making, ports.of("(making)"));
            const draft = `${shared}.${process.pid}`;
            await copyFolder(making, draft);
            await renameOnce(draft, shared);
            await rename(making, folder);
        } else {
            await copyWhole(shared, folder);
        }
    }
    return readFile(path.join(folder, "password"), "utf8");
}
