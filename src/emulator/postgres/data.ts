// Making the data of a database from that of another one: copies of files, and PostgreSQL's own functions for backups.
import path from "node:path";
import { copyFolder, linkOrCopy, writeDataFile } from "./files";
import type { Server } from "./server";

export const dataOf = (folder: string): string => path.join(folder, "data");

/** Files of the process that runs in the folder, or of its replicas. */
const isOfProcess = (file: string) => /^(postmaster\.(pid|opts)|(pg_replslot|pg_stat_tmp|log)\/.*)$/.test(file);
const isInLog = (file: string) => file.startsWith("pg_wal/");
const isSegment = (name: string) => /^[0-9A-F]{24}$/.test(name);

/** A file of the log is 1 MB: see `template.ts`. */
const segmentBits = 20;

/** The name of the file that contains a position of the log such as `0/1A2B3C8`, without the timeline. */
function segmentOf(position: string): string {
    const [high = "", low = ""] = position.split("/");
    const number = Number.parseInt(low, 16) >>> segmentBits;
    return [high, number.toString(16)].map((part) => part.toUpperCase().padStart(8, "0")).join("");
}

/**
 * Copies the log of changes. What is before `position` does not change any more, so that both can share it. No other file is shared: PostgreSQL
 * itself writes to `template1` and `template0` as well, when it vacuums them.
 */
const copyLog = (from: string, to: string, position: string): Promise<void> =>
    copyFolder(
        path.join(from, "pg_wal"),
        path.join(to, "pg_wal"),
        (name) => isSegment(name) || name.endsWith(".history"),
        (source, target, name) => linkOrCopy(source, target, isSegment(name) && name.slice(8) < segmentOf(position)),
    );

/**
 * Copies the current data of a database, which others may change meanwhile, with its whole log.
 * @param server - if it is running.
 * @param position - the last one that is known, in the database's log.
 */
export async function copyNow(from: string, server: Server | undefined, position: string, to: string): Promise<void> {
    const copy = () => copyFolder(from, to, (file) => !isOfProcess(file) && !isInLog(file));
    if (server) await writeDataFile(path.join(to, "backup_label"), await server.backUp(copy));
    else await copy();
    await copyLog(from, to, position);
}

/**
 * Copies the first data of a database, which is that of the template, and its whole log, from which a server can make every
 * later state.
 */
export async function copyHistory(
    template: string,
    from: string,
    server: Server | undefined,
    position: string,
    to: string,
): Promise<void> {
    // There must be something beyond every position that was recorded, and all of it in the files.
    await server?.client.query("SELECT pg_create_restore_point('copy'), pg_switch_wal()");
    await copyFolder(template, to);
    await copyLog(from, to, position);
}

/** Makes a server follow another one, or recover to a position, when it starts. */
export const makeStandby = (data: string): Promise<void> => writeDataFile(path.join(data, "standby.signal"), "");
