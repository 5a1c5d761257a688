import type { Row } from "../resources";
import type { Quirks } from "./quirks";
import { ownerIdOf } from "./world";

type LagQuirk = "listLagMs" | "staleReadMs" | "flickerMs" | "ghostMs" | "hiddenMs";

interface Past {
    readonly row: Row;
    readonly at: number;
}

interface Timing {
    now(): number;
    readonly quirks: Quirks;
    readonly timeScale: number;
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

    constructor(readonly timing: Timing) {}

    #isWithin(quirk: LagQuirk, since: number | undefined): boolean {
        const { quirks, timeScale } = this.timing;
        return since !== undefined && this.timing.now() - since < quirks[quirk] * timeScale;
    }

    created(id: string): void {
        this.#created.set(id, this.timing.now());
    }

    /** Records the version of a row before a change. */
    changed(row: Row): void {
        this.#before.set(row.id, { row, at: this.timing.now() });
    }

    removed(row: Row): void {
        this.#gone.set(row.id, { row: structuredClone(row), at: this.timing.now() });
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

    /** The rows that a list returns of those of this type that the project, VPC or service `ownerId` has. */
    many<T extends Row>(rows: readonly T[], kind: T["kind"], ownerId: string): T[] {
        const current = this.inside(rows)
            .filter(({ id }) => !this.#isWithin("listLagMs", this.#created.get(id)))
            .map((row) => this.#asSeen(row));
        const belongs = (row: Row): row is T => row.kind === kind && ownerIdOf(row) === ownerId;
        const gone = [...this.#gone.values()].flatMap(({ row, at }) => {
            if (!belongs(row)) return [];
            if (this.#isWithin("listLagMs", at)) return [row];
            return this.#isWithin("ghostMs", at) ? [asGhost(row)] : [];
        });
        const isOmitted = (row: T) =>
            this.timing.quirks.listsOmitDeleting && "status" in row && /^delet/i.test(row.status);
        return [...current, ...gone].filter((row) => !isOmitted(row));
    }

    #asSeen<T extends Row>(row: T): T {
        const before = this.#before.get(row.id);
        return this.#isWithin("staleReadMs", before?.at) ? (before?.row as T) : row;
    }
}
