/** Milliseconds. */
const maxAge = 500;

/** How many changes there were when a list was requested, and when that was. */
interface Begun {
    readonly at: number;
    readonly changes: number;
}

/**
 * The last list, for looks that may be half a second old: where resources are deleted in turn, the list that shows one gone also shows
 * the next. It says nothing of a resource that was changed after the list was requested.
 */
export class RecentList<ApiRecord> {
    #changes = 0;
    readonly #changedAt = new Map<string, number>();
    #last: (Begun & { readonly records: ReadonlyMap<string, ApiRecord> }) | undefined;

    changed(id: string): void {
        this.#changedAt.set(id, ++this.#changes);
    }

    /** To be called before the request. */
    begin(at: number): Begun {
        return { at, changes: this.#changes };
    }

    keep(begun: Begun, records: ReadonlyMap<string, ApiRecord>): void {
        if (this.#last === undefined || begun.at >= this.#last.at) this.#last = { ...begun, records };
    }

    /** Undefined where the list lacks it, is too old, or was requested before a change. */
    record(id: string, now: number): ApiRecord | undefined {
        const last = this.#last;
        if (last === undefined || Math.abs(now - last.at) > maxAge) return undefined;
        return (this.#changedAt.get(id) ?? 0) > last.changes ? undefined : last.records.get(id);
    }
}
