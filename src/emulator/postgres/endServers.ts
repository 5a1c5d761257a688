// The PostgreSQL processes of a folder, found by their command lines. The files that PostgreSQL leaves behind name numbers of processes
// which may be those of other programs by now.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { systemClock } from "../../shared/clock";
import { signal } from "../../shared/processes";

function commandOf(pid: string): string {
    try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    } catch {
        // It has ended.
        return "";
    }
}

const asLines = 'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId) $($_.CommandLine -replace \'"\')" }';

/** Each process as a line: its number, and its command line without quotes. */
function allProcesses(): string[] {
    if (existsSync("/proc/self/cmdline")) return readdirSync("/proc").map((pid) => `${pid} ${commandOf(pid)}`);
    const [file, args] =
        process.platform === "win32"
            ? (["powershell", ["-NoProfile", "-Command", asLines]] as const)
            : (["ps", ["-axww", "-o", "pid=,command="]] as const);
    return execFileSync(file, args, { encoding: "utf8", maxBuffer: 2 ** 26 }).split(/\r?\n/);
}

const processesWith = (...texts: string[]): number[] =>
    allProcesses()
        .filter((line) => texts.some((text) => `${line} `.includes(text)))
        .map((line) => Number.parseInt(line))
        .filter((pid) => pid > 0);

/** The processes of the databases and poolers in a folder, whose path has no links. */
export const serversIn = (root: string): number[] =>
    processesWith(`postgres -D ${root}${path.sep}`, `pgbouncer ${root}${path.sep}`);

/** Those that end the databases in a folder when their emulator has ended. */
export const watchersOf = (root: string): number[] => processesWith(`watcher.js ${root} `);

const lookMs = 50;
/** One that is being started is not there yet. */
const quietLooks = 4;
const patienceMs = 1_000;

/** Ends all databases in a folder at once, without waiting for their clients. */
export async function endServers(root: string): Promise<void> {
    for (let quiet = 0, waited = 0; quiet < quietLooks && waited < 2 * patienceMs; waited += lookMs) {
        const pids = serversIn(root);
        for (const pid of pids) signal(pid, waited < patienceMs ? "SIGQUIT" : "SIGKILL");
        quiet = pids.length === 0 ? quiet + 1 : 0;
        await systemClock.sleep(lookMs);
    }
}
