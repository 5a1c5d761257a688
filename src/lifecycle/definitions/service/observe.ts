import type { ServiceRecord } from "../../../api";
import { serviceCondition } from "./status";
import { endpointOf, poolerOf, type EndpointAddress } from "../endpoint";
import { environmentOf, type Environment } from "../environment";
import type { RecordObservation } from "../../observation";
import type { Addon, ForkFrom, Size } from "./args";

/** A service as it is, in our words. `null` stands for what it is known not to have. */
export interface ServiceObserved {
    name: string;
    projectId: string;
    regionCode: string;
    serviceType: string;
    status: string;
    created: string;
    volumeType: string;
    cpuMillis: Size;
    memoryGbs: Size;
    environment: Environment | (string & Record<never, never>);
    replicaCount: number;
    syncReplicaCount: number;
    connectionPooler: boolean;
    vpcId: string | null;
    paused: boolean;
    endpoint: EndpointAddress | null;
    poolerEndpoint: EndpointAddress | null;
    vpcEndpoint: (EndpointAddress & { vpcId?: string }) | null;
    forkedFrom: { serviceId?: string; projectId?: string; isStandby?: boolean };

    // Facts of the birth, and what the API will not say again.
    addons: Addon[];
    forkFrom: ForkFrom;
    initialPassword: string;
    /** The password that works now, as far as it is known. */
    password: string;
    passwordOrigin: "initial" | "given" | "generated" | "lost";
    passwordVersion: number | string;
    /** What the record says of the size of a service that shares its resources: numbers, or nothing. */
    sharedAs: string | undefined;
}

export const serviceWhenOmitted: Partial<ServiceObserved> = {
    replicaCount: 0,
    syncReplicaCount: 0,
    connectionPooler: false,
    vpcId: null,
    endpoint: null,
    poolerEndpoint: null,
    vpcEndpoint: null,
};

export const serviceHidden = ["passwordOrigin", "sharedAs"] as const;

type Values = Partial<ServiceObserved>;

/** Reads a record. `expected` is what we remember or have just asked for: some of it a record cannot say. */
export function observeService(record: ServiceRecord, expected: Values): RecordObservation<ServiceObserved> {
    const { status } = record;
    const values: Values = {
        name: record.name,
        projectId: record.projectId,
        regionCode: record.regionCode,
        serviceType: record.serviceType,
        status,
        created: record.created,
        volumeType: record.resources.find(({ spec }) => spec?.volumeType)?.spec?.volumeType,
        ...observeSize(record, expected),
        environment: environmentOf(record.metadata?.environment),
        replicaCount: record.haReplicas?.replicaCount,
        syncReplicaCount: record.haReplicas?.syncReplicaCount,
        ...poolerOf(record.connectionPooler),
        ...observeVpc(record, expected),
        paused: pausedBy[status],
        endpoint: endpointOf(record.endpoint),
        forkedFrom: record.forkedFrom,
    };
    return { values, condition: serviceCondition(status), status };
}

// Every other status leaves open whether the service is meant to run.
const pausedBy: Readonly<Record<string, boolean>> = { PAUSED: true, PAUSING: true, READY: false, RESUMING: false };

/** A record's numbers cannot say `shared`; what they said when the service became shared is remembered instead. */
function observeSize(record: ServiceRecord, expected: Values): Values {
    const spec = record.resources.find(
        (one) => one.spec?.cpuMillis !== undefined || one.spec?.memoryGbs !== undefined,
    )?.spec;
    const shows = spec === undefined ? "nothing" : `${spec.cpuMillis ?? "-"}/${spec.memoryGbs ?? "-"}`;
    const shared = expected.cpuMillis === "shared" && (expected.sharedAs ?? shows) === shows;
    return shared ? { sharedAs: shows } : { cpuMillis: spec?.cpuMillis, memoryGbs: spec?.memoryGbs };
}

function observeVpc({ vpcEndpoint }: ServiceRecord, expected: Values): Values {
    const address = endpointOf(vpcEndpoint);
    // An endpoint without its VPC's id is still an endpoint in some VPC: the one that we know of.
    const vpcId = vpcEndpoint?.vpcId ?? (address ? (expected.vpcId ?? undefined) : undefined);
    return { vpcId, vpcEndpoint: address && { ...address, ...(vpcId ? { vpcId } : {}) } };
}
