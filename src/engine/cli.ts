#!/usr/bin/env node
import { runCommand } from "../commandLine";
import { type ExportCommand, help, parseArguments } from "./cli/arguments";
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

runCommand("clouddb-try", main);
