import type * as clouddb from "../index";
import { serviceNotInRecord } from "../lifecycle/definitions/service/observe";
import type { ResourceName } from "../lifecycle";
import type { MockRecord, MockWorld, Properties } from "./world";

export const tokenPrefix = "clouddb:index:";

type Api = typeof clouddb;
/** The functions of the package that call the API: each has a second form whose name ends in `Output`. */
type FunctionName = {
    [Name in keyof Api & `get${string}`]: `${Name}Output` extends keyof Api ? Name : never;
}[keyof Api & `get${string}`];
type ArgsOf<Name extends FunctionName> = NonNullable<Parameters<Api[Name]>[0]>;
type ResultOf<Name extends FunctionName> = Awaited<ReturnType<Api[Name]>>;

interface Known {
    readonly world: MockWorld;
    readonly projectId: string;
    record<Name extends ResourceName>(
        type: Name,
        made: { name: string; args: Properties; id?: unknown },
    ): MockRecord<Name>;
}

/** What each function answers: one that is forgotten does not compile. */
export const functions: {
    readonly [Name in FunctionName]: (args: ArgsOf<Name>, known: Known) => ResultOf<Name>;
} = {
    getCallerIdentity: (_args, { projectId }) => ({
        type: "apiKey",
        apiKey: {
            name: "mock-key",
            publicKey: "mock-public-key",
            created: "2030-01-01T00:00:00Z",
            issuingUser: { id: "mock-user", name: "Mock User", email: "user@clouddb.example" },
            project: { id: projectId, name: projectId, planType: "PERFORMANCE" },
        },
    }),
    getProjects: (_args, { projectId }) => [{ id: projectId, name: projectId }],
    getVpcs: (args, known) => listed(known, "vpc", args).map((one) => resultOf(one)),
    getVpc: (args, known) => resultOf(oneOf(known, "vpc", args)),
    getPeerings: ({ vpcId, ...args }, known) =>
        listed(known, "peering", args)
            .filter(({ observed }) => observed.vpcId === vpcId)
            .map((one) => resultOf(one)),
    getPeering: (args, known) => resultOf(oneOf(known, "peering", args)),
    getServices: ({ projectId, profile: _profile, ...filters }, known) =>
        listed(known, "service", { projectId })
            .filter(({ outputs }) => Object.entries(filters).every(([key, value]) => outputs[key] === value))
            .map((one) => serviceResult(one, known)),
    getService: (args, known) => serviceResult(oneOf(known, "service", args), known),
    getReadReplicaSets: ({ serviceId, projectId }, known) => setsOf(known, serviceId, projectId),
    getReadReplicaSet: ({ id, serviceId, name, projectId }, known) => {
        const named = setsOf(known, serviceId ?? "", projectId).find((set) => set.name === name);
        const found = id === undefined ? undefined : known.world.find("readReplicaSet", id);
        if (named !== undefined || found !== undefined) return named ?? resultOf(found as MockRecord<"readReplicaSet">);
        const args = serviceId === undefined ? { projectId } : { projectId, serviceId };
        return resultOf(known.record("readReplicaSet", { name: name ?? "replicas", args, id }));
    },
    getServiceLogs: ({ serviceId, limit = logLines.length }) =>
        logLines.slice(0, limit).map((entry) => ({ ...entry, message: `${serviceId}: ${entry.message}` })),
};

/** Newest first. */
const logLines = [
    { message: "checkpoint complete", severity: "LOG", timestamp: "2030-01-01T00:05:00Z" },
    { message: "database system is ready to accept connections", severity: "LOG", timestamp: "2030-01-01T00:00:00Z" },
] as const;

const listed = <Name extends ResourceName>(
    { world, projectId: own }: Known,
    type: Name,
    { projectId = own }: { readonly projectId?: string },
): MockRecord<Name>[] => world.all(type).filter((one) => one.projectId === projectId);

/** What has the id or the name; otherwise a record that might. */
function oneOf<Name extends ResourceName>(
    known: Known,
    type: Name,
    args: { readonly id?: string; readonly name?: string; readonly projectId?: string },
): MockRecord<Name> {
    const { id, name = id ?? type, projectId } = args;
    const found =
        id === undefined
            ? listed(known, type, args).find(({ outputs }) => outputs["name"] === name)
            : known.world.find(type, id);
    return found ?? known.record(type, { name, args: { projectId }, id });
}

/** The results that have the outputs of the resource. */
interface Results {
    vpc: clouddb.VpcResult;
    peering: clouddb.PeeringResult;
    readReplicaSet: clouddb.ReadReplicaSetResult;
}

const resultOf = <Name extends keyof Results>({ id, outputs }: MockRecord<Name>): Results[Name] =>
    ({ ...outputs, id }) as unknown as Results[Name];

function serviceResult(one: MockRecord<"service">, known: Known): clouddb.ServiceResult {
    const { id, observed, outputs } = one;
    const shown = Object.keys(observed).filter((key) => !(key in serviceNotInRecord) && key in outputs);
    const values = Object.fromEntries(shown.map((key) => [key, outputs[key]]));
    const numbers = Object.entries(values).filter(([, value]) => value !== "shared");
    return {
        ...(Object.fromEntries(numbers) as unknown as clouddb.ServiceResult),
        id,
        metrics: { memoryMb: 512, cpuMillis: 100, storageMb: 1024 },
        readReplicaSets: setsOf(known, id, one.projectId),
    };
}

const setsOf = (known: Known, serviceId: string, projectId?: string): clouddb.ReadReplicaSetResult[] =>
    listed(known, "readReplicaSet", { projectId })
        .filter(({ observed }) => observed.serviceId === serviceId)
        .map((one) => resultOf(one));
