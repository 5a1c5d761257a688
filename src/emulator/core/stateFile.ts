// The state on disk: one file, replaced atomically.
import { existsSync, readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { z } from "zod";
import { type Row, typeOf } from "../resources";
import { childrenOf, collections, emptyWorld, insertRow, type ProjectRow, type TokenRow, type World } from "./world";

const version = 1;

export interface Kept {
    readonly world: World;
    readonly random: number;
    readonly clockOffset: number;
}

// The file is written by the emulator itself, so only its outer structure is validated.
const rows = <T>() => z.array(z.custom<T>((row) => typeof row === "object"));
const StateFile = z.looseObject({
    version: z.literal(version),
    random: z.number(),
    clockOffset: z.number(),
    projects: rows<ProjectRow>(),
    tokens: rows<TokenRow>(),
});
/** A file that was written before there was this type of resources has none. */
const Collection = rows<Row>().default([]);

/** Gives a row, and all in it, the fields that were introduced after it was written. */
function complete(row: Row): void {
    Object.assign(row, { ...typeOf(row).defaults(), ...row });
    childrenOf(row).forEach(complete);
}

/** Reads the state; `undefined` if the file does not exist. */
export function readState(file: string): Kept | undefined {
    if (!existsSync(file)) return undefined;
    try {
        return parseState(JSON.parse(readFileSync(file, "utf8")));
    } catch (cause) {
        throw new Error(`${file} is not an emulator state (version ${version}); move it away to start afresh`, {
            cause,
        });
    }
}

function parseState(json: unknown): Kept {
    const { random, clockOffset, projects, tokens, ...rest } = StateFile.parse(json);
    const world = emptyWorld();
    for (const project of projects) world.projects.set(project.id, project);
    for (const token of tokens) world.tokens.set(token.token, token);
    for (const row of collections.flatMap((name) => Collection.parse(rest[name]))) {
        complete(row);
        insertRow(world, row);
    }
    return { world, random, clockOffset };
}

const serialize = ({ world, random, clockOffset }: Kept) =>
    JSON.stringify({
        version,
        random,
        clockOffset,
        projects: [...world.projects.values()],
        tokens: [...world.tokens.values()],
        ...Object.fromEntries(collections.map((name) => [name, [...world[name].values()]])),
    });

/** Writes the state, one write at a time. */
export class StateWriter {
    #last: Promise<void> = Promise.resolve();

    constructor(
        readonly file: string,
        readonly kept: () => Kept,
    ) {}

    async #write(): Promise<void> {
        const draft = `${this.file}.${process.pid}.tmp`;
        await writeFile(draft, serialize(this.kept()), { mode: 0o600 });
        await rename(draft, this.file);
    }

    /** Resolves when all changes made before the call are on disk. Each caller receives the failure of its own write. */
    save(): Promise<void> {
        this.#last = this.#last.catch(() => undefined).then(() => this.#write());
        return this.#last;
    }
}
