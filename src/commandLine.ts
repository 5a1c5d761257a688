// What the commands of the package have in common.
import { parseArgs, type ParseArgsConfig } from "node:util";

/** An invalid command line; printed without a stack. */
export class UsageError extends Error {}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Node's `parseArgs`, whose messages quote no value: it may be a key that was given by mistake. @throws UsageError */
export function parseCommandLine<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
    try {
        return parseArgs(config);
    } catch (error) {
        throw new UsageError(messageOf(error));
    }
}

interface Failing {
    /** The exit code of a failure. A usage error is always 2. Default: 1. */
    readonly exitCode?: number;
    /** Default: the error's own message. */
    readonly describe?: (error: unknown) => string;
}

/** Runs a command with the arguments of the process, and prints why it fails. */
export function runCommand(
    name: string,
    main: (args: string[]) => Promise<void>,
    { exitCode = 1, describe = messageOf }: Failing = {},
): void {
    // The reader may close the pipe early (`| head`). The command is completed anyway.
    process.stdout.on("error", (error: NodeJS.ErrnoException) => {
        if (error.code !== "EPIPE") throw error;
    });
    main(process.argv.slice(2)).catch((error: unknown) => {
        process.stderr.write(`${name}: ${describe(error)}\n`);
        const isUsage = error instanceof UsageError;
        if (isUsage) process.stderr.write(`Try ${name} --help.\n`);
        process.exitCode = isUsage ? 2 : exitCode;
    });
}
