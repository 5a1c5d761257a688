import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./root.mjs";

/**
 * The folder of a Pulumi project that finds this package and the SDK as a user's project does, and the packages that are given as texts.
 *
 * @param {string} name
 * @param {string} program - CommonJS.
 * @param {Record<string, string>} packages
 * @param {string} settings - further lines of `Pulumi.yaml`.
 */
export function makeProject(name, program, packages = {}, settings = "") {
    const folder = mkdtempSync(path.join(tmpdir(), `clouddb-bench-${name}-`));
    const modules = path.join(folder, "node_modules");
    mkdirSync(modules);
    symlinkSync(path.join(root, "node_modules", "@pulumi"), path.join(modules, "@pulumi"), "dir");
    symlinkSync(root, path.join(modules, "pulumi-clouddb"), "dir");
    for (const [own, text] of Object.entries(packages)) {
        mkdirSync(path.join(modules, own));
        writeFileSync(path.join(modules, own, "index.js"), text);
    }
    writeFileSync(
        path.join(folder, "Pulumi.yaml"),
        `name: ${name}\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n${settings}`,
    );
    writeFileSync(path.join(folder, "package.json"), JSON.stringify({ name, main: "index.js" }));
    writeFileSync(path.join(folder, "index.js"), program);
    return { name, folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
