import { unreadableIn, type PeeringRecord, type ReplicaSetRecord, type ServiceRecord } from "../api";
import {
    definitions,
    isLeaving,
    observeRecord,
    orGone,
    peeringId,
    replicaSetId,
    type AnyDefinition,
    type Project,
} from "../lifecycle";

/** What exists in the API. */
export interface Found {
    readonly definition: AnyDefinition;
    /** As `adopt` takes it: of a child `parentId/id`. */
    readonly id: string;
    /** Undefined for a type that has no names. */
    readonly name: string | undefined;
    readonly observed: Readonly<Partial<Record<string, unknown>>>;
    /** The API's own status, if the type has one. */
    readonly status: string | undefined;
    /** It failed for good. */
    readonly failed: boolean;
    /** It may recover by itself. */
    readonly unstable: boolean;
    /** It is being deleted. */
    readonly leaving: boolean;
    /** It shows what a finished creation shows. */
    readonly ready: boolean;
}

/** A record that violates the contract: it exists, and is not known otherwise. */
export interface Unreadable {
    readonly definition: AnyDefinition;
    readonly id: string | undefined;
    readonly detail: string;
}

/** All that a project contains. */
export interface Inventory {
    readonly projectId: string;
    /** Parents before children. */
    readonly found: readonly Found[];
    readonly unreadable: readonly Unreadable[];
}

const { vpc, peering, service, readReplicaSet } = definitions;

/** Lists every collection of a project once. */
export async function takeInventory({ client, id: projectId }: Project): Promise<Inventory> {
    const [vpcs, services] = await Promise.all([client.vpcs.list({ projectId }), client.services.list({ projectId })]);
    const peeringsOf = async ({ id: vpcId }: { readonly id: string }) => ({
        parent: vpcId,
        // A 404: the VPC has been deleted meanwhile.
        records: (await orGone(client.peerings.list({ projectId, vpcId }))) ?? [],
    });
    const setsOf = async ({ serviceId, readReplicaSets }: ServiceRecord) => ({
        parent: serviceId,
        records: readReplicaSets ?? (await orGone(client.replicaSets.list({ projectId, serviceId }))) ?? [],
    });
    const living = services.filter((record) => foundService(record) !== undefined);
    const [peerings, sets] = await Promise.all([Promise.all(vpcs.map(peeringsOf)), Promise.all(living.map(setsOf))]);
    const found = [
        ...vpcs.map((record) => foundOf(vpc, record.id, record)),
        ...peerings.flatMap(({ parent, records }) => records.map((record) => foundPeering(parent, record))),
        ...services.map(foundService),
        ...sets.flatMap(({ parent, records }) => records.map((record) => foundSet(parent, record))),
    ];
    const own = (id: string) => id;
    return {
        projectId,
        found: found.filter((one) => one !== undefined),
        unreadable: [
            ...unreadableOf(vpc, vpcs, own),
            ...peerings.flatMap(({ parent, records }) =>
                unreadableOf(peering, records, (id) => peeringId.join(parent, id)),
            ),
            ...unreadableOf(service, services, own),
            ...sets.flatMap(({ parent, records }) =>
                unreadableOf(readReplicaSet, records, (id) => replicaSetId.join(parent, id)),
            ),
        ],
    };
}

const foundService = (record: ServiceRecord) => foundOf(service, record.serviceId, record);
const foundPeering = (vpcId: string, record: PeeringRecord) =>
    foundOf(peering, peeringId.join(vpcId, record.id), record);
const foundSet = (serviceId: string, record: ReplicaSetRecord) =>
    foundOf(readReplicaSet, replicaSetId.join(serviceId, record.id), record);

/** Undefined for a record of something deleted, which an API may list for a while. */
export function foundOf(definition: AnyDefinition, id: string, record: unknown): Found | undefined {
    const { observation, known } = observeRecord(definition, record);
    const { condition, status, problem, values } = observation;
    if (condition === "gone") return undefined;
    const observed = { ...known.observed, ...definition.observedFromId?.(id) };
    return {
        definition,
        id,
        name: typeof observed["name"] === "string" ? observed["name"] : undefined,
        observed,
        status,
        failed: condition === "failed" || problem !== undefined,
        unstable: condition === "unstable",
        leaving: condition === "busy" && status !== undefined && isDeleting(status),
        ready: Object.keys(definition.ready).every((key) => values[key] !== undefined),
    };
}

const isDeleting = (status: string): boolean => isLeaving(status.toUpperCase());

const unreadableOf = (
    definition: AnyDefinition,
    list: readonly unknown[],
    idOf: (own: string) => string,
): Unreadable[] =>
    unreadableIn(list).map(({ id, detail }) => ({ definition, id: id === undefined ? undefined : idOf(id), detail }));
