import type { Client, PeeringRecord, ServiceRecord, VpcRecord } from "../api";
import type { Clock } from "../clock";
import { KeyedLock } from "./lock";
import { Inventory, type Listing } from "./creation/inventory";
import { listUnder, orGone, CollectionReader } from "./wait/collectionReader";

/** Runs one mutating call at a time per key. `onWait` is called at once where another one is in progress. */
export type Serialise = <T>(key: string, work: () => Promise<T>, onWait?: () => void) => Promise<T>;

/** What all connections to one project share in this process, whichever key they use: who has made what, and whose turn it is. */
export class SharedProject {
    readonly #inventories = new Map<string, Inventory<unknown>>();
    readonly lock = new KeyedLock();
    readonly #listeners = new Set<() => void>();

    /** What exists of a collection; `list` is asked once for all the creates that come together. */
    inventory<ApiRecord>(
        collection: string,
        clock: Clock,
        list: () => Promise<Listing<ApiRecord>>,
    ): Inventory<ApiRecord> {
        // One collection has one kind of record: its name says which.
        return remembered(this.#inventories, collection, () => new Inventory(clock, list)) as Inventory<ApiRecord>;
    }

    /** A thing has been deleted: its name is free. */
    forget(id: string): void {
        for (const inventory of this.#inventories.values()) inventory.forget(id);
    }

    onChange(forget: () => void): void {
        this.#listeners.add(forget);
    }

    /** Something was changed: what was seen before no longer counts. */
    changed(): void {
        for (const forget of this.#listeners) forget();
    }
}

/** One project of the API as one key sees it. */
export class Project {
    readonly services: CollectionReader<ServiceRecord>;
    readonly vpcs: CollectionReader<VpcRecord>;
    readonly #peerings = new Map<string, CollectionReader<PeeringRecord>>();

    constructor(
        readonly client: Client,
        readonly id: string,
        readonly clock: Clock,
        private readonly random: () => number = Math.random,
        private readonly shared = new SharedProject(),
    ) {
        const projectId = id;
        this.services = this.#reader({
            list: () => client.services.list({ projectId }),
            get: (serviceId) => orGone(client.services.get({ projectId, serviceId })),
            idOf: ({ serviceId }) => serviceId,
        });
        this.vpcs = this.#reader({
            list: () => client.vpcs.list({ projectId }),
            get: (vpcId) => orGone(client.vpcs.get({ projectId, vpcId })),
            idOf: (vpc) => vpc.id,
        });
        shared.onChange(() => {
            this.services.changed();
            this.vpcs.changed();
            for (const reader of this.#peerings.values()) reader.changed();
        });
    }

    peerings(vpcId: string): CollectionReader<PeeringRecord> {
        const { client, id: projectId } = this;
        return remembered(this.#peerings, vpcId, () =>
            this.#reader({
                list: () =>
                    listUnder(client.peerings.list({ projectId, vpcId }), () => this.vpcs.read(vpcId, { fresh: true })),
                get: (peeringId) => orGone(client.peerings.get({ projectId, vpcId, peeringId })),
                idOf: (peering) => peering.id,
            }),
        );
    }

    /** What exists of a collection; `list` is asked once for all the creates that come together. */
    inventory<ApiRecord>(collection: string, list: () => Promise<Listing<ApiRecord>>): Inventory<ApiRecord> {
        return this.shared.inventory(collection, this.clock, list);
    }

    /** A thing has been deleted: its name is free. */
    forget(id: string): void {
        this.shared.forget(id.split("/").at(-1) ?? id);
    }

    /** Lets one mutating call at a time through per key, and forgets what was seen before it. */
    readonly serialise: Serialise = (key, work, onWait) =>
        this.shared.lock.run(
            key,
            async () => {
                try {
                    return await work();
                } finally {
                    this.shared.changed();
                }
            },
            onWait,
        );

    #reader<ApiRecord>(
        source: ConstructorParameters<typeof CollectionReader<ApiRecord>>[0],
    ): CollectionReader<ApiRecord> {
        return new CollectionReader(source, this.clock, this.random);
    }
}

function remembered<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
    const known = map.get(key);
    if (known !== undefined) return known;
    const made = make();
    map.set(key, made);
    return made;
}
