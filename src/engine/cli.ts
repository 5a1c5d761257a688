#!/usr/bin/env node
import { type ExportCommand, help, parseArguments, UsageError } from "./cli/arguments";
import { operate } from "./cli/operate";
import { stateFileOf } from "./cli/stateFile";
import { exportStack } from "./exportStack";
import { configuredPassphrase } from "./state/configuredPassphrase";

async function printState({ dir = process.cwd(), stack, stateFile, showSecrets }: ExportCommand): Promise<void> {
    const passphrase = showSecrets ? configuredPassphrase(process.env) : undefined;
    const document = await exportStack(stateFileOf(dir, stack, stateFile), passphrase);
    process.stdout.write(`${JSON.stringify(document, undefined, 4)}\n`);
}

async function main(args: string[]): Promise<void> {
    const command = parseArguments(args);
    if (command.kind === "help") process.stdout.write(help);
    else if (command.kind === "export") await printState(command);
    else process.exitCode = await operate(command);
}

function fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`clouddb-try: ${message}\n`);
    const mistaken = error instanceof UsageError;
    if (mistaken) process.stderr.write("Try clouddb-try --help.\n");
    process.exitCode = mistaken ? 2 : 1;
}

// The reader may close the pipe early (`| head`); the operation is completed anyway.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
});

main(process.argv.slice(2)).catch(fail);
