import { createRequire } from "node:module";
import path from "node:path";
import { mocks } from "./mocks";
import { programError } from "./programError";

const packageName = "pulumi-clouddb";

/** The folders in which the package has been found. */
const found = new Set<string>();

/**
 * Refuses a program beside which the package is not installed: the provider's process loads it from the program's folder, so it
 * is not enough that a package which the program uses depends on this one. Not in unit tests, which have no such process.
 */
export function checkInstalled(folder = process.cwd()): void {
    if (found.has(folder) || mocks() !== undefined) return;
    try {
        createRequire(path.join(folder, "index.js")).resolve(`${packageName}/package.json`);
    } catch {
        throw programError(
            `${packageName} is not installed in the folder of the program, ${folder}, from where its provider is loaded. Run \`npm install ${packageName}\` there.`,
        );
    }
    found.add(folder);
}
