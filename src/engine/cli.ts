#!/usr/bin/env node
import path from "node:path";
import { systemClock } from "../clock";
import { runCommand } from "../commandLine";
import { type ExportCommand, help, type OperationCommand, parseArguments } from "./arguments";
import { deploy, type DeployOptions } from "./deploy";
import { jsonResult } from "./deployResult";
import { Display } from "./display/display";
import { styleFor } from "./display/text";
import { onEmulator } from "./onEmulator";
import { readProject } from "./project";
import { configuredPassphrase, passphraseOr } from "./state/passphrase";
import { exportStack } from "./state/store";

/** The state file; by default in a folder of the project that is meant to be ignored by version control. */
function stateFileOf(dir: string, stack: string, given: string | undefined): string {
    if (given !== undefined) return path.resolve(given);
    return path.join(readProject(dir).root, ".clouddb-try", `${stack}.json`);
}

async function printState({ dir = process.cwd(), stack, stateFile, showSecrets }: ExportCommand): Promise<void> {
    const passphrase = showSecrets ? configuredPassphrase(process.env) : undefined;
    const document = await exportStack(stateFileOf(dir, stack, stateFile), passphrase);
    process.stdout.write(`${JSON.stringify(document, undefined, 4)}\n`);
}

async function operate(command: OperationCommand): Promise<number> {
    const { json, showSecrets, emulator, dir = process.cwd(), ...options } = command;
    const stateFile = stateFileOf(dir, command.stack, command.stateFile);
    const style = styleFor(process.stdout.isTTY, process.env);
    const display = json ? undefined : new Display((text) => process.stdout.write(text), style, systemClock);
    const interrupt = new AbortController();
    // The second signal exits at once, as ^C does: the state lists the pending operations, and the children end too.
    const onSignal = () => {
        if (interrupt.signal.aborted) process.exit(130);
        process.stderr.write("Waiting for the steps in progress; interrupt again to exit immediately.\n");
        interrupt.abort();
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
    try {
        const all: DeployOptions = {
            ...options,
            dir,
            stateFile,
            refuseFirst: true,
            signal: interrupt.signal,
            onEvent: (event) => display?.on(event),
        };
        const result = emulator
            ? await onEmulator(stateFile, (config) =>
                  deploy({ ...all, config: { ...all.config, ...config }, passphrase: passphraseOr("", process.env) }),
              )
            : await deploy(all);
        if (json) process.stdout.write(`${jsonResult(result, showSecrets)}\n`);
        return result.exitCode;
    } finally {
        display?.close();
        for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, onSignal);
    }
}

async function main(args: string[]): Promise<void> {
    const command = parseArguments(args);
    if (command.kind === "help") process.stdout.write(help);
    else if (command.kind === "export") await printState(command);
    else process.exitCode = await operate(command);
}

runCommand("clouddb-try", main);
