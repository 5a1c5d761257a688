import type { Clock } from "../clock";
import { freshness } from "./schedule";

/** Something that exists, as far as it matters to a create. */
export interface Candidate {
    readonly id: string;
    readonly name: string;
    /** It is on its way out, and stands in nobody's way. */
    readonly leaving: boolean;
}

/**
 * Who is there of one collection: asked for once, for all the creates that come together. It also knows what the creates
 * of this process have taken, so that two of them never take the same thing for theirs.
 */
export class Roster {
    #asked: { readonly at: number; readonly answer: Promise<readonly Candidate[]> } | undefined;
    readonly #claimed = new Set<string>();
    readonly #reserved = new Map<string, string>();

    constructor(
        private readonly clock: Clock,
        private readonly list: () => Promise<readonly Candidate[]>,
    ) {}

    /** Those that are there; at most a few seconds old. */
    async known(): Promise<readonly Candidate[]> {
        if (this.#asked === undefined || this.clock.now() - this.#asked.at >= freshness) return this.now();
        return this.#asked.answer;
    }

    /** Those that are there, asked now. */
    async now(): Promise<readonly Candidate[]> {
        const asked = { at: this.clock.now(), answer: this.list() };
        this.#asked = asked;
        try {
            return await asked.answer;
        } catch (error) {
            if (this.#asked === asked) this.#asked = undefined;
            throw error;
        }
    }

    claim(id: string): void {
        this.#claimed.add(id);
    }

    isClaimed(id: string): boolean {
        return this.#claimed.has(id);
    }

    /** Keeps a name for one create while it is under way; gives the one that has it already, if any. */
    reserve(name: string, owner: string): string | undefined {
        const holder = this.#reserved.get(name);
        if (holder === undefined || holder === owner) this.#reserved.set(name, owner);
        return holder === owner ? undefined : holder;
    }

    release(name: string, owner: string): void {
        if (this.#reserved.get(name) === owner) this.#reserved.delete(name);
    }
}
