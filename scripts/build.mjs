// Compiles src/ into dist/ from nothing, so that a renamed file leaves no stale twin behind, makes the commands executable,
// puts own types in place of zod's in the declarations, and links the package into its own node_modules, so that the programs in examples/ find it as a user's programs do.
import { spawnSync } from "node:child_process";
import {
    chmodSync,
    copyFileSync,
    existsSync,
    readdirSync,
    readFileSync,
    rmSync,
    symlinkSync,
    writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

rmSync(path.join(root, "dist"), { recursive: true, force: true });
const compiled = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

const dist = path.join(root, "dist");
copyFileSync(path.join(root, "scripts", "build", "schemas.d.ts"), path.join(dist, "schemas.d.ts"));
for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith(".d.ts")) continue;
    const file = path.join(entry.parentPath, entry.name);
    const text = readFileSync(file, "utf8");
    const own = path.relative(entry.parentPath, path.join(dist, "schemas")).split(path.sep).join("/");
    const specifier = own.startsWith(".") ? own : `./${own}`;
    const changed = text.replaceAll(/"zod(?:\/v4\/core)?"/g, `"${specifier}"`);
    if (changed !== text) writeFileSync(file, changed);
}

const { bin } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
for (const file of Object.values(bin)) chmodSync(path.join(root, file), 0o755);

const own = path.join(root, "node_modules", "pulumi-clouddb");
if (!existsSync(own)) symlinkSync(root, own, "junction");
