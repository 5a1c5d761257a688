#!/usr/bin/env node
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { runCommand } from "../commandLine";
import { Connections } from "../config/connections";
import { withHint } from "../config/hints";
import { asError, UserError } from "../lifecycle";
import { help, parseArguments } from "./arguments";
import { readDeclarations } from "./declarations";
import { check, exitCodeOf, reportText } from "./check";
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
    if (command.kind === "program") {
        const project = await connections.project(undefined, undefined);
        process.stdout.write(programText(await readDeclarations(project)));
        return;
    }
    // Reads all of them before anything is sent.
    const states = await Promise.all(command.exports.map(readState));
    const report = await check(connections, states);
    process.stdout.write(command.json ? `${JSON.stringify(report, undefined, 4)}\n` : reportText(report));
    process.exitCode = exitCodeOf(report);
}

async function readState(file: string): Promise<StackState> {
    if (file === "-") return readStackExport(await text(process.stdin), "standard input");
    const document = await readFile(file, "utf8").catch((error: unknown) => {
        throw new UserError(`${file} cannot be read: ${asError(error).message}.`);
    });
    return readStackExport(document, file);
}

runCommand("clouddb-doctor", main, { exitCode: 2, describe: (error) => withHint(asError(error), sources) });
