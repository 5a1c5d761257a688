// Random histories, for as long as one likes: `npm run soak -- --minutes N [--seed S]`. Stops at the first broken rule, with the
// smallest history that breaks it.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
// Several may run at once.
const out = path.join(root, "node_modules", ".cache", `soak-${process.pid}`);

/** Plain JavaScript of sources and histories: types are checked elsewhere, and a test runner would only slow it down. */
function compile(folder) {
    for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
        const file = path.join(folder, entry.name);
        if (entry.isDirectory()) compile(file);
        if (!file.endsWith(".ts") || file.endsWith(".test.ts")) continue;
        const { outputText } = ts.transpileModule(readFileSync(path.join(root, file), "utf8"), {
            compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023, esModuleInterop: true },
        });
        const target = path.join(out, file.replace(/\.ts$/, ".js"));
        mkdirSync(path.dirname(target), { recursive: true });
        writeFileSync(target, outputText);
    }
}

process.once("exit", () => rmSync(out, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
for (const folder of ["src", "test/histories"]) compile(folder);
writeFileSync(path.join(out, "package.json"), readFileSync(path.join(root, "package.json")));
const { soak } = createRequire(import.meta.url)(path.join(out, "test", "histories", "soak.js"));
process.exitCode = await soak(process.argv.slice(2));
