// Folders of data: who owns them, and how they are copied.
import { execFile } from "node:child_process";
import { constants } from "node:fs";
import {
    chmod,
    chown,
    copyFile,
    link,
    lstat,
    mkdir,
    readdir,
    readlink,
    rename,
    rm,
    symlink,
    writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { settled } from "./settled";

export interface User {
    readonly uid: number;
    readonly gid: number;
}

const nobody = 65_534;

/** PostgreSQL refuses to run as root, so there it runs as the user without rights. `undefined`: as oneself. */
export const serverUser: User | undefined = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined;

const own = (file: string): Promise<void> =>
    serverUser ? chown(file, serverUser.uid, serverUser.gid) : Promise.resolve();

/** Makes a folder, and those above it, that others may enter whatever the umask is. What is there stays as it is. */
export async function makeFolder(folder: string, mode = 0o755): Promise<void> {
    const first = await mkdir(folder, { recursive: true });
    for (let made = folder; first !== undefined && made.length >= first.length; made = path.dirname(made))
        await chmod(made, mode);
}

/** The same without what was there. */
export async function makeFreshFolder(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    await makeFolder(folder);
}

/** @throws an error that says so if PostgreSQL's user is another one and cannot reach the folder. */
export async function checkReach(folder: string): Promise<void> {
    if (!serverUser) return;
    try {
        await promisify(execFile)("test", ["-x", folder], serverUser);
    } catch (cause) {
        const { code } = cause as { code: unknown };
        if (code === "EINVAL" || code === "EPERM")
            throw new Error(
                `databases: PostgreSQL does not run as root, and this process is root where there is no other user (a user namespace, or a container without rights); run it as another user`,
                { cause },
            );
        if (code !== 1) throw cause;
        const problem = `PostgreSQL does not run as root, and the user ${serverUser.uid} cannot reach ${folder}`;
        throw new Error(`databases: ${problem}; keep the state elsewhere, or do not run as root`, { cause });
    }
}

/** A folder of PostgreSQL's user. It may exist. */
export async function makeDataFolder(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true });
    await chmod(folder, 0o700);
    await own(folder);
    const { uid, mode } = await lstat(folder);
    if (process.getuid && (uid !== (serverUser?.uid ?? process.getuid()) || (mode & 0o077) !== 0))
        throw new Error(
            `databases: PostgreSQL needs owners and modes of files, and ${folder} is on a file system without them; keep the state elsewhere`,
        );
}

export async function writeDataFile(file: string, text: string): Promise<void> {
    await writeFile(file, text, { mode: 0o600 });
    await own(file);
}

/** Ignores that a file is missing: a running server removes files while they are copied. */
async function unlessGone(work: Promise<void>): Promise<void> {
    try {
        await work;
    } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
}

async function copyOne(source: string, target: string): Promise<void> {
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    await own(target);
}

/** Gives a file a second name if it is `fixed`, where the file system can; otherwise copies it. */
export async function linkOrCopy(source: string, target: string, fixed: boolean): Promise<void> {
    if (fixed) {
        try {
            await rm(target, { force: true });
            await link(source, target);
            return;
        } catch (error) {
            if (!["EPERM", "ENOTSUP", "EXDEV"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
        }
    }
    await copyOne(source, target);
}

type Copy = (source: string, target: string, relative: string) => Promise<void>;

/**
 * Copies a folder, for PostgreSQL's user, over what is there. File systems that can do so share the blocks of the copies.
 * @param isWanted - whether to copy the entry at this path relative to the folder. Default: all.
 */
export async function copyFolder(
    from: string,
    to: string,
    isWanted: (relative: string) => boolean = () => true,
    copy: Copy = copyOne,
    relative = "",
): Promise<void> {
    await makeDataFolder(to);
    const entries = await readdir(from, { withFileTypes: true });
    const copies = entries.map(async (entry) => {
        const inner = path.posix.join(relative, entry.name);
        if (!isWanted(inner)) return;
        const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
        if (entry.isDirectory()) await copyFolder(source, target, isWanted, copy, inner);
        else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
        else await copy(source, target, inner);
    });
    await settled(copies.map(unlessGone));
}

/** Renames what is complete. Another process may have been quicker with the same. */
export async function renameOnce(draft: string, target: string): Promise<void> {
    try {
        await rename(draft, target);
    } catch (error) {
        if (!["ENOTEMPTY", "EEXIST", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
        await rm(draft, { recursive: true });
    }
}

/** Copies a folder, such that `to` exists only when it is complete. */
export async function copyWhole(from: string, to: string, copy: Copy = copyOne): Promise<void> {
    const draft = `${to}.draft`;
    await rm(draft, { recursive: true, force: true });
    await copyFolder(from, draft, () => true, copy);
    await rename(draft, to);
}

/**
 * The folder for what processes share and what ends with them. Others cannot have prepared it: a folder that belongs to
 * someone else, or a link, is an error.
 */
export async function sharedFolder(): Promise<string> {
    // A user id without an entry in the system's list has no other name.
    const folder = path.join(tmpdir(), `clouddb-databases-${process.getuid?.() ?? "user"}`);
    await makeFolder(folder, serverUser ? 0o755 : 0o700);
    const found = await lstat(folder);
    if (!found.isDirectory() || (process.getuid && found.uid !== process.getuid())) {
        throw new Error(`databases: ${folder} belongs to another user; remove it, or set TMPDIR to another folder`);
    }
    return folder;
}
