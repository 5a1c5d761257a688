// Making the data of a database from that of another one: copies of files, and PostgreSQL's own functions for backups.
import { existsSync } from "node:fs";
import path from "node:path";
import { copyFolder, writeDataFile } from "./files";
import type { Server } from "./server";

export const dataOf = (folder: string): string => path.join(folder, "data");

/**
 * The data as it was at first. From it and the log of changes, which is in the current data, every later state can be made.
 * A database that was made from the template has no copy of its own.
 */
export function baseOf(folder: string, template: string): string {
    const own = path.join(folder, "base");
    return existsSync(own) ? own : template;
}

/** Files of the process that runs in the folder, or of its replicas. */
const isOfProcess = (file: string) => /^(postmaster\.(pid|opts)|(pg_replslot|pg_stat_tmp)\/.*)$/.test(file);
/** The log of changes. */
const isInLog = (file: string) => file.startsWith("pg_wal/");
const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name);
const isHistory = (name: string) => name.endsWith(".history");
/** Without the digits of the timeline. */
const placeOf = (segment: string) => segment.slice(8);

const copyLog = (from: string, to: string, first = ""): Promise<void> =>
    copyFolder(
        path.join(from, "pg_wal"),
        path.join(to, "pg_wal"),
        (name) => isHistory(name) || (isSegment(name) && placeOf(name) >= placeOf(first)),
    );

/** Copies the current data of a server while others write to it. */
async function copyRunning({ client, start: { data } }: Server, to: string): Promise<void> {
    const begun = await client.query<{ first: string }>(
        "SELECT pg_walfile_name(pg_backup_start('copy', true)) AS first",
    );
    await copyFolder(data, to, (file) => !isOfProcess(file) && !isInLog(file));
    const ended = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)");
    await writeDataFile(path.join(to, "backup_label"), ended.rows[0]?.labelfile ?? "");
    await copyLog(data, to, begun.rows[0]?.first);
}

/** Copies the current data of a database, which may be running. */
export const copyNow = (folder: string, server: Server | undefined, to: string): Promise<void> =>
    server ? copyRunning(server, to) : copyFolder(dataOf(folder), to, (file) => !isOfProcess(file));

/** Copies the first data of a database, and all its changes. */
export async function copyHistory(
    folder: string,
    template: string,
    server: Server | undefined,
    to: string,
): Promise<void> {
    // There must be something beyond every moment, and all of it in the files.
    await server?.client.query("SELECT pg_create_restore_point('copy'), pg_switch_wal()");
    await copyFolder(baseOf(folder, template), to, (file) => !isOfProcess(file));
    await copyLog(dataOf(folder), to);
}

/** Makes a server follow another one, or recover to a position, when it starts. */
export const makeStandby = (data: string): Promise<void> => writeDataFile(path.join(data, "standby.signal"), "");
