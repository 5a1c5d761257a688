// The state on disk: one file, replaced atomically.
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";
import { type Row, typeOf } from "../resources";
import type { Core } from "./core";
import { replaceFile } from "./replaceFile";
import type { ServiceRow } from "../resources/service";
import type { VpcRow } from "../resources/vpc";
import { childrenOf, collectionsOf, emptyWorld, insertRow, type ProjectRow, type TokenRow } from "./world";

const stateVersion = 1;

// The file is written by the emulator itself, so only its outer structure is validated.
const rows = <T>() => z.array(z.custom<T>((row) => typeof row === "object"));
const StateFile = z.object({
    version: z.literal(stateVersion),
    random: z.number(),
    clockOffset: z.number(),
    projects: rows<ProjectRow>(),
    tokens: rows<TokenRow>(),
    // A file that was written before there was this type of resources has none.
    vpcs: rows<VpcRow>().default([]),
    services: rows<ServiceRow>().default([]),
});

/** Gives a row, and all in it, the fields that were introduced after it was written. */
function complete(row: Row): void {
    Object.assign(row, { ...typeOf(row).defaults?.(), ...row });
    childrenOf(row).forEach(complete);
}

/** Rows, tokens and projects from their text. */
export function parse(text: string) {
    const { random, clockOffset, projects, tokens, vpcs, services } = StateFile.parse(JSON.parse(text));
    const world = emptyWorld();
    for (const project of projects) world.projects.set(project.id, project);
    for (const token of tokens) world.tokens.set(token.token, token);
    for (const row of [...vpcs, ...services]) {
        complete(row);
        insertRow(world, row);
    }
    return { world, random, clockOffset };
}

export type Kept = ReturnType<typeof parse>;

/** Reads the state; `undefined` if the file does not exist. */
export function readState(file: string): Kept | undefined {
    if (!existsSync(file)) return undefined;
    try {
        return parse(readFileSync(file, "utf8"));
    } catch (cause) {
        throw new Error(`${file} is not an emulator state (version ${stateVersion}); move it away to start afresh`, {
            cause,
        });
    }
}

export const serialize = ({ world, random, clockOffset }: Core) =>
    JSON.stringify({
        version: stateVersion,
        random: random.state,
        clockOffset,
        projects: [...world.projects.values()],
        tokens: [...world.tokens.values()],
        ...collectionsOf(world),
    });

/**
 * A function that saves the state, one write at a time. It resolves when all changes made before the call are on disk;
 * each caller receives the failure of its own write.
 */
export function stateWriter(file: string, core: () => Core): () => Promise<void> {
    let last = Promise.resolve();
    return () => (last = last.catch(() => undefined).then(() => replaceFile(file, serialize(core()))));
}
