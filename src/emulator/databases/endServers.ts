import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** The processes of the databases in a folder, by the files that they write themselves. */
export function serversIn(root: string): number[] {
    const files = existsSync(root)
        ? readdirSync(root).map((name) => path.join(root, name, "data", "postmaster.pid"))
        : [];
    return files
        .filter((file) => existsSync(file))
        .map((file) => Number.parseInt(readFileSync(file, "utf8")))
        .filter((pid) => pid > 0 && isAlive(pid));
}

export function isAlive(pid: number): boolean {
    try {
        return process.kill(pid, 0);
    } catch (error) {
        return (error as NodeJS.ErrnoException).code === "EPERM";
    }
}

const lookMs = 50;
/** One that has just been started has not written its file yet. */
const quietLooks = 4;
const patienceMs = 1_000;

/** Ends all databases in a folder at once, without waiting for their clients. */
export async function endServers(root: string): Promise<void> {
    for (let quiet = 0, waited = 0; quiet < quietLooks && waited < 2 * patienceMs; waited += lookMs) {
        const pids = serversIn(root);
        for (const pid of pids) process.kill(pid, waited < patienceMs ? "SIGQUIT" : "SIGKILL");
        quiet = pids.length === 0 ? quiet + 1 : 0;
        await delay(lookMs);
    }
}
