import type { Clock } from "../../clock";
import { type Lag, Visibility } from "./visibility";
import { checkState, type Disturbance, endOf, schedule, settle } from "./operations";
import type { Quirks } from "./quirks";
import type { Random } from "./random";
import type { Changeable, Operation, PeeringRow, ReplicaSetRow, ServiceRow, Row } from "./rows";
import {
    type PeeringOperation,
    type ReplicaSetOperation,
    same,
    type ServiceOperation,
    type Transition,
    transitions,
} from "./transitions";
import { changeables, removeRow, type World } from "./world";

type OperationOf<T extends Changeable> = T extends ServiceRow
    ? ServiceOperation
    : T extends ReplicaSetRow
      ? ReplicaSetOperation
      : T extends PeeringRow
        ? PeeringOperation
        : never;

/** The rows, the clock and the operations in progress. Every access to the rows must call `settle` first. */
export class Core {
    readonly #running = new Set<Changeable>();
    readonly #taken: Set<string>;
    readonly visibility = new Visibility();

    constructor(
        readonly clock: Clock,
        readonly random: Random,
        readonly timeScale: number,
        readonly world: World,
        public quirks: Quirks,
        public clockOffset: number,
    ) {
        this.#taken = new Set([...world.projects.keys(), ...world.vpcs.keys()]);
        for (const row of changeables(world)) {
            this.#taken.add(row.id);
            if (row.operation) this.#running.add(row);
        }
    }

    /** The emulator's time in milliseconds since the epoch: the clock's, plus the offset set by the control API. */
    now(): number {
        return this.clock.now() + this.clockOffset;
    }

    /** How far reads lag behind, scaled. */
    get lag(): Lag {
        const { listLagMs, staleReadMs, flickerMs } = this.quirks;
        const scaled = (ms: number) => ms * this.timeScale;
        return { lists: scaled(listLagMs), reads: scaled(staleReadMs), flicker: scaled(flickerMs) };
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

    /** Looks up an operation in the transition table. */
    transition<T extends Changeable>(row: T, name: OperationOf<T>): Transition<string> {
        const table: Readonly<Record<string, Transition<string>>> = transitions[row.kind];
        const transition = table[name];
        if (!transition) throw new Error(`there is no operation ${name} on a ${row.kind}`);
        return transition;
    }

    /** Starts an operation. Throws a refusal if the current status does not allow it. */
    begin<T extends Changeable>(
        row: T,
        name: OperationOf<T>,
        change: Partial<T>,
        disturbance: Disturbance = {},
    ): Operation {
        const transition = this.transition(row, name);
        if (transition.from.length > 0) checkState(row, transition);
        const operation = schedule(name, transition, {
            kind: row.kind,
            now: this.now(),
            scale: this.timeScale,
            change,
            disturbance,
        });
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

    /** Removes a row and its children, and cancels their operations. */
    remove(row: Row): void {
        const children = row.kind === "service" ? row.replica_sets : row.kind === "vpc" ? row.peerings : [];
        for (const child of children) this.cancel(child);
        if (row.kind !== "vpc") this.cancel(row);
        this.visibility.removed(row, this.now());
        removeRow(this.world, row);
    }

    #settleOne(row: Changeable): void {
        const operation = row.operation;
        const outcome = settle(row, this.now());
        if (outcome === "running") return;
        this.#running.delete(row);
        if (outcome === "ended") this.#acceptByItself(row, (operation && endOf(operation)) ?? this.now());
        else this.remove(row);
    }

    /** Implements the quirk `autoAcceptMs`. */
    #acceptByItself(row: Changeable, since: number): void {
        const { autoAcceptMs } = this.quirks;
        if (autoAcceptMs === null || row.kind !== "peering" || row.status !== "pending-acceptance") return;
        const from = since + autoAcceptMs * this.timeScale;
        const accept = schedule("accept", transitions.peering.accept, {
            kind: "peering",
            now: from,
            scale: this.timeScale,
            change: {},
            disturbance: {},
        });
        this.#start(row, { ...accept, phases: [{ status: same, until: from }, ...accept.phases] });
    }
}
