import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { createRequire } from "node:module";
import { isConfigSecret, mocks, programError, warn } from "./sdk";
import { didYouMean } from "../provider/config/problems";
import { namespace, settingNames } from "../provider/config/settings";

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

const secretKeys = [`${namespace}:apiKey`, `${namespace}:profiles`];
const prefix = `${namespace}:`;
const names: readonly string[] = settingNames;

/** The stacks that have been checked; a process may deploy several. */
const seen = new Set<string>();

/** Warns about what is wrong in the stack's configuration, and fails nothing. Warns once per stack, and not in unit tests. */
export function warnOfConfiguration(): void {
    const stack = `${pulumi.runtime.getProject()}/${pulumi.runtime.getStack()}`;
    if (seen.has(stack) || mocks() !== undefined) return;
    seen.add(stack);
    for (const warning of [plainKeys(), ...unknownKeys()]) if (warning !== undefined) warn(warning);
}

/** Pulumi copies the configuration into the state, where a key that is stored as plain text is not encrypted either. */
function plainKeys(): string | undefined {
    const plain = secretKeys.filter((key) => pulumi.runtime.getConfig(key) !== undefined && !isConfigSecret(key));
    if (plain.length === 0) return undefined;
    const place = "in plain text in the stack's configuration and state";
    return plain.length === 1
        ? `${plain[0]} is not a secret: the key is stored ${place}. Set it with \`pulumi config set --secret\`, then create a new key and revoke the old one.`
        : `${plain.join(" and ")} are not secrets: their keys are stored ${place}. Set them with \`pulumi config set --secret\`, then create new keys and revoke the old ones.`;
}

/** A misspelt setting would have no effect. */
function unknownKeys(): string[] {
    return Object.keys(pulumi.runtime.allConfig())
        .filter((key) => key.startsWith(prefix))
        .map((key) => key.slice(prefix.length))
        .filter((name) => !names.includes(name))
        .sort()
        .map((name) => {
            const meant = didYouMean(name, names);
            const hint = meant === undefined ? `: there are ${names.join(", ")}` : `: did you mean ${prefix}${meant}?`;
            return `${prefix}${name} is not a setting of pulumi-clouddb, and has no effect${hint}`;
        });
}
