import type { z } from "zod";
import type { Core } from "../core/core";
import { type Drift, drift, remove, thingOf } from "../core/drift";
import type { Faults } from "../core/faults";
import { addLogs, type NewLogs } from "../core/newLogs";
import * as outOfBand from "../core/outOfBand";
import { Quirks } from "../core/quirks";
import { notFound, unprocessable } from "../core/refusal";
import type { PeeringRow, ReplicaSetRow, ServiceRow, Thing, VpcRow } from "../core/rows";
import { failed } from "../core/transitions";
import type { World } from "../core/world";
import type { Interceptor, Interceptors } from "../http/interceptors";
import type { Journal, RequestEntry } from "../http/journal";
import { VirtualClock } from "../virtualClock";

export interface ControlParts {
    readonly core: () => Core;
    readonly faults: Faults;
    readonly interceptors: Interceptors;
    readonly journal: Journal;
    /** Puts a new core in the place of the old one. */
    readonly renew: () => void;
}

/** What can be done to the emulator from outside the API. The control surface offers the same over HTTP. */
export class Control {
    readonly #parts: ControlParts;
    /** The faults that wait for their requests. */
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

    /** The truth of every thing, as it is now: to be read, not written. */
    get world(): World {
        return this.#core.world;
    }

    /** The emulator's time, in milliseconds since the epoch. */
    now(): number {
        return this.#core.now();
    }

    /**
     * Moves the emulator's time on. A {@link VirtualClock} moves for all that share it; of another clock only the
     * emulator's own view does.
     */
    async advance(ms: number): Promise<void> {
        if (!Number.isFinite(ms) || ms < 0) throw unprocessable("INVALID_TIME", "Time moves on, never back.");
        const { clock } = this.#core;
        if (clock instanceof VirtualClock) await clock.advance(ms);
        else this.#core.clockOffset += ms;
        this.#core.settle();
    }

    /** The requests to the API that came since the start or the last `clearRequests`, the first one first. */
    requests(): RequestEntry[] {
        return this.#parts.journal.list();
    }

    clearRequests(): void {
        this.#parts.journal.clear();
    }

    /** Has every further request to the API wait for that code; gives the function that ends it. Not to be had over HTTP. */
    intercept(interceptor: Interceptor): () => void {
        return this.#parts.interceptors.add(interceptor);
    }

    /** The thing with that id, whatever its kind. */
    thing(id: string): Thing {
        return thingOf(this.#core, id);
    }

    /** Changes a thing behind everybody's back, at once. A new `status` ends what is under way on it, without its effect. */
    drift(id: string, change: Drift): Thing {
        return drift(this.#core, id, change);
    }

    /** Takes a thing away at once, with all that hangs on it. */
    remove(id: string): void {
        remove(this.#core, id);
    }

    /** Makes things behind everybody's back: there at once, settled. What is not given has a default. */
    readonly create = {
        service: (given: z.input<typeof outOfBand.NewService> = {}): ServiceRow =>
            outOfBand.addService(this.#core, given),
        /** That many services, called `<name>-0`, `<name>-1` … */
        services: (count: number, given: z.input<typeof outOfBand.NewService> = {}): ServiceRow[] =>
            Array.from({ length: count }, (_, n) =>
                outOfBand.addService(this.#core, { ...given, name: `${given.name ?? "service"}-${n}` }),
            ),
        vpc: (given: z.input<typeof outOfBand.NewVpc> = {}): VpcRow => outOfBand.addVpc(this.#core, given),
        replicaSet: (given: z.input<typeof outOfBand.NewReplicaSet>): ReplicaSetRow =>
            outOfBand.addReplicaSet(this.#core, given),
        peering: (given: z.input<typeof outOfBand.NewPeering>): PeeringRow => outOfBand.addPeering(this.#core, given),
    };

    /** Ends what is under way at once, with its effect, also where it is stuck: on one thing, or on all. */
    finish(id?: string): void {
        if (id === undefined) {
            this.#core.finish();
            return;
        }
        const thing = thingOf(this.#core, id);
        if (thing.kind !== "vpc") this.#core.finish(thing);
    }

    #peering(id: string): PeeringRow {
        const thing = thingOf(this.#core, id);
        if (thing.kind !== "peering") throw notFound("peering", id);
        return thing;
    }

    /** The other side accepts a peering: it becomes `active` after a while. */
    acceptPeering(id: string): void {
        this.#core.begin(this.#peering(id), "accept", {});
    }

    /** The other side refuses a peering, for good. */
    refusePeering(id: string, message: string): void {
        drift(this.#core, this.#peering(id).id, { status: failed.peering, error_message: message });
    }

    #service(id: string): ServiceRow {
        const thing = thingOf(this.#core, id);
        if (thing.kind !== "service") throw notFound("service", id);
        return thing;
    }

    /** Begins maintenance of a service: it is `OPTIMIZING` for a while. */
    maintain(id: string): void {
        this.#core.begin(this.#service(id), "maintain", {});
    }

    /** Writes lines into a service's log, beside those that every database writes. */
    addLogs(id: string, lines: z.input<typeof NewLogs>): void {
        addLogs(this.#service(id), lines, this.#core.now());
    }

    get quirks(): Quirks {
        return this.#core.quirks;
    }

    /** Changes what the contract leaves open; what is not given stays. */
    setQuirks(change: Partial<Quirks>): void {
        const core = this.#core;
        core.quirks = Quirks.parse({ ...core.quirks, ...change });
    }

    /** Back to the start: the world, the quirks and the offset of the clock as they were then, no faults, no requests. */
    reset(): void {
        this.#parts.renew();
        this.faults.clear();
        this.clearRequests();
    }
}
