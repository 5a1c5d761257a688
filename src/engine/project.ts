import { existsSync, mkdirSync, mkdtempSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { UnsupportedError } from "./model/resource";
import { packageRoot } from "../shared/packageRoot";
import { findProjectFile } from "../shared/projectFile";

const runtimeOptions = z.looseObject({
    typescript: z.boolean().optional(),
    tsconfig: z.string().optional(),
    nodeargs: z.string().optional(),
});

const projectFile = z.looseObject({
    name: z.string(),
    runtime: z.union([z.string(), z.looseObject({ name: z.string(), options: runtimeOptions.nullish() })]),
    main: z.string().optional(),
    config: z.record(z.string(), z.unknown()).nullish(),
});

export interface Project {
    name: string;
    /** The directory of `Pulumi.yaml` and the stack configuration. */
    root: string;
    dir: string;
    /** A file in `dir`, or `.` for the entry of its package.json. */
    entry: string;
    typescript: boolean;
    tsconfig?: string;
    nodeArgs: string[];
    config: Record<string, unknown>;
}

function programAt(root: string, main?: string): { dir: string; entry: string } {
    if (!main) return { dir: root, entry: "." };
    const target = path.resolve(root, main);
    if (!existsSync(target)) throw new Error(`the project's 'main', ${target}, does not exist`);
    if (statSync(target).isDirectory()) return { dir: target, entry: "." };
    return { dir: path.dirname(target), entry: path.basename(target) };
}

/** @throws Error for a missing or invalid project file; UnsupportedError for a runtime other than Node.js. */
export function readProject(dir: string): Project {
    const file = findProjectFile(path.resolve(dir));
    if (!file) throw new Error(`no Pulumi.yaml in ${path.resolve(dir)} or above it`);
    const parsed = projectFile.safeParse(parse(readFileSync(file, "utf8")));
    if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
    const { name, main, config, runtime } = parsed.data;
    const { name: language, options } = typeof runtime === "string" ? { name: runtime } : runtime;
    if (language !== "nodejs") throw new UnsupportedError(`runtime '${language}'`);
    const root = path.dirname(file);
    return {
        name,
        root,
        ...programAt(root, main),
        typescript: options?.typescript ?? true,
        tsconfig: options?.tsconfig,
        nodeArgs: options?.nodeargs?.split(/\s+/).filter(Boolean) ?? [],
        config: config ?? {},
    };
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

/** @returns the directory of a temporary project with this program, which finds this package and `@pulumi/pulumi` */
export function writeInlineProgram(source: string, project: string): string {
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
    return dir;
}
