import type { ChildProcess, StdioOptions } from "node:child_process";
import { accessSync, constants as access, existsSync, statSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import spawn from "cross-spawn";
import { callAfter, type Clock } from "../../shared/clock";
import { DrillEnded, type CommandEnd } from "./report";

/** Milliseconds between the signal that asks a command to end and the one that ends it. CI systems kill a cancelled job some seconds later. */
const killAfter = 5_000;

export interface CommandOptions {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly stdio: StdioOptions;
    readonly clock: Clock;
}

const notStarted = (file: string, reason: string): CommandEnd => ({
    exitCode: reason === "ENOENT" ? 127 : 126,
    notStarted: `The command ${file} could not be started: ${reason}.`,
});

/** Looks for a command before a fork is made for it. Undefined: it can be started, or only its start can tell. */
export function findCommand(file: string, searchPath = process.env.PATH): CommandEnd | undefined {
    // On Windows, the name of the file has an extension more.
    if (process.platform === "win32" || searchPath === undefined) return undefined;
    const folders = file.includes("/") ? [""] : searchPath.split(":");
    const files = folders.map((folder) => path.join(folder, file)).filter((one) => existsSync(one));
    if (files.some(isExecutable)) return undefined;
    return notStarted(file, files.length === 0 ? "ENOENT" : "EACCES");
}

function isExecutable(file: string): boolean {
    try {
        accessSync(file, access.X_OK);
        return statSync(file).isFile();
    } catch {
        return false;
    }
}

/** On Windows, no signal reaches a group, and a group of its own opens a window. */
const hasGroups = process.platform !== "win32";

/** Signals a command and what it has started. False if none of them is there any more. */
function signalAll(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
    if (!hasGroups || child.pid === undefined) return child.kill(signal);
    try {
        return process.kill(-child.pid, signal);
    } catch {
        return false;
    }
}

/** Ends what a command that has ended has left running. */
async function endGroup(child: ChildProcess, clock: Clock): Promise<void> {
    if (!hasGroups || !signalAll(child, "SIGTERM")) return;
    const deadline = clock.now() + killAfter;
    while (signalAll(child, 0) && clock.now() < deadline) await clock.sleep(100);
    signalAll(child, "SIGKILL");
}

/**
 * Runs a command without a shell (on Windows, a `.cmd` or `.bat` needs one, and its arguments are quoted for it), in a process group of its own, which ends with it. When `signal` is aborted, the group gets the signal that
 * is the reason, and is killed if it goes on.
 */
export function runCommand(
    [file = "", ...args]: readonly string[],
    signal: AbortSignal,
    { env, stdio, clock }: CommandOptions,
): Promise<CommandEnd> {
    return new Promise((resolve) => {
        const child = spawn(file, args, { env, stdio, detached: hasGroups });
        let spare: (() => void) | undefined;
        const end = () => {
            signalAll(child, signal.reason instanceof DrillEnded ? signal.reason.signal : "SIGTERM");
            spare = callAfter(clock, killAfter, () => signalAll(child, "SIGKILL"));
        };
        const finish = (result: CommandEnd) => {
            spare?.();
            signal.removeEventListener("abort", end);
            resolve(result);
        };
        child.once("error", (error: NodeJS.ErrnoException) => finish(notStarted(file, error.code ?? error.message)));
        child.once("exit", (code, killedBy) => {
            const exitCode = code ?? 128 + (killedBy === null ? 0 : constants.signals[killedBy]);
            void endGroup(child, clock).then(() => finish({ exitCode }));
        });
        if (signal.aborted) end();
        else signal.addEventListener("abort", end, { once: true });
    });
}
