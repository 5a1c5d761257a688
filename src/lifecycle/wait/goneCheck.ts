import { complete } from "../../api";
import type { Clock } from "../../clock";
import { sampleInterval } from "./schedule";
import { byId, type Source } from "./source";

type Answers<ApiRecord> = Map<string, Promise<ApiRecord | undefined>>;

/** @throws ApiError where the list has a record of that id that violates the contract. */
export function absent<ApiRecord>(id: string, list: readonly ApiRecord[]): ApiRecord | undefined {
    complete(list, (record) => record.id === id);
    return undefined;
}

/**
 * Confirms that records which a list lacks do not exist: by a GET each, or many together by lists.
 *
 * Together needs that their deletion was accepted, and takes one or two requests. Each of its conditions takes the place of something
 * that a GET each would guard against:
 *
 * - a list that is incomplete once: a second list has to lack them too;
 * - a list that is late to show what is new: a list has shown them before;
 * - lists that leave out what is still being deleted: one is asked for by its own GET, as a sample, unless that was done a short while
 *   ago. If that finds it, lists prove nothing from then on.
 */
export class GoneCheck<ApiRecord> {
    readonly #listed = new Set<string>();
    /** When a GET last agreed with the lists that something was gone. */
    #sampledAt = -Infinity;
    /** A GET has found what two lists lacked. */
    #listsProveNothing = false;

    constructor(
        private readonly source: Source<ApiRecord>,
        private readonly clock: Clock,
    ) {}

    /** A list has shown it. */
    listed(id: string): void {
        this.#listed.add(id);
    }

    async confirm(id: string, list: readonly ApiRecord[]): Promise<ApiRecord | undefined> {
        return (await this.source.get(id)) ?? absent(id, list);
    }

    /** @param leaving - ids whose deletion was accepted. */
    confirmAll(ids: readonly string[], leaving: ReadonlySet<string>, list: readonly ApiRecord[]): Answers<ApiRecord> {
        const isProvable = (id: string) => !this.#listsProveNothing && leaving.has(id) && this.#listed.has(id);
        const together = ids.filter(isProvable);
        const sample = this.#sampleOf(together);
        // Together has to take fewer requests than one for each.
        if (together.length <= (sample === undefined ? 1 : 2)) return this.#each(ids, list);
        const others = ids.filter((id) => !together.includes(id));
        return new Map([...this.#each(others, list), ...this.#together(together, list, sample)]);
    }

    #each(ids: readonly string[], list: readonly ApiRecord[]): Answers<ApiRecord> {
        return new Map(ids.map((id) => [id, this.confirm(id, list)]));
    }

    /** The last one, which is the least likely to be gone. */
    #sampleOf(ids: readonly string[]): string | undefined {
        const elapsed = Math.abs(this.clock.now() - this.#sampledAt);
        return elapsed < sampleInterval ? undefined : ids.at(-1);
    }

    #together(ids: readonly string[], first: readonly ApiRecord[], sample: string | undefined): Answers<ApiRecord> {
        const looked = this.#lookAgain(sample);
        const confirm = async (id: string): Promise<ApiRecord | undefined> => {
            const { second, records, found } = await looked;
            if (id === sample && found !== undefined) return found;
            const listed = records.get(id);
            if (listed !== undefined) return listed;
            if (found !== undefined) return this.confirm(id, second);
            absent(id, first);
            return absent(id, second);
        };
        return new Map(ids.map((id) => [id, confirm(id)]));
    }

    async #lookAgain(sample: string | undefined) {
        const { source } = this;
        const [second, found] = await Promise.all([
            source.list(),
            sample === undefined ? undefined : source.get(sample),
        ]);
        const records = byId(source, second);
        if (sample !== undefined && !records.has(sample)) {
            if (found === undefined) this.#sampledAt = this.clock.now();
            else this.#listsProveNothing = true;
        }
        return { second, records, found };
    }
}
