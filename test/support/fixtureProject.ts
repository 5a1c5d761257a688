import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const root = path.resolve(__dirname, "..", "..");
const sdk = path.dirname(require.resolve("@pulumi/pulumi/package.json"));

/** A project outside the repository that depends on this package and on the SDK, as a user's does. */
export function fixtureProject(files: Readonly<Record<string, string>>, name = "fixture"): string {
    const folder = mkdtempSync(path.join(tmpdir(), `${name}-`));
    mkdirSync(path.join(folder, "node_modules", "@pulumi"), { recursive: true });
    symlinkSync(root, path.join(folder, "node_modules", "pulumi-clouddb"), "junction");
    symlinkSync(sdk, path.join(folder, "node_modules", "@pulumi", "pulumi"), "junction");
    write(folder, {
        "package.json": JSON.stringify({ name, private: true, main: "index.js" }),
        "Pulumi.yaml": `name: ${name}\nruntime:\n  name: nodejs\n  options: { typescript: false }\n`,
        ...files,
    });
    return folder;
}

/** Adds packages that this repository has installed. */
export function addPackages(folder: string, ...names: readonly string[]): void {
    for (const name of names)
        symlinkSync(path.join(root, "node_modules", name), path.join(folder, "node_modules", name), "junction");
}

export function write(folder: string, files: Readonly<Record<string, string>>): void {
    for (const [file, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), text);
    }
}
