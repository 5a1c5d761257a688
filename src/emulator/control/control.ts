import type { z } from "zod";
import type { Core } from "../core/core";
import { type Drift, drift, remove, rowOf } from "../core/drift";
import type { Faults } from "../core/faults";
import { addLogs, type NewLogs } from "../core/newLogs";
import { addRow } from "../core/outOfBand";
import { Quirks } from "../core/quirks";
import { notFound, unprocessable } from "../core/refusal";
import { type GivenOf, isChangeable, type Kind, type Row, type RowOf, rowTypes } from "../core/rows";
import type { PeeringRow } from "../core/rows/peering";
import type { ServiceRow } from "../core/rows/service";
import type { World } from "../core/world";
import type { Interceptor, Interceptors } from "../http/interceptors";
import type { Journal, RequestEntry } from "../http/journal";
import { VirtualClock } from "../virtualClock";

export interface ControlParts {
    readonly core: () => Core;
    readonly faults: Faults;
    readonly interceptors: Interceptors;
    readonly journal: Journal;
    /** Replaces the core by a new one in its initial state. */
    readonly renew: () => void;
}

/** Creates a row of a type; the argument may be omitted if all its fields may. */
type Creator<K extends Kind> = (
    ...given: object extends GivenOf<K> ? [given?: GivenOf<K>] : [given: GivenOf<K>]
) => RowOf<K>;
type Creators = { readonly [K in Kind]: Creator<K> };

/** Operations on the emulator that are not part of the API. The control API offers the same over HTTP. */
export class Control {
    readonly #parts: ControlParts;
    /** The active faults. */
    readonly faults: Faults;

    constructor(parts: ControlParts) {
        this.#parts = parts;
        this.faults = parts.faults;
    }

    get #core(): Core {
        const core = this.#parts.core();
        core.settle();
        return core;
    }

    /** All rows, as of now. Do not modify them; use {@link drift}. */
    get world(): World {
        return this.#core.world;
    }

    /** The emulator's time, in milliseconds since the epoch. */
    now(): number {
        return this.#core.now();
    }

    /**
     * Advances the emulator's time by `ms` milliseconds. This advances a {@link VirtualClock} for everything that
     * shares it; with another clock it changes only the emulator's own time.
     */
    async advance(ms: number): Promise<void> {
        if (!Number.isFinite(ms) || ms < 0) throw unprocessable("INVALID_TIME", "Time cannot be moved back.");
        const { clock } = this.#core;
        if (clock instanceof VirtualClock) await clock.advance(ms);
        else this.#core.clockOffset += ms;
        this.#core.settle();
    }

    /** The requests to the API since the start or the last `clearRequests`, oldest first. */
    requests(): RequestEntry[] {
        return this.#parts.journal.list();
    }

    clearRequests(): void {
        this.#parts.journal.clear();
    }

    /**
     * Runs `interceptor` for every further request to the API. Returns a function that removes it. Not available over
     * HTTP.
     */
    intercept(interceptor: Interceptor): () => void {
        return this.#parts.interceptors.add(interceptor);
    }

    /** The row with this id, of any resource type. */
    thing(id: string): Row {
        return rowOf(this.#core, id);
    }

    /** Changes a row immediately. Setting `status` ends the operation in progress without its effect. */
    drift(id: string, change: Drift): Row {
        return drift(this.#core, id, change);
    }

    /** Removes a row and its children immediately. */
    remove(id: string): void {
        remove(this.#core, id);
    }

    /** Creates resources out of band, with no operation in progress. Omitted fields have defaults. */
    readonly create = {
        ...this.#creators(),
        /** Creates `count` services, named `<name>-0`, `<name>-1`, and so on. */
        services: (count: number, given: GivenOf<"service"> = {}): ServiceRow[] =>
            Array.from({ length: count }, (_, n) =>
                this.add("service", { ...given, name: `${given.name ?? "service"}-${n}` }),
            ),
    };

    #creators(): Creators {
        const kinds = Object.keys(rowTypes) as Kind[];
        const creators = kinds.map((kind) => [kind, (given: unknown = {}) => this.add(kind, given)]);
        // TypeScript cannot see that there is one for every kind.
        return Object.fromEntries(creators) as Creators;
    }

    /** As {@link create}, for a type that is only known at run time. The fields are validated. */
    add<K extends Kind>(kind: K, given: unknown): RowOf<K> {
        return addRow(this.#core, kind, given);
    }

    /** Finishes the operation in progress on one row, or on all, with its effect, even if it is stuck. */
    finish(id?: string): void {
        if (id === undefined) {
            this.#core.finish();
            return;
        }
        const row = rowOf(this.#core, id);
        if (isChangeable(row)) this.#core.finish(row);
    }

    #peering(id: string): PeeringRow {
        const row = rowOf(this.#core, id);
        if (row.kind !== "peering") throw notFound("peering", id);
        return row;
    }

    /** Accepts a peering as the other side: it becomes `active` after a while. */
    acceptPeering(id: string): void {
        this.#core.begin(this.#peering(id), "accept", {});
    }

    /** Rejects a peering as the other side: it becomes `failed`. */
    refusePeering(id: string, message: string): void {
        drift(this.#core, this.#peering(id).id, { status: rowTypes.peering.failed, error_message: message });
    }

    #service(id: string): ServiceRow {
        const row = rowOf(this.#core, id);
        if (row.kind !== "service") throw notFound("service", id);
        return row;
    }

    /** Starts maintenance of a service: it is `OPTIMIZING` for a while. */
    maintain(id: string): void {
        this.#core.begin(this.#service(id), "maintain", {});
    }

    /** Adds lines to a service's log, in addition to the generated ones. */
    addLogs(id: string, lines: z.input<typeof NewLogs>): void {
        addLogs(this.#service(id), lines, this.#core.now());
    }

    get quirks(): Quirks {
        return this.#core.quirks;
    }

    /** Changes some quirks. */
    setQuirks(change: Partial<Quirks>): void {
        const core = this.#core;
        core.quirks = Quirks.parse({ ...core.quirks, ...change });
    }

    /** Restores the initial rows, quirks and clock offset, and removes all faults and recorded requests. */
    reset(): void {
        this.#parts.renew();
        this.faults.clear();
        this.clearRequests();
    }
}
