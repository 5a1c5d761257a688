import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Undefined where there is no such file. */
export async function readIfThere(file: string): Promise<string | undefined> {
    try {
        return await readFile(file, "utf8");
    } catch (error) {
        if (codeOf(error) === "ENOENT") return undefined;
        throw error;
    }
}

/** Whatever happens in between, `file` holds either all of what it held or all of `text`. */
export async function replaceFile(file: string, text: string): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true });
    const next = `${file}.next`;
    await writeFile(next, text, { flush: true, mode: 0o600 });
    await rename(next, file);
}

function isAlive(pid: number): boolean {
    try {
        process.kill(pid, 0);
        return true;
    } catch (error) {
        return codeOf(error) === "EPERM";
    }
}

/**
 * Keeps others from working on `file` until the returned function is called. A lock whose owner has died is taken over.
 * @throws Error that names the process that has it.
 */
export async function lockFile(file: string): Promise<() => Promise<void>> {
    const lock = `${file}.lock`;
    await mkdir(path.dirname(file), { recursive: true });
    for (;;) {
        try {
            await writeFile(lock, String(process.pid), { flag: "wx" });
            return () => rm(lock, { force: true });
        } catch (error) {
            if (codeOf(error) !== "EEXIST") throw error;
        }
        const owner = Number(await readIfThere(lock));
        if (owner > 0 && isAlive(owner)) throw new Error(`${file} is in use by process ${owner}`);
        await rm(lock, { force: true });
    }
}
