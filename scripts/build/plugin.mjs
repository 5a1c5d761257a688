// Writes dist/plugin: the folder that the engine takes for a provider plugin, and that `Pulumi.yaml` names.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

export function writePlugin(root) {
    const folder = path.join(root, "dist", "plugin");
    mkdirSync(folder, { recursive: true });
    const write = (name, text) => writeFileSync(path.join(folder, name), text);
    // The engine runs this file if it is there, which saves a host for the language and the SDK in it. Windows has no such files.
    const executable = "pulumi-resource-clouddb";
    write(executable, '#!/usr/bin/env node\nrequire("./index.js");\n');
    chmodSync(path.join(folder, executable), 0o755);
    // On Windows, and for `pulumi package add`. It is no TypeScript: the engine would load a compiler at each start. `pulumi package add`
    // installs what the folder depends on, which is nothing, with the package manager that every Node has.
    write("PulumiPlugin.yaml", "runtime:\n  name: nodejs\n  options: { typescript: false, packagemanager: npm }\n");
    // The engine runs the folder as a program of its own.
    write("package.json", `${JSON.stringify({ private: true, main: "index.js" }, undefined, 4)}\n`);
    write("index.js", 'require("../provider/native/index.js");\n');
    // Without its indentation: only the engine reads it.
    write("schema.json", JSON.stringify(JSON.parse(readFileSync(path.join(root, "etc", "schema.json"), "utf8"))));
}
