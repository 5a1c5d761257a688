import type { environments } from "../../api";
import type { ServiceRecord, VpcRecord } from "../../api";
import type { Condition, Problem, ResourceClient, Timeouts } from "../definition";
import { clockTolerance } from "../wait/schedule";
import type { Project } from "../project";
import { sameCode } from "../spelling";
import { undefinedOn404, type CollectionReader } from "../wait/collectionReader";

const minute = 60_000;

/** Creating, resizing and forking take longer the more data there is. */
export const serviceTimeouts: Timeouts = { create: 45 * minute, update: 45 * minute, delete: 20 * minute };
export const networkTimeouts: Timeouts = { create: 10 * minute, update: 10 * minute, delete: 10 * minute };

/** The words of the contract in the type of a field that also admits unknown ones. */
type Listed<Word extends string> = Word extends unknown ? (string extends Word ? never : Word) : never;

/** What the statuses of a record mean: a new one of the contract does not compile until it is in the table. */
export const conditionOf =
    <Status extends string | undefined>(table: Readonly<Record<Listed<NonNullable<Status>>, Condition>>) =>
    (status: string | undefined): Condition =>
        (table as Readonly<Partial<Record<string, Condition>>>)[status ?? ""] ?? "unclear";

export interface EndpointAddress {
    host: string;
    port?: number;
}

interface MaybeAddress {
    readonly host?: string | undefined;
    readonly port?: number | undefined;
}

/** An endpoint without a host does not exist yet. */
export function endpointOf(endpoint: MaybeAddress | undefined): EndpointAddress | undefined {
    if (endpoint?.host === undefined) return undefined;
    return { host: endpoint.host, ...(endpoint.port === undefined ? {} : { port: endpoint.port }) };
}

/** A pooler with an endpoint is enabled; one without may be being enabled or disabled, so it counts as omitted. */
export function poolerOf(pooler: { readonly endpoint?: MaybeAddress | undefined } | undefined) {
    const poolerEndpoint = endpointOf(pooler?.endpoint);
    return { connectionPooler: poolerEndpoint === undefined ? undefined : true, poolerEndpoint };
}

export type Environment = (typeof environments)[number];

const timestamp = /^2\d{3}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/**
 * A record's RFC 3339 timestamp in milliseconds since the epoch. NaN for one without a zone, or before the year 2000, such as the year 1
 * that some servers write for "not set": every comparison with it is false.
 */
export const timeOf = (text = ""): number =>
    timestamp.test(text) ? Date.parse(text.toUpperCase().replace(" ", "T")) : NaN;

export type Size = number | "shared";

/** A size for people: `4 CPU / 16 GB`, `0.5 CPU / 2 GB`, `shared`. Undefined if a part of it is not known. */
export function sizeText(cpuMillis: Size, memoryGbs: Size): string;
export function sizeText(cpuMillis: Size | undefined, memoryGbs: Size | undefined): string | undefined;
export function sizeText(cpuMillis: Size | undefined, memoryGbs: Size | undefined): string | undefined {
    if (cpuMillis === undefined || memoryGbs === undefined) return undefined;
    if (cpuMillis === "shared") return "shared";
    // A damaged state may hold anything.
    const cpus: unknown = typeof cpuMillis === "number" ? cpuMillis / 1000 : cpuMillis;
    return `${JSON.stringify(cpus)} CPU / ${JSON.stringify(memoryGbs)} GB`;
}

export const serviceReader = (project: Project): CollectionReader<ServiceRecord> => {
    const { client, id: projectId } = project;
    return project.reader("services", {
        list: () => client.services.list({ projectId }),
        get: (serviceId) => undefinedOn404(client.services.get({ projectId, serviceId })),
        idOf: ({ serviceId }) => serviceId,
    });
};

export const vpcReader = (project: Project): CollectionReader<VpcRecord> => {
    const { client, id: projectId } = project;
    return project.reader("vpcs", {
        list: () => client.vpcs.list({ projectId }),
        get: (vpcId) => undefinedOn404(client.vpcs.get({ projectId, vpcId })),
        idOf: ({ id }) => id,
    });
};

/** How a resource is read and waited for that has a collection of its own in the API. */
export const readerClient = <ApiRecord>(
    reader: CollectionReader<ApiRecord>,
    id: string,
): Pick<ResourceClient<never, ApiRecord>, "read" | "until"> => ({
    read: ({ single = false, fresh }) => (single ? reader.get(id) : reader.read(id, { fresh })),
    until: (wait) => reader.until(id, wait),
});

