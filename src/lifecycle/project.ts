import type { Client, PeeringRecord, ServiceRecord, VpcRecord } from "../api";
import type { Clock } from "../clock";
import { KeyedLock } from "./lock";
import { Roster, type Candidate } from "./roster";
import { listUnder, orGone, Watch } from "./watch";

/** One project of the API, with what all its resources share in this process: who watches, who is there, whose turn it is. */
export class Project {
    readonly services: Watch<ServiceRecord>;
    readonly vpcs: Watch<VpcRecord>;
    readonly #peerings = new Map<string, Watch<PeeringRecord>>();
    readonly #rosters = new Map<string, Roster<unknown>>();
    readonly #lock = new KeyedLock();

    constructor(
        readonly client: Client,
        readonly id: string,
        readonly clock: Clock,
        private readonly random: () => number = Math.random,
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

    /** Who is there of a collection; `list` is asked once for all the creates that come together. */
    roster<Record>(collection: string, list: () => Promise<readonly Candidate<Record>[]>): Roster<Record> {
        // One collection has one kind of record: its name says which.
        return remembered(this.#rosters, collection, () => new Roster(this.clock, list)) as Roster<Record>;
    }

    /** Lets one mutating call at a time through per key, and forgets what was seen before it. */
    readonly serialise = async <T>(key: string, work: () => Promise<T>): Promise<T> =>
        this.#lock.run(key, async () => {
            try {
                return await work();
            } finally {
                this.services.changed();
                this.vpcs.changed();
                for (const watch of this.#peerings.values()) watch.changed();
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
