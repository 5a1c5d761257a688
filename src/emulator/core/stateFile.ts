// The state on disk: one file, replaced atomically.
import { existsSync, readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import type { ProjectRow, ServiceRow, TokenRow, VpcRow } from "./rows";
import { z } from "zod";
import type { World } from "./world";

const version = 1;

export interface Kept {
    readonly world: World;
    readonly random: number;
    readonly clockOffset: number;
}

// The file is written by the emulator itself, so only its outer structure is validated.
const rows = <Row extends { id: string } | { token: string }>() =>
    z.array(z.custom<Row>((row) => typeof row === "object"));
const StateFile = z.object({
    version: z.literal(version),
    random: z.number(),
    clockOffset: z.number(),
    projects: rows<ProjectRow>(),
    tokens: rows<TokenRow>(),
    vpcs: rows<VpcRow>(),
    services: rows<ServiceRow>(),
});

const byId = <Row extends { id: string }>(list: Row[]) => new Map(list.map((row) => [row.id, row]));

/** Reads the state; `undefined` if the file does not exist. */
export function readState(file: string): Kept | undefined {
    if (!existsSync(file)) return undefined;
    let state: z.output<typeof StateFile>;
    try {
        state = StateFile.parse(JSON.parse(readFileSync(file, "utf8")));
    } catch (cause) {
        throw new Error(`${file} is not an emulator state (version ${version}); move it away to start afresh`, {
            cause,
        });
    }
    const { random, clockOffset, projects, tokens, vpcs, services } = state;
    const world = {
        projects: byId(projects),
        tokens: new Map(tokens.map((row) => [row.token, row])),
        vpcs: byId(vpcs),
        services: byId(services),
    };
    return { world, random, clockOffset };
}

const serialize = ({ world, random, clockOffset }: Kept) =>
    JSON.stringify({
        version,
        random,
        clockOffset,
        projects: [...world.projects.values()],
        tokens: [...world.tokens.values()],
        vpcs: [...world.vpcs.values()],
        services: [...world.services.values()],
    });

/** Writes the state. Calls during a write share the next one. */
export class StateWriter {
    #running: Promise<void> | undefined;
    #next: Promise<void> | undefined;

    constructor(
        readonly file: string,
        readonly kept: () => Kept,
    ) {}

    async #write(): Promise<void> {
        const draft = `${this.file}.${process.pid}.tmp`;
        await writeFile(draft, serialize(this.kept()), { mode: 0o600 });
        await rename(draft, this.file);
    }

    /** Resolves when all changes made before the call are on disk. */
    save(): Promise<void> {
        this.#next ??= (this.#running ?? Promise.resolve())
            .catch(() => undefined)
            .then(() => {
                this.#running = this.#next;
                this.#next = undefined;
                return this.#write();
            });
        return this.#next;
    }
}
