// Compiles src/ into dist/ from nothing, so that a renamed file leaves no stale twin behind, makes the commands executable,
// and links the package into its own node_modules, so that the programs in examples/ find it as a user's programs do.
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

rmSync(path.join(root, "dist"), { recursive: true, force: true });
const compiled = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

const { bin } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
for (const file of Object.values(bin)) chmodSync(path.join(root, file), 0o755);

const own = path.join(root, "node_modules", "pulumi-clouddb");
if (!existsSync(own)) symlinkSync(root, own, "junction");
