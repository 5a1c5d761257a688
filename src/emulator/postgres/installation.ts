// PostgreSQL's programs: where they are, whether they run, and as which user.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, symlink } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { copyFolder, renameOnce, serverUser, sharedFolder } from "./files";
import { loadPackages, type Packages } from "./packages";

const run = promisify(execFile);

const oldest = 15;

export interface Installation extends Omit<Packages, "native"> {
    /** The folder of the programs. */
    readonly bin: string;
    /** As in `18.4`. */
    readonly version: string;
}

/** Without the settings of PostgreSQL's clients, some of which its programs read too. */
export const environment = (): NodeJS.ProcessEnv => ({
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("PG"))),
    LC_ALL: "C",
});

export async function runProgram(bin: string, name: string, args: readonly string[]): Promise<string> {
    const { stdout } = await run(path.join(bin, name), args, {
        ...serverUser,
        env: environment(),
        cwd: path.parse(bin).root,
    });
    return stdout;
}

async function versionOf(bin: string): Promise<string> {
    const texts = ["initdb", "postgres"].map((name) => runProgram(bin, name, ["--version"]));
    const [, text = ""] = await Promise.all(texts).catch((cause: unknown) => {
        const problem = `cannot run initdb and postgres in ${bin}: ${(cause as Error).message}`;
        throw new Error(`databases: ${problem}; set \`bin\` to the folder of PostgreSQL's programs`, { cause });
    });
    const [, version = ""] = /\(PostgreSQL\) (\d+\S*)/.exec(text) ?? [];
    if (Number.parseInt(version) >= oldest) return version;
    throw new Error(`databases: ${bin} has ${text.trim()}; PostgreSQL ${oldest} or later is needed`);
}

const Links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * A copy of the package's binaries in the shared folder, with the links that its install script makes: some installers
 * do not run scripts, and the user that PostgreSQL runs as may be unable to read the package.
 */
async function copyOf(native: string): Promise<string> {
    const manifest = await readFile(path.join(native, "..", "package.json"), "utf8");
    const { name, version } = z.object({ name: z.string(), version: z.string() }).parse(JSON.parse(manifest));
    const folder = path.join(await sharedFolder(), `${path.basename(name)}-${version}`);
    // Systems remove the files of temporary folders after some days, but not their folders.
    if (existsSync(path.join(folder, "native", "bin", "postgres"))) return folder;
    await rm(folder, { recursive: true, force: true });
    const draft = `${folder}.${process.pid}`;
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft);
    await copyFolder(native, path.join(draft, "native"));
    for (const link of Links.parse(JSON.parse(await readFile(path.join(native, "pg-symlinks.json"), "utf8")))) {
        const target = path.join(draft, link.target);
        if (!existsSync(target)) await symlink(path.basename(link.source), target);
    }
    await renameOnce(draft, folder);
    return folder;
}

/** Finds PostgreSQL. @throws an error that says what to install. */
export async function findInstallation(given: { readonly bin?: string }): Promise<Installation> {
    const { native, ...packages } = loadPackages(given.bin !== undefined);
    if (native === undefined) {
        const bin = path.resolve(given.bin ?? "");
        return { ...packages, bin, version: await versionOf(bin) };
    }
    const installed = path.join(native, "bin");
    try {
        return { ...packages, bin: installed, version: await versionOf(installed) };
    } catch {
        // Not usable as installed. What the copy fails with is the error.
        const bin = path.join(await copyOf(native), "native", "bin");
        return { ...packages, bin, version: await versionOf(bin) };
    }
}
