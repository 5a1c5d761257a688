import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { UnsupportedError } from "../model/unsupported";

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

/** A Pulumi project. */
export interface Project {
    name: string;
    /** The directory of `Pulumi.yaml` and the stack configuration. */
    root: string;
    /** The program's working directory, from which modules are resolved. */
    dir: string;
    /** A file in `dir`, or `.` for the entry of its package.json. */
    entry: string;
    typescript: boolean;
    tsconfig?: string;
    nodeArgs: string[];
    /** Configuration of all stacks. */
    config: Record<string, unknown>;
}

const fileNames = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** The nearest `Pulumi.yaml` in `dir` or above. */
function find(dir: string): string | undefined {
    const found = fileNames.map((name) => path.join(dir, name)).find((file) => existsSync(file));
    if (found) return found;
    const parent = path.dirname(dir);
    return parent === dir ? undefined : find(parent);
}

/** `main` is a directory or a file. */
function place(root: string, main?: string): { dir: string; entry: string } {
    if (!main) return { dir: root, entry: "." };
    const target = path.resolve(root, main);
    if (!existsSync(target)) throw new Error(`the project's 'main', ${target}, does not exist`);
    if (statSync(target).isDirectory()) return { dir: target, entry: "." };
    return { dir: path.dirname(target), entry: path.basename(target) };
}

/** @throws Error for a missing or invalid project file; UnsupportedError for a runtime other than Node.js. */
export function readProject(dir: string): Project {
    const file = find(path.resolve(dir));
    if (!file) throw new Error(`no Pulumi.yaml in ${path.resolve(dir)} or above it`);
    const parsed = projectFile.safeParse(parse(readFileSync(file, "utf8")));
    if (!parsed.success) throw new Error(`${file}: ${z.prettifyError(parsed.error)}`);
    const { name, main, config } = parsed.data;
    const runtime = typeof parsed.data.runtime === "string" ? { name: parsed.data.runtime } : parsed.data.runtime;
    if (runtime.name !== "nodejs") throw new UnsupportedError(`runtime '${runtime.name}'`);
    const options = runtimeOptions.parse(runtime.options ?? {});
    const root = path.dirname(file);
    return {
        name,
        root,
        ...place(root, main),
        typescript: options.typescript ?? true,
        tsconfig: options.tsconfig,
        nodeArgs: options.nodeargs?.split(/\s+/).filter(Boolean) ?? [],
        config: config ?? {},
    };
}
