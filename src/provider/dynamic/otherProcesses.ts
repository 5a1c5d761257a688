import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isAlive } from "../../shared/processes";
import type { AnyDefinition, CurrentProperties } from "../lifecycle";

/** Identifies a record of the API. */
export interface ResourceRef {
    readonly type: string;
    readonly address: string;
    /** Undefined: the default project, which has not been looked up. */
    readonly projectId: string | undefined;
    readonly id: string;
    /** The values that can never change, as far as they are known. */
    readonly facts: CurrentProperties;
    /** How these are compared. The entry of another process has no functions: those of this process are used. */
    readonly identity: AnyDefinition["records"]["identity"];
}

/** A resource of the program that manages, adopts or reads a record. */
export interface Holding {
    readonly urn: string;
    readonly ref: ResourceRef;
    /** `adopts`: has not done so yet. `reads`: a `get` of the program. */
    readonly how: "manages" | "adopts" | "reads";
    /** The token in its state; undefined for a resource that only adopts or reads. */
    readonly owner: string | undefined;
    /** An interrupted `up` had left it, and it was found by its name. */
    readonly adoptedByName: boolean;
    /** The program declares it. Otherwise a refresh has read it, or its deletion has failed. */
    readonly isDeclared: boolean;
    /** It is replaced, and deleted first. */
    readonly isReplaced: boolean;
}

interface Line {
    readonly key: string;
    /** Absent: it has been released. */
    readonly holding?: Holding;
}

interface PublishedFile {
    readonly engine: string;
    readonly pid: number;
    readonly file: string;
}

/**
 * What the other provider processes of the same engine manage. The engine starts one for each of the options `provider`, `version` and
 * `pluginDownloadURL` with another value. Each process appends to a file of its own, which names the engine and the process.
 */
export class OtherProcesses {
    readonly #engine: string;
    #file: string | undefined;

    /** @param engine - its address, which no other running engine has. */
    constructor(
        engine: string,
        private readonly report: (text: string) => void,
        private readonly pid = process.pid,
        private readonly folder = path.join(tmpdir(), `pulumi-clouddb-${process.getuid?.() ?? "user"}`),
    ) {
        this.#engine = createHash("sha256").update(engine).digest("hex").slice(0, 16);
    }

    publish(key: string, holding: Holding | undefined): void {
        this.#using(() => {
            this.#file ??= this.#open();
            appendFileSync(this.#file, `${JSON.stringify({ key, holding } satisfies Line)}\n`, { mode: 0o600 });
        });
    }

    holdings(): Holding[] {
        return this.#using(() => this.#files().flatMap((file) => this.#holdingsIn(file))) ?? [];
    }

    #holdingsIn({ engine, pid, file }: PublishedFile): Holding[] {
        if (engine !== this.#engine || pid === this.pid || !isAlive(pid)) return [];
        const held = new Map<string, Holding | undefined>();
        const lines = readFileSync(file, "utf8").split("\n");
        // What follows the last line break is not complete yet.
        for (const line of lines.slice(0, -1)) {
            const { key, holding } = JSON.parse(line) as Line;
            held.set(key, holding);
        }
        return [...held.values()].filter((one) => one !== undefined);
    }

    /** A machine without a usable temporary folder has no such options in its programs, or loses this protection only. */
    #using<Result>(work: () => Result): Result | undefined {
        try {
            return work();
        } catch (error) {
            this.report(`what other provider processes manage is not known: ${String(error)}`);
            return undefined;
        }
    }

    #open(): string {
        mkdirSync(this.folder, { recursive: true, mode: 0o700 });
        for (const { pid, file } of this.#files()) if (pid === this.pid || !isAlive(pid)) rmSync(file, { force: true });
        return path.join(this.folder, `${this.#engine}-${this.pid}`);
    }

    #files(): PublishedFile[] {
        // Nobody has published yet.
        if (!existsSync(this.folder)) return [];
        return readdirSync(this.folder).flatMap((name) => {
            const [, engine = "", pid = ""] = /^([0-9a-f]{16})-(\d+)$/.exec(name) ?? [];
            return engine === "" ? [] : [{ engine, pid: Number(pid), file: path.join(this.folder, name) }];
        });
    }
}
