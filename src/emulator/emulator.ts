import type { z } from "zod";
import type { Core } from "./core/core";
import type { Faults } from "./core/faults";
import { Quirks } from "./core/quirks";
import type { Saved, SavedStates } from "./core/savedStates";
import { serialize } from "./core/stateFile";
import type { Databases } from "./postgres/databases";
import { conflict, notFound, unprocessable } from "./core/refusals";
import { allRows, findRow, insertRow, type World } from "./core/world";
import type { Interceptor, Journal, RequestEntry } from "./http/journal";
import type { Traffic } from "./http/traffic";
import { type GivenOf, isChangeable, type Kind, type Row, resourceTypes, type RowOf, typeOf } from "./resources";
import type { ServiceRow } from "./resources/service";
import { addLogs, type NewLogs } from "./resources/serviceLogs";
import { VirtualClock } from "./virtualClock";

export interface TokenInfo {
    readonly token: string;
    readonly type: "apiKey" | "oauth";
    /** Ids of the projects that the token can access. */
    readonly projects: readonly string[];
}

/** The fields that can be changed. A `cpu_millis` or `memory_gbs` of `null` is shared, a `vpc_id` of `null` detached. */
export type Drift = { [K in Kind]: z.input<(typeof resourceTypes)[K]["drift"]> }[Kind];

export interface EmulatorParts {
    readonly core: Core;
    /** Replaces the core by a new one, in its initial state or one that was saved. */
    readonly renew: (saved?: Saved) => void;
    readonly faults: Faults;
    readonly interceptors: Set<Interceptor>;
    readonly journal: Journal;
    readonly traffic: Traffic;
    readonly origin: string;
    readonly host: string;
    readonly save: () => Promise<void>;
    readonly saved: SavedStates;
    /** `undefined`: services have none, and their addresses lead nowhere. */
    readonly databases: Databases | undefined;
    readonly log: (line: string) => void;
    readonly stop: () => Promise<void>;
}

/** A running emulator. The control API offers its functions over HTTP. */
export class Emulator {
    readonly #parts: EmulatorParts;
    /** The API's base URL: `http://127.0.0.1:PORT/v1`. */
    readonly url: string;
    /** The control API's URL: `http://127.0.0.1:PORT/_control`. */
    readonly control: string;
    /** The active faults. */
    readonly faults: Faults;

    constructor(parts: EmulatorParts) {
        this.#parts = parts;
        this.url = `${parts.origin}/v1`;
        this.control = `${parts.origin}/_control`;
        this.faults = parts.faults;
    }

