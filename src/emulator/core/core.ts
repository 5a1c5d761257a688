import type { Clock } from "../../clock";
import { type Lag, Sight } from "./sight";
import { checkState, type Disturbance, endOf, schedule, settle } from "./operations";
import type { Quirks } from "./quirks";
import type { Random } from "./random";
import type { Changeable, Operation, PeeringRow, ReplicaSetRow, ServiceRow, Thing } from "./rows";
import {
    type PeeringOperation,
    type ReplicaSetOperation,
    same,
    type ServiceOperation,
    type Transition,
    transitions,
} from "./transitions";
import { changeables, removeThing, type World } from "./world";

type OperationOf<T extends Changeable> = T extends ServiceRow
    ? ServiceOperation
    : T extends ReplicaSetRow
      ? ReplicaSetOperation
      : T extends PeeringRow
        ? PeeringOperation
        : never;

/** The world, the time in it, and what is under way. Every look at the world begins with `settle`. */
export class Core {
    readonly #running = new Set<Changeable>();
    readonly #taken: Set<string>;
    readonly sight = new Sight();

    constructor(
        readonly clock: Clock,
        readonly random: Random,
        readonly timeScale: number,
        readonly world: World,
        public quirks: Quirks,
        public clockOffset: number,
    ) {
        this.#taken = new Set([...world.projects.keys(), ...world.vpcs.keys()]);
        for (const thing of changeables(world)) {
            this.#taken.add(thing.id);
            if (thing.operation) this.#running.add(thing);
        }
    }

    /** The emulator's time: the clock's, and what the control surface has added to it. */
    now(): number {
        return this.clock.now() + this.clockOffset;
    }

    /** How far readers lag behind, at this time scale. */
    get lag(): Lag {
        const { listLagMs, staleReadMs, flickerMs } = this.quirks;
        const scaled = (ms: number) => ms * this.timeScale;
        return { lists: scaled(listLagMs), reads: scaled(staleReadMs), flicker: scaled(flickerMs) };
    }

    /** An id that nothing has, nor has had since the start. */
    newId(): string {
        for (;;) {
            const id = this.random.id();
            if (this.takeId(id)) return id;
        }
    }

    /** Takes an id for a new thing; `false`: it is not free. */
    takeId(id: string): boolean {
        if (this.#taken.has(id)) return false;
        this.#taken.add(id);
        return true;
    }

    /** The table's row of an operation on that kind of thing. */
    transition<T extends Changeable>(thing: T, name: OperationOf<T>): Transition<string> {
        const table: Readonly<Record<string, Transition<string>>> = transitions[thing.kind];
        const transition = table[name];
        if (!transition) throw new Error(`there is no operation ${name} on a ${thing.kind}`);
        return transition;
    }

    /** Starts an operation on a thing whose state allows it. */
    begin<T extends Changeable>(
        thing: T,
        name: OperationOf<T>,
        change: Partial<T>,
        disturbance: Disturbance = {},
    ): Operation {
        const transition = this.transition(thing, name);
        if (transition.from.length > 0) checkState(thing, transition);
        const operation = schedule(name, transition, {
            kind: thing.kind,
            now: this.now(),
            scale: this.timeScale,
            change,
            disturbance,
        });
        this.#start(thing, operation);
        return operation;
    }

    #start(thing: Changeable, operation: Operation): void {
        thing.operation = operation;
        this.#running.add(thing);
        this.#settleOne(thing);
    }

    /** Brings everything up to the time that it is. */
    settle(): void {
        for (const thing of this.#running) this.#settleOne(thing);
    }

    /** Ends what is under way at once, as it would have ended; of one thing, or of all. */
    finish(only?: Changeable): void {
        for (const thing of only ? [only] : this.#running) {
            if (!thing.operation) continue;
            thing.operation = { ...thing.operation, phases: [], phase: 0 };
            this.#settleOne(thing);
        }
    }

    /** Drops what is under way on the thing, without its effect. */
    cancel(thing: Changeable): void {
        thing.operation = null;
        this.#running.delete(thing);
    }

    /** Takes the thing out of the world, with all that hangs on it and is under way there. */
    remove(thing: Thing): void {
        const children = thing.kind === "service" ? thing.replica_sets : thing.kind === "vpc" ? thing.peerings : [];
        for (const child of children) this.cancel(child);
        if (thing.kind !== "vpc") this.cancel(thing);
        this.sight.left(thing, this.now());
        removeThing(this.world, thing);
    }

    #settleOne(thing: Changeable): void {
        const operation = thing.operation;
        const outcome = settle(thing, this.now());
        if (outcome === "running") return;
        this.#running.delete(thing);
        if (outcome === "ended") this.#acceptByItself(thing, (operation && endOf(operation)) ?? this.now());
        else this.remove(thing);
    }

    /** The other side of a peering may accept without being asked. */
    #acceptByItself(thing: Changeable, since: number): void {
        const { autoAcceptMs } = this.quirks;
        if (autoAcceptMs === null || thing.kind !== "peering" || thing.status !== "pending-acceptance") return;
        const from = since + autoAcceptMs * this.timeScale;
        const accept = schedule("accept", transitions.peering.accept, {
            kind: "peering",
            now: from,
            scale: this.timeScale,
            change: {},
            disturbance: {},
        });
        this.#start(thing, { ...accept, phases: [{ status: same, until: from }, ...accept.phases] });
    }
}
