import type * as clouddb from "../../index";
import { definitions, type ResourceName } from "../../provider/lifecycle";
import { serviceNotInRecord } from "../../provider/lifecycle/definitions/service/observe";
import { nativePrefix } from "../../shared/registration";
import type { MockRecord, MockWorld, MockProperties } from "./resources";

/** What a function of this package answers; undefined for a function of another one. */
export function answerTo(token: string, { profile: _profile, ...args }: MockProperties, world: MockWorld) {
    if (!token.startsWith(nativePrefix)) return undefined;
    const name = token.slice(nativePrefix.length);
    if (Object.hasOwn(others, name)) return others[name as keyof typeof others](args as never, world);
    for (const [key, { type }] of Object.entries(definitions)) {
        const own = key as ResourceName;
        if (name === `get${type}`) return mockedResult(oneOf(world, own, args), world);
        if (name === `get${type}s`) return matching(world, own, args).map((one) => mockedResult(one, world));
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
        world: MockWorld,
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

/** A service's result is more than the outputs of the resource that a record shows. */
function mockedResult({ type, id, projectId, observed, outputs }: MockRecord, world: MockWorld): object {
    if (type !== "service") return { ...outputs, id };
    const shown = Object.entries(outputs).filter(
        ([key, value]) => key in observed && !(key in serviceNotInRecord) && value !== "shared",
    );
    const sets = matching(world, "readReplicaSet", { projectId, serviceId: id });
    return {
        ...Object.fromEntries(shown),
        id,
        metrics: { memoryMb: 512, cpuMillis: 100, storageMb: 1024 },
        readReplicaSets: sets.map((one) => mockedResult(one, world)),
    };
}

/** What a project contains, with the outputs that the arguments name. */
function matching(world: MockWorld, type: ResourceName, args: MockProperties): MockRecord[] {
    const { projectId = world.projectId, ...wanted } = args;
    const filters = Object.entries(wanted).filter(([, value]) => value !== undefined);
    return world
        .all(type)
        .filter((one) => one.projectId === projectId && filters.every(([key, value]) => one.outputs[key] === value));
}

/** What has the id, or matches the arguments; otherwise a record that might. */
function oneOf(world: MockWorld, type: ResourceName, { id, ...wanted }: MockProperties): MockRecord {
    const found = id === undefined ? matching(world, type, wanted)[0] : world.find(type, id);
    if (found !== undefined) return found;
    const { name = typeof id === "string" ? id.split("/").at(-1) : type, ...args } = wanted;
    return world.record(type, { name: String(name), args, id });
}
