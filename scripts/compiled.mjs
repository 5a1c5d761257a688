// Runs sources and tests outside a test runner, which would only slow them down: as plain JavaScript, since types are checked
// elsewhere.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

const ofTests = ["src", "test/support", "test/e2e/support"];
/** What the histories are made of. */
export const ofHistories = [...ofTests, "test/histories", "test/kills/support"];
/** What compares and records the engines. */
export const ofConformance = [...ofTests, "test/conformance", "test/histories/model"];

/** @param edits what is left to apply */
function compile(folder, out, edits) {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
        const file = path.join(folder, entry.name);
        if (entry.isDirectory()) compile(file, out, edits);
        if (!/\.[tj]s$/.test(file) || file.endsWith(".test.ts")) continue;
        const source = path.join(root, file);
        const target = path.join(out, file.replace(/\.ts$/, ".js"));
        mkdirSync(path.dirname(target), { recursive: true });
        if (file.endsWith(".js")) copyFileSync(source, target);
        else writeFileSync(target, transpiled(edited(file, readFileSync(source, "utf8"), edits)));
    }
}

/** Applies the edits of the file, and removes them. */
function edited(file, source, edits) {
    let text = source;
    for (const edit of edits.filter((each) => path.normalize(each.file) === file)) {
        const { find, replace } = edit;
        const parts = text.split(find);
        if (parts.length !== 2)
            throw new Error(`${file}: the text of an edit occurs ${parts.length - 1} times: ${find}`);
        text = parts.join(replace);
        edits.splice(edits.indexOf(edit), 1);
    }
    return text;
}

const outputs = new Map();

function transpiled(source) {
    const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, esModuleInterop: true };
    if (!outputs.has(source)) outputs.set(source, ts.transpileModule(source, { compilerOptions }).outputText);
    return outputs.get(source);
}

const copies = [];
process.once("exit", () => copies.forEach((out) => rmSync(out, { recursive: true, force: true })));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/**
 * The exports of `entry`, a path below the root without extension, compiled together with all that is in `folders`.
 * @param edits `{ file, find, replace }`: changes of sources; `find` occurs exactly once in its file
 */
export function compiled(folders, entry, edits = []) {
    // Several may run at once.
    const out = path.join(root, "node_modules", ".cache", `${path.basename(entry)}-${process.pid}-${copies.length}`);
    copies.push(out);
    const left = [...edits];
    for (const folder of folders) compile(folder, out, left);
    if (left.length > 0) throw new Error(`no such file to edit: ${left.map(({ file }) => file).join(", ")}`);
    writeFileSync(path.join(out, "package.json"), readFileSync(path.join(root, "package.json")));
    symlinkSync(path.join(root, "dist"), path.join(out, "dist"), "junction");
    return createRequire(import.meta.url)(path.join(out, `${entry}.js`));
}
