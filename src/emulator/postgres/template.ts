// The data of a new service. It is made once for each version of PostgreSQL, and then copied.
import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { dataOf } from "./data";
import { copyWhole, linkOrCopy, makeDataFolder, renameOnce, sharedFolder, writeDataFile } from "./files";
import { type Installation, runProgram } from "./installation";
import type { Ports } from "./ports";
import { Server, type Settings, superuser } from "./server";

/** The role and the database that the documentation's connection strings have. */
export const masterUser = "tsdbadmin";
export const masterDatabase = "tsdb";
/** The role that replicas connect as. */
export const replicationUser = "clouddb_replication";

const initdbOptions = ["--username", superuser, "--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C"];
const fastOptions = ["--wal-segsize", "1", "--no-sync", "--no-instructions"];
const accessRules = "host all all 127.0.0.1/32 scram-sha-256\nhost replication all 127.0.0.1/32 scram-sha-256\n";
/** Of the server that makes it, which keeps no log: every copy of the template has it. */
const settings: Settings = { wal_keep_size: 0, min_wal_size: "2MB" };
const statements = [
    `CREATE ROLE ${replicationUser} LOGIN REPLICATION PASSWORD %L`,
    `CREATE ROLE ${masterUser} LOGIN CREATEDB CREATEROLE`,
    `GRANT pg_monitor TO ${masterUser}`,
    `CREATE DATABASE ${masterDatabase} OWNER ${masterUser} STRATEGY file_copy`,
];

/** All that decides what a template contains: one that was made otherwise has another name. */
function keyOf({ version }: Installation): string {
    const recipe = JSON.stringify([initdbOptions, fastOptions, accessRules, settings, statements]);
    return `${version}-${createHash("sha256").update(recipe).digest("hex").slice(0, 8)}`;
}

async function make(installation: Installation, folder: string, port: number): Promise<void> {
    const data = dataOf(folder);
    const password = randomBytes(24).toString("hex");
    const passwordFile = path.join(folder, "initial");
    await makeDataFolder(folder);
    await writeDataFile(passwordFile, password);
    const given = ["--pgdata", data, "--pwfile", passwordFile];
    await runProgram(installation.bin, "initdb", [...given, ...initdbOptions, ...fastOptions]).catch(
        (cause: unknown) => {
            const [, user] = /could not look up effective user ID (\d+)/.exec(String(cause)) ?? [];
            if (user === undefined) throw cause;
            const problem = `PostgreSQL needs an entry for the user ${user} in the system's list of users (/etc/passwd)`;
            throw new Error(`databases: ${problem}; add one, or run as another user`, { cause });
        },
    );
    await writeDataFile(path.join(data, "pg_hba.conf"), accessRules);
    const server = await Server.start(installation, { data, port, password, settings });
    try {
        for (const statement of statements) await server.execute(statement, password);
    } finally {
        await server.stop();
    }
    await rm(passwordFile);
    await writeFile(path.join(folder, "password"), password, { mode: 0o600 });
}

/** No server ever runs in a template, so that its copies can share its files. */
const copyTemplate = (from: string, to: string): Promise<void> =>
    copyWhole(from, to, (source, target) => linkOrCopy(source, target, true));

/**
 * Makes sure that `root` has the template, in `template/data`.
 * @returns the password of the superuser and the replication role in all copies of it.
 */
export async function template(installation: Installation, root: string, ports: Ports): Promise<string> {
    const folder = path.join(root, "template");
    const passwordIn = (of: string) => path.join(of, "password");
    if (!existsSync(folder)) {
        const shared = path.join(await sharedFolder(), `template-${keyOf(installation)}`);
        // Systems remove the files of temporary folders after some days, but not their folders.
        if (!existsSync(passwordIn(shared))) {
            await rm(shared, { recursive: true, force: true });
            const making = path.join(root, "making");
            await rm(making, { recursive: true, force: true });
            await make(installation, making, ports.of("(making)"));
            const draft = `${shared}.${process.pid}`;
            await copyTemplate(making, draft);
            await renameOnce(draft, shared);
            await rm(making, { recursive: true });
        }
        await copyTemplate(shared, folder);
    }
    return readFile(passwordIn(folder), "utf8");
}
