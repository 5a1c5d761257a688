import type { Row } from "../resources";

/** Simulated replication lag, in milliseconds; see the quirks of the same names. */
export interface Lag {
    readonly lists: number;
    readonly reads: number;
    readonly flicker: number;
    readonly ghosts: number;
    readonly hidden: number;
}

interface Past<T> {
    readonly row: T;
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
    readonly #before = new Map<string, Past<Row>>();
    readonly #gone = new Map<string, Past<Row>>();
    readonly #reads = new Map<string, number>();

    /** Records that a row was created through the API. */
    created(id: string, at: number): void {
        this.#created.set(id, at);
    }

    /** Records the version of a row before a change. */
    changed(row: Row, at: number): void {
        this.#before.set(row.id, { row: structuredClone(row), at });
    }

    /** Records that a row was removed. */
    removed(row: Row, at: number): void {
        this.#gone.set(row.id, { row: structuredClone(row), at });
    }

    /** The row that a GET returns; `undefined` for 404. */
    one<T extends Row>(row: T | undefined, id: string, now: number, lag: Lag): T | undefined {
        const created = this.#created.get(id);
        if (this.#age(id, now) < lag.hidden) return undefined;
        if (lag.flicker > 0 && created !== undefined && now - created < lag.flicker) {
            const reads = (this.#reads.get(id) ?? 0) + 1;
            this.#reads.set(id, reads);
            if (reads % 2 === 1) return undefined;
        }
        const gone = this.#gone.get(id);
        if (row === undefined) return gone && now - gone.at < lag.reads ? (gone.row as T) : undefined;
        return this.#asSeen(row, now, lag);
    }

    /** The rows that a list returns. `belongs` selects the removed rows that were part of it. */
    many<T extends Row>(rows: readonly T[], belongs: (row: Row) => boolean, now: number, lag: Lag): T[] {
        const old = rows.filter(({ id }) => this.#age(id, now) >= Math.max(lag.lists, lag.hidden));
        const gone = [...this.#gone.values()].filter(({ row }) => belongs(row));
        const late = gone.filter(({ at }) => now - at < lag.lists).map(({ row }) => row as T);
        const ghosts = gone
            .filter(({ at }) => now - at >= lag.lists && now - at < lag.ghosts)
            .map(({ row }) => asGhost(row as T));
        return [...old.map((row) => this.#asSeen(row, now, lag)), ...late, ...ghosts];
    }

    /** Time since the create; infinite if the row was not created through the API. */
    #age(id: string, now: number): number {
        return now - (this.#created.get(id) ?? -Infinity);
    }

    #asSeen<T extends Row>(row: T, now: number, lag: Lag): T {
        const before = this.#before.get(row.id);
        return before !== undefined && now - before.at < lag.reads ? (before.row as T) : row;
    }
}
