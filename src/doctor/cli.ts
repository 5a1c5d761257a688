#!/usr/bin/env node
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { Connections } from "../config/connections";
import { withHint } from "../config/hints";
import { asError, UserError } from "../lifecycle";
import { help, parseArguments, standardInput, UsageError, type CheckCommand } from "./arguments";
import { check, exitCodeOf } from "./check";
import { takeInventory } from "./inventory";
import { programText } from "./programText";
import { reportText } from "./reportText";
import { settingsFrom, sources } from "./settings";
import { readStackExport, type StackState } from "./stackExport";

async function main(args: readonly string[]): Promise<void> {
    const command = parseArguments(args);
    if (command.kind === "help") {
        process.stdout.write(help);
        return;
    }
    const connections = new Connections(settingsFrom(process.env, command.baseUrl));
    if (command.kind === "check") {
        await printReport(connections, command);
        return;
    }
    const project = await connections.project(undefined, undefined);
    process.stdout.write(programText(await takeInventory(project)));
}

async function printReport(connections: Connections, { exports, json }: CheckCommand): Promise<void> {
    // All of them, before anything is sent.
    const states = await Promise.all(exports.map(readState));
    const report = await check(connections, states);
    process.stdout.write(json ? `${JSON.stringify(report, undefined, 4)}\n` : reportText(report));
    process.exitCode = exitCodeOf(report);
}

async function readState(file: string): Promise<StackState> {
    if (file === standardInput) return readStackExport(await text(process.stdin), "standard input");
    try {
        return readStackExport(await readFile(file, "utf8"), file);
    } catch (error) {
        if (error instanceof UserError) throw error;
        throw new UserError(`${file} cannot be read: ${asError(error).message}.`);
    }
}

function fail(error: unknown): void {
    process.stderr.write(`clouddb-doctor: ${withHint(asError(error), sources)}\n`);
    if (error instanceof UsageError) process.stderr.write("Try clouddb-doctor --help.\n");
    process.exitCode = 2;
}

// The reader may close the pipe early (`| head`).
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
});

main(process.argv.slice(2)).catch(fail);
