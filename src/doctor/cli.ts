#!/usr/bin/env node
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { runCommand } from "../commandLine";
import { Connections } from "../config/connections";
import { withHint } from "../config/hints";
import { asError, UserError } from "../lifecycle";
import { help, parseArguments, standardInput, type CheckCommand } from "./arguments";
import { check, exitCodeOf, reportText } from "./check";
import { takeInventory } from "./inventory";
import { programText } from "./program";
import { settingsFrom, sources } from "./projects";
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
    // Reads all of them before anything is sent.
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

runCommand("clouddb-doctor", main, { exitCode: 2, describe: (error) => withHint(asError(error), sources) });
