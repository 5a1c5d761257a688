import { unreadableIn, type ServiceRecord } from "../api";
import {
    childId,
    definitions,
    isLeaving,
    observeRecord,
    orGone,
    type AnyDefinition,
    type Project,
    type ResourceName,
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

/** The records of one list, and the parent whose children they are. */
interface List<ApiRecord> {
    readonly parent?: string;
    readonly records: readonly ApiRecord[];
}

/** All lists of one type of resource. */
interface Collection {
    readonly found: readonly Found[];
    readonly unreadable: readonly Unreadable[];
}

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
    const living = services.filter((one) => foundOf(definitions.service, one.serviceId, one) !== undefined);
    const [peerings, sets] = await Promise.all([Promise.all(vpcs.map(peeringsOf)), Promise.all(living.map(setsOf))]);
    // Parents before children. An activation is no record of its own.
    const collections: Readonly<Record<Exclude<ResourceName, "peeringActivation">, Collection>> = {
        vpc: collectionOf(definitions.vpc, [{ records: vpcs }], ({ id }) => id),
        peering: collectionOf(definitions.peering, peerings, ({ id }) => id),
        service: collectionOf(definitions.service, [{ records: services }], ({ serviceId }) => serviceId),
        readReplicaSet: collectionOf(definitions.readReplicaSet, sets, ({ id }) => id),
    };
    const all = Object.values(collections);
    return {
        projectId,
        found: all.flatMap(({ found }) => found),
        unreadable: all.flatMap(({ unreadable }) => unreadable),
    };
}

function collectionOf<ApiRecord>(
    definition: AnyDefinition,
    lists: readonly List<ApiRecord>[],
    idOf: (record: ApiRecord) => string,
): Collection {
    const idIn = (parent: string | undefined, own: string) => (parent === undefined ? own : childId(parent, own));
    return {
        found: lists
            .flatMap(({ parent, records }) =>
                records.map((record) => foundOf(definition, idIn(parent, idOf(record)), record)),
            )
            .filter((one) => one !== undefined),
        unreadable: lists.flatMap(({ parent, records }) =>
            unreadableIn(records).map(({ id, detail }) => ({
                definition,
                id: id === undefined ? undefined : idIn(parent, id),
                detail,
            })),
        ),
    };
}

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
