// The project of the histories on disk: a program that builds what a file next to it says.
import { readFileSync, realpathSync } from "node:fs";
import ts from "typescript";
import { fixtureProject, write } from "../../support/fixtureProject";
import { project, type Task } from "./operate";

const entry = `"use strict";
const { readFileSync } = require("node:fs");
const { program, epoch } = JSON.parse(readFileSync(require.resolve("./program.json"), "utf8"));
require("./test/histories/model/build").build(program, epoch);
`;

const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, esModuleInterop: true };

/** A new project; `realpath`, since the engines tell processes apart by their folder. */
export function shopProject(): string {
    const sources = ["build", "objects", "program"].map((name) => {
        const source = readFileSync(require.resolve(`../model/${name}`), "utf8");
        return [`test/histories/model/${name}.js`, ts.transpileModule(source, { compilerOptions }).outputText] as const;
    });
    const files = {
        "index.js": entry,
        // The sources import the package by their place in the repository.
        "src/index.js": `module.exports = require("pulumi-clouddb");\n`,
        ...Object.fromEntries(sources),
    };
    return realpathSync(fixtureProject(files, project));
}

export const declare = (folder: string, { program, epoch }: Task): void =>
    write(folder, { "program.json": JSON.stringify({ program, epoch }) });
