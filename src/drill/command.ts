import { spawn, type StdioOptions } from "node:child_process";
import { constants } from "node:os";
import type { Clock } from "../clock";
import { DrillEnded, type CommandEnd } from "./report";

/** Milliseconds between the signal that asks a command to end and the one that ends it. CI systems kill a cancelled job some seconds later. */
const killAfter = 5_000;

export interface CommandOptions {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly stdio: StdioOptions;
    readonly clock: Clock;
    /** The terminal sends its ^C to the command itself. */
    readonly hasTerminal: boolean;
}

/** Runs a command without a shell. When `signal` is aborted, the command gets the signal that is the reason, and is killed if it goes on. */
export function runCommand(
    [file = "", ...args]: readonly string[],
    signal: AbortSignal,
    { env, stdio, clock, hasTerminal }: CommandOptions,
): Promise<CommandEnd> {
    return new Promise((resolve) => {
        const child = spawn(file, args, { env, stdio });
        const ended = new AbortController();
        const end = () => {
            const sent = signal.reason instanceof DrillEnded ? signal.reason.signal : "SIGTERM";
            if (!(hasTerminal && sent === "SIGINT")) child.kill(sent);
            clock.sleep(killAfter, ended.signal).then(
                () => child.kill("SIGKILL"),
                () => undefined, // it has ended
            );
        };
        const finish = (result: CommandEnd) => {
            ended.abort();
            signal.removeEventListener("abort", end);
            resolve(result);
        };
        child.once("error", (error: NodeJS.ErrnoException) => {
            const exitCode = error.code === "ENOENT" ? 127 : 126;
            finish({
                exitCode,
                notStarted: `The command ${file} could not be started: ${error.code ?? error.message}.`,
            });
        });
        child.once("exit", (code, killedBy) =>
            finish({ exitCode: code ?? 128 + (killedBy === null ? 0 : constants.signals[killedBy]) }),
        );
        if (signal.aborted) end();
        else signal.addEventListener("abort", end, { once: true });
    });
}
