import type * as clouddb from "../index";
import { definitions, type ResourceName } from "../lifecycle";
import { serviceNotInRecord } from "../lifecycle/definitions/service/observe";
import type { MockRecord, MockWorld, OutputsOf, Properties } from "./world";

const prefix = "clouddb:index:";

interface Known {
    readonly world: MockWorld;
    readonly projectId: string;
    record<Name extends ResourceName>(
        type: Name,
        made: { name: string; args: Properties; id?: unknown },
    ): MockRecord<Name>;
}

/** What a function of this package answers; undefined for a function of another one. */
export function answerTo(token: string, { profile: _profile, ...args }: Properties, known: Known): object | undefined {
    if (!token.startsWith(prefix)) return undefined;
    const name = token.slice(prefix.length);
    if (Object.hasOwn(others, name)) return others[name as keyof typeof others](args as never, known);
    for (const [key, { type }] of Object.entries(definitions)) {
        const own = key as ResourceName;
        if (name === `get${type}`) return resultOf(oneOf(known, own, args), known);
        if (name === `get${type}s`) return matching(known, own, args).map((one) => resultOf(one, known));
    }
    return undefined;
}

/** What each function answers that reads no resources: one that is forgotten does not compile. */
const others: {
    readonly [Name in Exclude<FunctionName, RecordFunction>]: (args: ArgsOf<Name>, known: Known) => ResultOf<Name>;
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
    getServiceLogs: ({ serviceId, limit = logLines.length }) =>
        logLines.slice(0, limit).map((entry) => ({ ...entry, message: `${serviceId}: ${entry.message}` })),
};

const logLines = [
    { message: "checkpoint complete", severity: "LOG", timestamp: "2030-01-01T00:05:00Z" },
    { message: "database system is ready to accept connections", severity: "LOG", timestamp: "2030-01-01T00:00:00Z" },
] as const;

/** The results that are more than the outputs of a resource: one that is forgotten does not compile. */
const results: {
    readonly [Name in TellsMore]: (record: MockRecord<Name>, known: Known) => RecordResult<Name>;
} = {
    service({ id, projectId, observed, outputs }, known) {
        const shown = Object.keys(observed).filter((key) => !(key in serviceNotInRecord) && key in outputs);
        const values = Object.fromEntries(shown.map((key) => [key, outputs[key]]));
        const numbers = Object.entries(values).filter(([, value]) => value !== "shared");
        const sets = matching(known, "readReplicaSet", { projectId, serviceId: id });
        return {
            ...(Object.fromEntries(numbers) as unknown as RecordResult<"service">),
            id,
            metrics: { memoryMb: 512, cpuMillis: 100, storageMb: 1024 },
            readReplicaSets: sets.map((one) => resultOf(one, known) as clouddb.ReadReplicaSetResult),
        };
    },
};

const resultOf = (record: MockRecord, known: Known): object =>
    Object.hasOwn(results, record.type)
        ? results[record.type as TellsMore](record as MockRecord<TellsMore>, known)
        : { ...record.outputs, id: record.id };

/** What a project contains, with the outputs that the arguments name. */
function matching(
    { world, projectId: own }: Known,
    type: ResourceName,
    { projectId = own, ...wanted }: Properties,
): MockRecord[] {
    const filters = Object.entries(wanted).filter(([, value]) => value !== undefined);
    return world
        .all(type)
        .filter((one) => one.projectId === projectId && filters.every(([key, value]) => one.outputs[key] === value));
}

/** What has the id, or matches the arguments; otherwise a record that might. */
function oneOf(known: Known, type: ResourceName, { id, ...wanted }: Properties): MockRecord {
    const found = id === undefined ? matching(known, type, wanted)[0] : known.world.find(type, id);
    if (found !== undefined) return found;
    const { name = typeof id === "string" ? id.split("/").at(-1) : type, ...args } = wanted;
    return known.record(type, { name: String(name), args, id });
}

type Api = typeof clouddb;
/** The functions of the package that call the API: each has a second form whose name ends in `Output`. */
export type FunctionName = {
    [Name in keyof Api & `get${string}`]: `${Name}Output` extends keyof Api ? Name : never;
}[keyof Api & `get${string}`];
export type ArgsOf<Name extends FunctionName> = NonNullable<Parameters<Api[Name]>[0]>;
export type ResultOf<Name extends FunctionName> = Awaited<ReturnType<Api[Name]>>;

type One<Name extends ResourceName> = FunctionName & `get${Capitalize<Name>}`;
type Several<Name extends ResourceName> = FunctionName & `get${Capitalize<Name>}s`;

/** The functions that read resources of a type: `getVpc`, `getVpcs`. */
export type RecordFunction = { [Name in ResourceName]: One<Name> | Several<Name> }[ResourceName];
/** The types that functions read. */
export type ReadableName = {
    [Name in ResourceName]: One<Name> | Several<Name> extends never ? never : Name;
}[ResourceName];
/** What `getVpc` returns, and `getVpcs` a list of. */
export type RecordResult<Name extends ReadableName> =
    One<Name> extends never ? ResultOf<Several<Name>>[number & keyof ResultOf<Several<Name>>] : ResultOf<One<Name>>;

/** The types of which functions tell more than the outputs of the resource. */
export type TellsMore = {
    [Name in ReadableName]: keyof RecordResult<Name> extends keyof OutputsOf<Name> | "id" | "projectId" ? never : Name;
}[ReadableName];