    get #core(): Core {
        const { core } = this.#parts;
        core.settle();
        return core;
    }

    /** The valid tokens: a personal access token per project, in the order of the projects, then the OAuth token. */
    get tokens(): TokenInfo[] {
        const rows = [...this.world.tokens.values()];
        return rows.map(({ token, type, project_ids: projects }) => ({ token, type, projects }));
    }

    /** Id of the first project. */
    get projectId(): string {
        return this.tokens[0]?.projects[0] ?? "";
    }

    /** Personal access token of the first project. */
    get token(): string {
        return this.tokens[0]?.token ?? "";
    }

    /** With `databases`: file with the certificate authority of all databases, for `sslmode=verify-full`. */
    get caFile(): string | undefined {
        return this.#parts.databases?.caFile;
    }

    /**
     * With `databases`: resolves when the databases are as the rows say. The responses of the API wait for this by themselves; call it after
     * functions of this class.
     */
    async databasesReady(): Promise<void> {
        await this.#parts.databases?.follow();
    }

    /** Makes the databases follow a change of the rows that no request has made. */
    #changed(): void {
        this.databasesReady().catch((error: unknown) => this.#parts.log(String(error)));
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
        else {
            await this.#parts.databases?.keepMoment();
            this.#core.clockOffset += ms;
        }
        this.#core.settle();
        await this.databasesReady();
    }

    /** The requests to the API since the start or the last `clearRequests`, oldest first. */
    requests(): RequestEntry[] {
        return this.#parts.journal.list();
    }

    clearRequests(): void {
        this.#parts.journal.clear();
    }

    /** Runs `interceptor` for every further request to the API; returns a function that ends this. Not available over HTTP. */
    intercept(interceptor: Interceptor): () => void {
        const { interceptors } = this.#parts;
        interceptors.add(interceptor);
        return () => void interceptors.delete(interceptor);
    }

    /** The row with this id, of any resource type. */
    resource(id: string): Row {
        const row = findRow(this.#core.world, id);
        if (!row) throw notFound("resource", id);
        return row;
    }

    #resourceOf<K extends Kind>(kind: K, id: string): RowOf<K> {
        const row = findRow(this.#core.world, id);
        if (row?.kind !== kind) throw notFound(resourceTypes[kind].noun, id);
        return row as RowOf<K>;
    }

    /** Changes a row immediately. Setting `status` ends the operation in progress without its effect. */
    drift(id: string, change: Drift): Row {
        const row = this.resource(id);
        const checked = typeOf(row).drift.parse(change);
        if ("status" in checked && isChangeable(row)) row.operation = null;
        this.#changed();
        return Object.assign(row, checked);
    }

    /** Removes a row and its children immediately. */
    remove(id: string): void {
        this.#core.remove(this.resource(id));
        this.#changed();
    }

    /** Creates resources out of band, with no operation in progress. Omitted fields have defaults. */
    readonly create = {
        vpc: (given: GivenOf<"vpc"> = {}) => this.add("vpc", given),
        peering: (given: GivenOf<"peering">) => this.add("peering", given),
        service: (given: GivenOf<"service"> = {}) => this.add("service", given),
        replicaSet: (given: GivenOf<"replicaSet">) => this.add("replicaSet", given),
        /** Creates `count` services, named `<name>-0`, `<name>-1`, and so on. */
        services: (count: number, given: GivenOf<"service"> = {}): ServiceRow[] =>
            Array.from({ length: count }, (_, n) =>
                this.add("service", { ...given, name: `${given.name ?? "service"}-${n}` }),
            ),
    };

    /** As {@link create}, for a type that is only known at run time. The fields are validated. */
    add<K extends Kind>(kind: K, given: unknown): RowOf<K> {
        const core = this.#core;
        const type = typeOf({ kind });
        // A field that is `undefined` is not given, as over HTTP.
        const fields = type.given.parse(JSON.parse(JSON.stringify(given)));
        const { id = core.newId() } = fields;
        if (core.isTaken(id)) throw conflict("ID_TAKEN", `The id ${id} is taken.`);
        const row = type.create(fields, id, core) as RowOf<K>;
        insertRow(core.world, row);
        this.#changed();
        return row;
    }

    /** Finishes the operation in progress on one row, or on all, with its effect, even if it is stuck. */
    finish(id?: string): void {
        const core = this.#core;
        const rows = id === undefined ? allRows(core.world) : [this.resource(id)];
        for (const row of rows) if (isChangeable(row)) core.finish(row);
        this.#changed();
    }

    /** Accepts a peering as the other side: it becomes `active` after a while. */
    acceptPeering(id: string): void {
        this.#core.begin(this.#resourceOf("peering", id), "accept");
    }

    /** Rejects a peering as the other side: it becomes `failed`. */
    refusePeering(id: string, message: string): void {
        this.#resourceOf("peering", id);
        this.drift(id, { status: resourceTypes.peering.failed, error_message: message });
    }

    /** Starts maintenance of a service: it is `OPTIMIZING` for a while. */
    maintain(id: string): void {
        this.#core.begin(this.#resourceOf("service", id), "maintain");
        this.#changed();
    }

    /** Takes a snapshot of a service's data, which forks by `LAST_SNAPSHOT` and read replica sets need. */
    async snapshot(id: string): Promise<void> {
        const row = this.#resourceOf("service", id);
        if (!row.endpoint) throw conflict("WRONG_STATE", "The service has no data yet.");
        // A virtual clock may stand still: what is written from now on has the same time, and is not in the snapshot.
        const at = this.now() - 1;
        await this.#parts.databases?.keepMoment(at);
        row.snapshot_at = at;
        row.backup_at = Math.min(at, row.backup_at ?? at);
    }

    /** Adds lines to a service's log, in addition to the generated ones. */
    addLogs(id: string, lines: z.input<typeof NewLogs>): void {
        addLogs(this.#resourceOf("service", id), lines, this.now());
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
        this.#parts.databases?.forget();
        this.#changed();
        this.faults.clear();
        this.clearRequests();
    }

    /**
     * Saves all resources, the quirks and the data of databases under a name, in place of what was saved under it. With `state`, this survives
     * a restart.
     */
    async save(name: string): Promise<void> {
        await this.databasesReady();
        const take = () => {
            const core = this.#core;
            return { state: serialize(core), quirks: core.quirks };
        };
        const { databases, saved } = this.#parts;
        await saved.replace(name, async () => (databases ? databases.save(name, take) : take()));
    }

    /** Restores what was saved under a name. The time stays as it is. */
    async restore(name: string): Promise<void> {
        const { databases, renew, saved: states } = this.#parts;
        const saved = await states.get(name);
        if (!saved) throw notFound("saved state", name);
        if (databases) await databases.restore(name, () => renew(saved));
        else renew(saved);
    }

    /** Stops listening, closes all connections and saves the state. */
    stop(): Promise<void> {
        return this.#parts.stop();
    }
}
