import { complete, type UnreadableRecord } from "../api";
import type { Clock } from "../clock";
import { freshness } from "./schedule";

const mayBear = (name: string | undefined) => (record: UnreadableRecord) =>
    name === undefined || record.name === undefined || record.name === name;

/** Something that exists, as far as it matters to a create. */
export interface Candidate<Record> {
    readonly id: string;
    readonly name: string;
    /** It is on its way out, and stands in nobody's way. */
    readonly leaving: boolean;
    readonly record: Record;
}

interface Asked<Record> {
    readonly at: number;
    readonly answer: Promise<readonly Candidate<Record>[]>;
}

/**
 * Who is there of one collection: asked for once, for all the creates that come together. It also knows what the creates
 * of this process have taken, so that two of them never take the same thing for theirs.
 */
export class Roster<Record> {
    #asked: Asked<Record> | undefined;
    readonly #claimed = new Map<string, { readonly name: string; readonly owner: string }>();
    readonly #reserved = new Map<string, string>();

    constructor(
        private readonly clock: Clock,
        private readonly list: () => Promise<readonly Candidate<Record>[]>,
    ) {}

    /** Those that are there: at most a few seconds old, but of this moment where one may bear that name. */
    async known(name: string): Promise<readonly Candidate<Record>[]> {
        const asked = this.#asked;
        if (asked === undefined || this.clock.now() - asked.at >= freshness) return this.now(name);
        const madeSince = [...this.#claimed.values()].some((one) => one.name === name);
        const there = complete(await asked.answer, mayBear(name));
        return madeSince || there.some((one) => one.name === name) ? this.now(name) : there;
    }

    /** Those that are there, asked now; an error where one of them that may bear the name cannot be read. Default: any. */
    async now(name?: string): Promise<readonly Candidate<Record>[]> {
        const asked = { at: this.clock.now(), answer: this.list() };
        this.#asked = asked;
        return complete(await this.#answerOf(asked), mayBear(name));
    }

    async #answerOf(asked: Asked<Record>): Promise<readonly Candidate<Record>[]> {
        try {
            return await asked.answer;
        } catch (error) {
            if (this.#asked === asked) this.#asked = undefined;
            throw error;
        }
    }

    /** Notes whose a thing is, among those who create in this process. */
    claim(id: string, name: string, owner: string): void {
        this.#claimed.set(id, { name, owner });
    }

    ownerOf(id: string): string | undefined {
        return this.#claimed.get(id)?.owner;
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
