import type { Row } from "../resources";

type LagQuirk = "listLagMs" | "staleReadMs" | "flickerMs" | "ghostMs" | "hiddenMs";

interface Past {
    readonly row: Row;
    readonly at: number;
}

/** The row as if its deletion had not begun. */
const asGhost = <T extends Row>(row: T): T => {
    if (row.kind === "service") return { ...row, status: "READY", operation: null };
    return row.kind === "replicaSet" ? { ...row, status: "active", operation: null } : row;
};

/** Which version of a row a read returns. Simulates an eventually consistent API. */
export class Visibility {
    readonly #created = new Map<string, number>();
    readonly #before = new Map<string, Past>();
    readonly #gone = new Map<string, Past>();
    readonly #reads = new Map<string, number>();

    /** @param lag - the value of a quirk, in milliseconds of `now`. */
    constructor(
        readonly now: () => number,
        readonly lag: (quirk: LagQuirk) => number,
    ) {}

    #isWithin(quirk: LagQuirk, since: number | undefined): boolean {
        return since !== undefined && this.now() - since < this.lag(quirk);
    }

    created(id: string): void {
        this.#created.set(id, this.now());
    }

    /** Records the version of a row before a change. */
    changed(row: Row): void {
        this.#before.set(row.id, { row, at: this.now() });
    }

    removed(row: Row): void {
        this.#gone.set(row.id, { row: structuredClone(row), at: this.now() });
    }

    /** The row that a GET returns; `undefined` for 404. */
    one<T extends Row>(row: T | undefined, id: string): T | undefined {
        const created = this.#created.get(id);
        if (this.#isWithin("hiddenMs", created)) return undefined;
        if (this.#isWithin("flickerMs", created)) {
            const reads = (this.#reads.get(id) ?? 0) + 1;
            this.#reads.set(id, reads);
            if (reads % 2 === 1) return undefined;
        }
        if (row !== undefined) return this.#asSeen(row);
        const gone = this.#gone.get(id);
        return this.#isWithin("staleReadMs", gone?.at) ? (gone?.row as T) : undefined;
    }

    /** The rows inside another one's record. */
    inside<T extends Row>(rows: readonly T[]): T[] {
        return rows.filter(({ id }) => !this.#isWithin("hiddenMs", this.#created.get(id)));
    }

    /** The rows that a list returns. `belongs` selects the removed rows that were part of it. */
    many<T extends Row>(rows: readonly T[], belongs: (row: Row) => boolean): T[] {
        const isLate = (id: string) =>
            this.#isWithin("listLagMs", this.#created.get(id)) || this.#isWithin("hiddenMs", this.#created.get(id));
        const current = rows.filter(({ id }) => !isLate(id)).map((row) => this.#asSeen(row));
        const gone = [...this.#gone.values()].filter(({ row }) => belongs(row));
        const late = gone.filter(({ at }) => this.#isWithin("listLagMs", at));
        const ghosts = gone.filter((past) => !late.includes(past) && this.#isWithin("ghostMs", past.at));
        return [...current, ...late.map(({ row }) => row as T), ...ghosts.map(({ row }) => asGhost(row as T))];
    }

    #asSeen<T extends Row>(row: T): T {
        const before = this.#before.get(row.id);
        return this.#isWithin("staleReadMs", before?.at) ? (before?.row as T) : row;
    }
}
