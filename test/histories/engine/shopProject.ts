// The project of the histories on disk: a program that builds what a file next to it says.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { fixtureProject } from "../../support/fixtureProject";
import { project, type Task } from "./operate";

const entry = `"use strict";
const { readFileSync } = require("node:fs");
const { program, epoch } = JSON.parse(readFileSync(require.resolve("./program.json"), "utf8"));
require("./test/histories/model/build").build(program, epoch);
`;

const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, esModuleInterop: true };

/** A new project; `realpath`, since the engines tell processes apart by their folder. */
export function shopProject(): string {
    const folder = realpathSync(fixtureProject({ "index.js": entry }, project));
    // The sources import the package by their place in the repository.
    const write = (file: string, text: string) => {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), text);
    };
    write("src/index.js", `module.exports = require("pulumi-clouddb");\n`);
    for (const name of ["build", "objects", "program"]) {
        const source = readFileSync(require.resolve(`../model/${name}`), "utf8");
        write(`test/histories/model/${name}.js`, ts.transpileModule(source, { compilerOptions }).outputText);
    }
    return folder;
}

export function declare(folder: string, { program, epoch }: Task): void {
    writeFileSync(path.join(folder, "program.json"), JSON.stringify({ program, epoch }));
}
