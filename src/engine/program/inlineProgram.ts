import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { packageRoot } from "../../packageRoot";

/** A temporary project for a program given as source. */
export interface InlineProgram {
    dir: string;
    remove(): void;
}

/** The SDK that the working directory resolves to, or else the engine's own. */
function sdkPackage(): string {
    const manifest = "@pulumi/pulumi/package.json";
    try {
        return path.dirname(createRequire(path.join(process.cwd(), "package.json")).resolve(manifest));
    } catch {
        return path.dirname(require.resolve(manifest));
    }
}

/** A project with `source`, in CommonJS, as its program. It can import this package and `@pulumi/pulumi`. */
export function writeInlineProgram(source: string, project: string): InlineProgram {
    const dir = mkdtempSync(path.join(tmpdir(), "clouddb-try-"));
    const files = {
        "index.js": source,
        "package.json": JSON.stringify({ name: project, private: true, type: "commonjs", main: "index.js" }),
        "Pulumi.yaml": JSON.stringify({ name: project, runtime: { name: "nodejs", options: { typescript: false } } }),
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(dir, name), text);
    const modules = path.join(dir, "node_modules");
    mkdirSync(path.join(modules, "@pulumi"), { recursive: true });
    symlinkSync(sdkPackage(), path.join(modules, "@pulumi", "pulumi"), "junction");
    symlinkSync(packageRoot, path.join(modules, "pulumi-clouddb"), "junction");
    return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
