// What `save` keeps: in memory or, beside the state file, in a folder.
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { Quirks } from "./quirks";

const Saved = z.object({ state: z.string(), quirks: Quirks });
export type Saved = z.infer<typeof Saved>;

export class SavedStates {
    readonly #states = new Map<string, Saved>();

    constructor(private readonly folder: string | undefined) {}

    readonly #fileOf = (name: string) => this.folder && path.join(this.folder, `${encodeURIComponent(name)}.json`);

    async get(name: string): Promise<Saved | undefined> {
        const file = this.#fileOf(name);
        if (file === undefined) return this.#states.get(name);
        return existsSync(file) ? Saved.parse(JSON.parse(await readFile(file, "utf8"))) : undefined;
    }

    /** Replaces what has this name. While `make` runs, there is none. */
    async replace(name: string, make: () => Promise<Saved>): Promise<void> {
        const file = this.#fileOf(name);
        this.#states.delete(name);
        if (file !== undefined) await rm(file, { force: true });
        const saved = await make();
        if (file === undefined) this.#states.set(name, saved);
        else {
            await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
            await writeFile(file, JSON.stringify(saved), { mode: 0o600 });
        }
    }
}
