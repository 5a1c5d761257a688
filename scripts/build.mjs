// Makes dist/ from nothing, so that a renamed file leaves no stale copy behind: declarations by the compiler, and code by the bundler,
// which takes a second of the twenty. Then makes the commands executable, and links the package into its own node_modules, so that the
// programs in examples/ find it as a user's programs do.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./build/bundle.mjs";
import { finishDeclarations } from "./build/declarations.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

rmSync(path.join(root, "dist"), { recursive: true, force: true });
const compiler = spawn(process.execPath, [tsc, "-p", "tsconfig.build.json"], { cwd: root, stdio: "inherit" });
const compiled = once(compiler, "exit");
await bundle(root);
const [status] = await compiled;
if (status !== 0) process.exit(status ?? 1);
finishDeclarations(root);

const { bin } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
for (const file of Object.values(bin)) chmodSync(path.join(root, file), 0o755);

const own = path.join(root, "node_modules", "pulumi-clouddb");
if (!existsSync(own)) symlinkSync(root, own, "junction");
