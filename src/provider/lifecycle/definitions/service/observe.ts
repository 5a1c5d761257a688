import type { ServiceRecord } from "../../../api";
import type { AllValues, FullObservation } from "../../definition";
import { amountIn, isAmount } from "../compute";
import { endpointOf, poolerOf, serviceCondition, type EndpointAddress, type Environment, type Size } from "../records";
import { serviceDefaults, type Addon, type ForkFrom } from "./args";

/** An observed service, with the names of the arguments and outputs. `null`: known to be absent. */
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

    // From the creation and from calls: no record shows these.
    addons: Addon[];
    forkFrom: ForkFrom;
    initialPassword: string;
    /** The current password, as far as it is known. */
    password: string;
    passwordOrigin: "initial" | "given" | "generated" | "lost";
    passwordVersion: number | string;
    /** The size that the record shows for a service with a shared size: numbers, or nothing. */
    sharedAs: string | undefined;
}

export const serviceHidden = ["passwordOrigin", "sharedAs"] as const;

type Values = Partial<ServiceObserved>;
/** What comes from the creation and from calls. */
export const serviceNotInRecord = {
    addons: undefined,
    forkFrom: undefined,
    initialPassword: undefined,
    password: undefined,
    passwordOrigin: undefined,
    passwordVersion: undefined,
} as const satisfies Values;
/** The outputs that a record shows: all that `getService` can return. */
export type ServiceRecordOutput = Exclude<
    keyof ServiceObserved,
    keyof typeof serviceNotInRecord | (typeof serviceHidden)[number]
>;
type ValuesOf<Key extends keyof ServiceObserved> = AllValues<Pick<ServiceObserved, Key>>;

/** Reads a record. `expected`: the remembered or requested values, which resolve what a record leaves open. */
export function observeService(record: ServiceRecord, expected: Values): FullObservation<ServiceObserved> {
    const { status } = record;
    const values: AllValues<ServiceObserved> = {
        ...serviceNotInRecord,
        name: record.name,
        projectId: record.projectId,
        regionCode: record.regionCode,
        serviceType: record.serviceType,
        status,
        created: record.created,
        volumeType: record.resources?.find(({ spec }) => spec?.volumeType)?.spec?.volumeType,
        ...observeSize(record, expected),
        environment: record.metadata?.environment,
        replicaCount: record.haReplicas?.replicaCount,
        syncReplicaCount: record.haReplicas?.syncReplicaCount,
        ...poolerOf(record.connectionPooler),
        ...observeVpc(record, expected),
        paused: pausedBy[status ?? ""],
        endpoint: endpointOf(record.endpoint),
        forkedFrom: record.forkedFrom,
    };
    const mayHide = values.paused === true ? Object.keys(serviceDefaults) : [];
    return { values, condition: serviceCondition(status), status, mayHide };
}

// Any other status leaves open whether the service is paused.
const pausedBy: Readonly<Record<string, boolean>> = { PAUSED: true, PAUSING: true, READY: false, RESUMING: false };

/** A record has no value for `shared`; the numbers that it showed when the service became shared are remembered instead. */
function observeSize(record: ServiceRecord, expected: Values): ValuesOf<"cpuMillis" | "memoryGbs" | "sharedAs"> {
    const spec = sizeIn(record, expected);
    const shows = spec === undefined ? "nothing" : `${spec.cpuMillis ?? "-"}/${spec.memoryGbs ?? "-"}`;
    const shared = expected.cpuMillis === "shared" && (expected.sharedAs ?? shows) === shows;
    return shared
        ? { cpuMillis: undefined, memoryGbs: undefined, sharedAs: shows }
        : {
              cpuMillis: amountIn(spec?.cpuMillis, expected.cpuMillis),
              memoryGbs: amountIn(spec?.memoryGbs, expected.memoryGbs),
              sharedAs: undefined,
          };
}

/** Of several entries, the one of the wanted size; otherwise the first: the contract does not say which of them is the service's. */
export function sizeIn(
    { resources = [] }: ServiceRecord,
    { cpuMillis = "shared", memoryGbs = "shared" }: Readonly<Partial<Record<"cpuMillis" | "memoryGbs", Size>>>,
) {
    const specs = resources
        .flatMap(({ spec }) => spec ?? [])
        .filter((one) => one.cpuMillis !== undefined || one.memoryGbs !== undefined);
    return specs.find((one) => isAmount(cpuMillis, one.cpuMillis) && isAmount(memoryGbs, one.memoryGbs)) ?? specs[0];
}

function observeVpc({ vpcEndpoint }: ServiceRecord, expected: Values): ValuesOf<"vpcId" | "vpcEndpoint"> {
    const address = endpointOf(vpcEndpoint);
    // An endpoint without a VPC id is in the VPC that is remembered.
    const vpcId = vpcEndpoint?.vpcId ?? (address ? (expected.vpcId ?? undefined) : undefined);
    return { vpcId, vpcEndpoint: address && { ...address, ...(vpcId ? { vpcId } : {}) } };
}
