import type { Clock } from "../../clock";
import { type Changeable, isChangeable, type OperationOf, type Row, typeOf } from "../resources";
import { type Operation, same } from "../resources/resourceType";
import type { Disturbance } from "./faults";
import { checkState, endOf, schedule, settle, transitionOf } from "./operations";
import type { Quirks } from "./quirks";
import { notFound } from "./refusals";
import type { Random } from "./random";
import { Visibility } from "./visibility";
import { allRows, insertRow, removeRow, withChildren, type World } from "./world";

/**
 * The rows, the clock and the operations in progress. Every access to the rows must call `settle` first. A type's
 * `onEvent` is called for all that happens to its rows here.
 */
export class Core {
    readonly #running = new Set<Changeable>();
    readonly #taken: Set<string>;
    /** What reads return, with the lag that the quirks say. */
    readonly visibility = new Visibility(
        () => this.now(),
        (quirk) => this.quirks[quirk] * this.timeScale,
    );

    constructor(
        readonly clock: Clock,
        readonly random: Random,
        readonly timeScale: number,
        readonly world: World,
        public quirks: Quirks,
        public clockOffset: number,
    ) {
        this.#taken = new Set(world.projects.keys());
        for (const row of allRows(world)) {
            this.#taken.add(row.id);
            if (isChangeable(row) && row.operation) this.#running.add(row);
        }
    }

    /** The emulator's time in milliseconds since the epoch: the clock's, plus the offset set by the control API. */
    now(): number {
        return this.clock.now() + this.clockOffset;
    }

    /** A new unique id; ids are never reused. */
    newId(): string {
        for (;;) {
            const id = this.random.id();
            if (this.takeId(id)) return id;
        }
    }

    /** Reserves an id; `false` if it is taken. */
    takeId(id: string): boolean {
        if (this.#taken.has(id)) return false;
        this.#taken.add(id);
        return true;
    }

    /** The id of a project by id or name. Default: the first project. */
    projectId(wanted?: string): string {
        const projects = [...this.world.projects.values()];
        const project = projects.find(({ id, name }) => wanted === undefined || id === wanted || name === wanted);
        if (!project) throw notFound("project", wanted ?? "");
        return project.id;
    }

    /** Starts an operation. Throws a refusal if the current status does not allow it. */
    begin<T extends Changeable>(
        row: T,
        name: OperationOf<T>,
        change: Partial<T> = {},
        disturbance: Disturbance = {},
    ): Operation {
        const transition = transitionOf(row, name);
        if (transition.from.length > 0) checkState(row, transition);
        const operation = schedule(row, name, { now: this.now(), scale: this.timeScale, change, disturbance });
        typeOf(row).onEvent?.(row, { type: "started", operation: name, at: this.now() });
        this.#start(row, operation);
        return operation;
    }

    #start(row: Changeable, operation: Operation): void {
        row.operation = operation;
        this.#running.add(row);
        this.#settleOne(row);
    }

    /** Brings all operations up to the current time. */
    settle(): void {
        for (const row of this.#running) this.#settleOne(row);
    }

    /** Finishes the operation in progress with its normal outcome, on one row or on all. */
    finish(only?: Changeable): void {
        for (const row of only ? [only] : this.#running) {
            if (!row.operation) continue;
            row.operation = { ...row.operation, phases: [], phase: 0 };
            this.#settleOne(row);
        }
    }

    /** Cancels the operation in progress without its effect. */
    cancel(row: Changeable): void {
        row.operation = null;
        this.#running.delete(row);
    }

    /** Inserts a row that a request creates: lists may show it late. */
    insert(row: Row): void {
        insertRow(this.world, row);
        this.visibility.created(row.id);
    }

    /** Removes a row and all in it, and cancels their operations. */
    remove(row: Row): void {
        for (const each of withChildren(row)) if (isChangeable(each)) this.cancel(each);
        this.visibility.removed(row);
        removeRow(this.world, row);
    }

    #settleOne(row: Changeable): void {
        const operation = row.operation;
        const outcome = settle(row, this.now());
        if (outcome === "running") return;
        this.#running.delete(row);
        if (outcome === "ended") this.#follow(row, (operation && endOf(operation)) ?? this.now());
        else this.remove(row);
    }

    /** Schedules the operation that begins by itself after the one that ended at `since`. */
    #follow(row: Changeable, since: number): void {
        const next = typeOf(row).following?.(row, this.quirks);
        if (next === undefined) return;
        const from = since + next.afterMs * this.timeScale;
        const operation = schedule(row, next.operation, { now: from, scale: this.timeScale });
        this.#start(row, { ...operation, phases: [{ status: same, until: from }, ...operation.phases] });
    }
}
