#!/usr/bin/env node
import path from "node:path";
import { runCommand } from "../commandLine";
import { type ExportCommand, help, type OperationCommand, parseArguments } from "./arguments";
import { exportStack } from "./state/store";
import { configuredPassphrase } from "./state/passphrase";
import { systemClock } from "../clock";
import { deploy } from "./deploy";
import { type Display, LineDisplay, type Output } from "./display/display";
import { styleFor } from "./display/text";
import { TerminalDisplay } from "./display/terminalDisplay";
import { jsonResult } from "./deployResult";
import { readProject } from "./project";

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

function displayOn(output: Output): Display {
    const style = styleFor(output.isTTY ?? false, process.env);
    return output.isTTY ? new TerminalDisplay(output, style, systemClock) : new LineDisplay(output, style, systemClock);
}

/** @returns the exit code */
export async function operate(command: OperationCommand): Promise<number> {
    const { json, showSecrets, stateFile, dir = process.cwd(), ...options } = command;
    const display = json ? undefined : displayOn(process.stdout);
    const interrupt = new Interrupt((message) => process.stderr.write(`${message}\n`));
    try {
        const result = await deploy({
            ...options,
            dir,
            stateFile: stateFileOf(dir, command.stack, stateFile),
            signal: interrupt.signal,
            onEvent: (event) => display?.on(event),
        });
        if (json) process.stdout.write(`${jsonResult(result, showSecrets)}\n`);
        return result.exitCode;
    } finally {
        display?.close();
        interrupt.release();
    }
}

/** Exit code after ^C. */
const interrupted = 130;

/**
 * The first ^C or SIGTERM stops the operation once the steps in progress are complete. The second one exits
 * immediately; the state then lists the pending operations.
 */
export class Interrupt {
    private readonly controller = new AbortController();
    readonly signal: AbortSignal = this.controller.signal;

    constructor(private readonly say: (message: string) => void) {
        process.on("SIGINT", this.onSignal);
        process.on("SIGTERM", this.onSignal);
    }

    release(): void {
        process.off("SIGINT", this.onSignal);
        process.off("SIGTERM", this.onSignal);
    }

    private readonly onSignal = (): void => {
        // The child processes end with this one.
        if (this.signal.aborted) process.exit(interrupted);
        this.say("Waiting for the steps in progress; interrupt again to exit immediately.");
        this.controller.abort();
    };
}

/** The state file; by default in a folder of the project that is meant to be ignored by version control. */
export function stateFileOf(dir: string, stack: string, given: string | undefined): string {
    if (given !== undefined) return path.resolve(given);
    return path.join(readProject(dir).root, ".clouddb-try", `${stack}.json`);
}
