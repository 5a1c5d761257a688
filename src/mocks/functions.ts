import type * as clouddb from "../index";
import { definitions, type ResourceName } from "../lifecycle";
import { serviceNotInRecord } from "../lifecycle/definitions/service/observe";
import type { MockRecord, MockWorld, Properties } from "./world";

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

type Api = typeof clouddb;
/** The functions that read no resources, unlike `getVpc` and `getVpcs`. */
type OtherFunction = Exclude<
    keyof Api & `get${string}`,
    `${string}Output` | `get${Capitalize<ResourceName>}${"" | "s"}`
>;

/** What each of them answers: one that is forgotten does not compile. */
const others: {
    readonly [Name in OtherFunction]: (
        args: NonNullable<Parameters<Api[Name]>[0]>,
        known: Known,
    ) => Awaited<ReturnType<Api[Name]>>;
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

const resultOf = (record: MockRecord, known: Known): object =>
    record.type === "service" ? serviceResult(record, known) : { ...record.outputs, id: record.id };

/** A service's result is more than the outputs of the resource that a record shows. */
function serviceResult({ id, projectId, observed, outputs }: MockRecord, known: Known): object {
    const shown = Object.keys(observed).filter((key) => !(key in serviceNotInRecord) && outputs[key] !== "shared");
    const sets = matching(known, "readReplicaSet", { projectId, serviceId: id });
    return {
        ...Object.fromEntries(shown.filter((key) => key in outputs).map((key) => [key, outputs[key]])),
        id,
        metrics: { memoryMb: 512, cpuMillis: 100, storageMb: 1024 },
        readReplicaSets: sets.map((one) => resultOf(one, known)),
    };
}

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
