// Makes dist/ from nothing, so that a renamed file leaves no stale copy behind: code by the bundler, which takes a second, and declarations
// by the compiler. Then makes the commands executable, and links the package into its own node_modules, so that the
// programs in examples/ find it as a user's programs do.
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundle } from "./build/bundle.mjs";
import { writeDeclarations } from "./build/declarations.mjs";
import { writePlugin } from "./build/plugin.mjs";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

rmSync(path.join(root, "dist"), { recursive: true, force: true });
await bundle(root);
writeDeclarations(root);

writePlugin(root);

const { bin } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
for (const file of Object.values(bin)) chmodSync(path.join(root, file), 0o755);

const own = path.join(root, "node_modules", "pulumi-clouddb");
if (!existsSync(own)) symlinkSync(root, own, "junction");
