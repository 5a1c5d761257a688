import type { Client, PeeringRecord, ServiceRecord, VpcRecord } from "../api";
import type { Clock } from "../clock";
import { KeyedLock } from "./lock";
import { Roster, type Listing } from "./roster";
import { listUnder, orGone, Watch } from "./watch";

/** What all connections to one project share in this process, whichever key they use: who has made what, and whose turn it is. */
export class SharedProject {
    readonly #rosters = new Map<string, Roster<unknown>>();
    readonly lock = new KeyedLock();
    readonly #forgetful = new Set<() => void>();

    /** What exists of a collection; `list` is asked once for all the creates that come together. */
    roster<Record>(collection: string, clock: Clock, list: () => Promise<Listing<Record>>): Roster<Record> {
        // One collection has one kind of record: its name says which.
        return remembered(this.#rosters, collection, () => new Roster(clock, list)) as Roster<Record>;
    }

    /** A thing has been deleted: its name is free. */
    forget(id: string): void {
        for (const roster of this.#rosters.values()) roster.forget(id);
    }

    onChange(forget: () => void): void {
        this.#forgetful.add(forget);
    }

    /** Something was changed: what was seen before no longer counts. */
    changed(): void {
        for (const forget of this.#forgetful) forget();
    }
}

/** One project of the API as one key sees it. */
export class Project {
    readonly services: Watch<ServiceRecord>;
    readonly vpcs: Watch<VpcRecord>;
    readonly #peerings = new Map<string, Watch<PeeringRecord>>();

    constructor(
        readonly client: Client,
        readonly id: string,
        readonly clock: Clock,
        private readonly random: () => number = Math.random,
        private readonly shared = new SharedProject(),
    ) {
        const projectId = id;
        this.services = this.#watch({
            list: () => client.services.list({ projectId }),
            get: (serviceId) => orGone(client.services.get({ projectId, serviceId })),
            idOf: ({ serviceId }) => serviceId,
        });
        this.vpcs = this.#watch({
            list: () => client.vpcs.list({ projectId }),
            get: (vpcId) => orGone(client.vpcs.get({ projectId, vpcId })),
            idOf: (vpc) => vpc.id,
        });
        shared.onChange(() => {
            this.services.changed();
            this.vpcs.changed();
            for (const watch of this.#peerings.values()) watch.changed();
        });
    }

    peerings(vpcId: string): Watch<PeeringRecord> {
        const { client, id: projectId } = this;
        return remembered(this.#peerings, vpcId, () =>
            this.#watch({
                list: () =>
                    listUnder(client.peerings.list({ projectId, vpcId }), () => this.vpcs.read(vpcId, { fresh: true })),
                get: (peeringId) => orGone(client.peerings.get({ projectId, vpcId, peeringId })),
                idOf: (peering) => peering.id,
            }),
        );
    }

    /** What exists of a collection; `list` is asked once for all the creates that come together. */
    roster<Record>(collection: string, list: () => Promise<Listing<Record>>): Roster<Record> {
        return this.shared.roster(collection, this.clock, list);
    }

    /** A thing has been deleted: its name is free. */
    forget(id: string): void {
        this.shared.forget(id.split("/").at(-1) ?? id);
    }

    /** Lets one mutating call at a time through per key, and forgets what was seen before it. */
    readonly serialise = async <T>(key: string, work: () => Promise<T>): Promise<T> =>
        this.shared.lock.run(key, async () => {
            try {
                return await work();
            } finally {
                this.shared.changed();
            }
        });

    #watch<Record>(source: ConstructorParameters<typeof Watch<Record>>[0]): Watch<Record> {
        return new Watch(source, this.clock, this.random);
    }
}

function remembered<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
    const known = map.get(key);
    if (known !== undefined) return known;
    const made = make();
    map.set(key, made);
    return made;
}