export const serviceCondition = conditionOf<ServiceRecord["status"]>({
    QUEUED: "busy",
    CONFIGURING: "busy",
    RESUMING: "busy",
    PAUSING: "busy",
    UPGRADING: "busy",
    OPTIMIZING: "busy",
    DELETING: "busy",
    READY: "settled",
    PAUSED: "settled",
    UNSTABLE: "unstable",
    DELETED: "gone",
});

/** Whether a service is being deleted, or is: its name may be in use by another one. */
export const isLeaving = (status: string | undefined): boolean =>
    status === "DELETING" || serviceCondition(status) === "gone";

/** Whether the VPC that `vpcId` names exists, in the region that `regionCode` names, if it is given. */
export async function vpcProblems(
    project: Project,
    { vpcId, regionCode }: { readonly vpcId?: string | null; readonly regionCode?: string },
): Promise<Problem[]> {
    if (vpcId == null) return [];
    const vpc = await vpcReader(project).read(vpcId, { fresh: false });
    if (vpc === undefined) {
        if (project.hasCreated(vpcId)) return [];
        return [{ property: "vpcId", reason: `There is no VPC ${vpcId} in project ${project.id}. ${ifElsewhere}` }];
    }
    if (regionCode === undefined || vpc.regionCode === undefined || sameCode(vpc.regionCode, regionCode)) return [];
    const reason = `VPC ${vpcId} is in region ${vpc.regionCode}, and the service in ${regionCode}.`;
    return [{ property: "vpcId", reason }];
}

/** Says that the service is paused, deleted or being deleted: it then accepts no change and no fork. Read by its own GET and the list. */
export async function obstacleIn(project: Project, serviceId: string, to?: "removal"): Promise<string | undefined> {
    const service = await serviceReader(project).read(serviceId, { fresh: true });
    const isGoing = service === undefined || isLeaving(service.status);
    if (isGoing && to === "removal") return undefined;
    if (service === undefined) return `There is no service ${serviceId} any more.`;
    if (isGoing) return `Service ${serviceId} is being deleted.`;
    if (service.status !== "PAUSED" && service.status !== "PAUSING") return undefined;
    return `Service ${serviceId} is paused. Start it (\`paused: false\`, or in the console) first.`;
}

/** Whether the parent service of a fork exists, and has data of the time to recover. */
export async function forkParentProblems(
    project: Project,
    { serviceId, targetTime }: { readonly serviceId?: string; readonly targetTime?: string } = {},
): Promise<Problem[]> {
    const { problems, created } = await lookUpParent(project, serviceId, "forkFrom.serviceId");
    const wrong = (reason: string) => [...problems, { property: "forkFrom.targetTime", reason }];
    const moment = Date.parse(targetTime ?? "");
    // By the API's clock: that of this machine may be hours behind.
    if (moment > project.client.now() + clockTolerance)
        return wrong(`${targetTime} is in the future: a fork can only have data of the past.`);
    if (moment < timeOf(created) - clockTolerance)
        return wrong(`${targetTime} is before service ${serviceId} was created, at ${created}: it has no older data.`);
    return problems;
}

/** Whether the parent service of a replica set exists. */
export const parentProblems = async (project: Project, serviceId: string | undefined): Promise<Problem[]> =>
    (await lookUpParent(project, serviceId, "serviceId")).problems;

/** Another place than the one that is looked at, or a deletion that was interrupted, or in the console. */
const ifElsewhere =
    "If another project has it, this resource needs the same `projectId`, `profile` or provider. If the stack still has it here, run `pulumi refresh`.";

/** @param property - the argument that names the parent. */
async function lookUpParent(
    project: Project,
    serviceId: string | undefined,
    property: string,
): Promise<{ readonly problems: Problem[]; readonly created?: string }> {
    if (serviceId === undefined || project.hasCreated(serviceId)) return { problems: [] };
    const service = await serviceReader(project).read(serviceId, { fresh: false });
    if (service === undefined)
        return {
            problems: [
                { property, reason: `There is no service ${serviceId} in project ${project.id}. ${ifElsewhere}` },
            ],
        };
    const { created } = service;
    if (!isLeaving(service.status)) return { problems: [], created };
    const next = "Once it is gone, run `pulumi refresh`; the next `pulumi up` then goes on.";
    return { problems: [{ property, reason: `Service ${serviceId} is being deleted. ${next}` }], created };
}
