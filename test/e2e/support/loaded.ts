import { createRequire } from "node:module";
import { compileFunction } from "node:vm";

const requireHere = createRequire(__filename);

/** The exports of a CommonJS module, given as its text, that gets these modules in the place of the real ones. */
export function loaded(text: string, modules: Readonly<Record<string, unknown>>): unknown {
    const module = { exports: {} };
    const require = (name: string): unknown => modules[name] ?? requireHere(name);
    const run = compileFunction(text, ["module", "exports", "require", "process"]) as (...args: unknown[]) => void;
    run(module, module.exports, require, { env: process.env, argv: [], stdout: process.stdout });
    return module.exports;
}
