// Runs sources and tests outside a test runner, which would only slow them down: as plain JavaScript, since types are checked
// elsewhere.
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");

function compile(folder, out) {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
        const file = path.join(folder, entry.name);
        if (entry.isDirectory()) compile(file, out);
        if (!/\.[tj]s$/.test(file) || file.endsWith(".test.ts")) continue;
        const source = path.join(root, file);
        const target = path.join(out, file.replace(/\.ts$/, ".js"));
        mkdirSync(path.dirname(target), { recursive: true });
        if (file.endsWith(".js")) copyFileSync(source, target);
        else writeFileSync(target, transpiled(readFileSync(source, "utf8")));
    }
}

function transpiled(source) {
    const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, esModuleInterop: true };
    return ts.transpileModule(source, { compilerOptions }).outputText;
}

/** The exports of `entry`, a path below the root without extension, compiled together with all that is in `folders`. */
export function compiled(folders, entry) {
    // Several may run at once.
    const out = path.join(root, "node_modules", ".cache", `${path.basename(entry)}-${process.pid}`);
    process.once("exit", () => rmSync(out, { recursive: true, force: true }));
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
    for (const folder of folders) compile(folder, out);
    writeFileSync(path.join(out, "package.json"), readFileSync(path.join(root, "package.json")));
    symlinkSync(path.join(root, "dist"), path.join(out, "dist"), "junction");
    return createRequire(import.meta.url)(path.join(out, `${entry}.js`));
}
