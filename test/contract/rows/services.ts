import { type ErrorKind, isApiError, type ServiceRecord } from "../../../src/provider/api";
import { apiErrorOf } from "../../provider/api/support";
import { emulated, emulatedTest, story } from "../support/story";

const text = expect.any(String) as string;
const address = { host: text, port: expect.any(Number) as number };
type Services = typeof story.client.services;
type On = ReturnType<typeof story.service>;
type ForkArgs = Omit<Parameters<Services["fork"]>[0], keyof On>;

const get = (which?: string) => story.client.services.get(story.service(which));
const list = async () => (await story.client.services.list({ projectId: story.projectId })).records;

const always = () => true;

/** Waits until the service has settled and `isDone`. */
const settled = (which?: string, isDone: (seen: ServiceRecord) => boolean = always) =>
    story.until(
        () => get(which),
        (seen) => ["READY", "PAUSED", "UNSTABLE", "DELETED"].includes(String(seen.status)) && isDone(seen),
    );

const spec = { cpuMillis: 500, memoryGbs: 2 };
/** What each creation takes, and what its answer and the record show. */
const creations: Readonly<
    Record<string, [says: string, args: Omit<Parameters<Services["create"]>[0], "projectId" | "name">, like: object]>
> = {
    small: ["takes a name alone", {}, { serviceType: "POSTGRES" }],
    shared: ["takes a shared size", { cpuMillis: "shared", memoryGbs: "shared" }, {}],
    vectors: ["takes the vector addon", { addons: ["ai"], environmentTag: "DEV" }, { serviceType: "VECTOR" }],
    service: [
        "takes everything",
        {
            addons: ["time-series"],
            cpuMillis: "500",
            memoryGbs: "2",
            environmentTag: "PROD",
            regionCode: story.region,
            replicaCount: 1,
        },
        { regionCode: story.region, serviceType: "TIMESERIES_DB", resources: [{ spec }] },
    ],
};

export function serviceCreation(): void {
    test.each(Object.entries(creations))("services.create: %s", async (which, [_, args, like]) => {
        const { projectId, name } = story;
        const made = await story.client.services.create({ projectId, name: name(which), ...args });
        expect(made).toMatchObject({ projectId, name: name(which), created: text, initialPassword: text, ...like });
        story.ids[which] = made.serviceId;
        const seen = await settled(which);
        expect(seen).toMatchObject({ status: "READY", endpoint: address, ...like });
        expect(seen.initialPassword).toBeUndefined();
    });

    test("services.get shows replicas and environment, services.list all services", async () => {
        expect(await get()).toMatchObject({
            haReplicas: { replicaCount: 1 },
            metadata: { environment: "PROD" },
        });
        const ids = (await list()).map(({ serviceId }) => serviceId);
        expect(ids).toEqual(expect.arrayContaining(Object.keys(creations).map((which) => story.ids[which])));
    });

    test("services.get of what is not there", async () => {
        const missing = story.client.services.get({ projectId: story.projectId, serviceId: "none" });
        expect(await apiErrorOf(missing)).toMatchObject({ kind: "notFound", status: 404 });
    });
}

const message = { message: text };
const record = expect.objectContaining({ serviceId: text, serviceType: "TIMESERIES_DB" }) as object;

const tag = (environment: "DEV" | "PROD") => (services: Services, on: On) =>
    services.setEnvironment({ ...on, environment });

/** A call that changes the service; its answer, if it has one; and what the record shows in the end. */
const changes: readonly (readonly [
    says: string,
    call: (services: Services, on: On) => Promise<unknown>,
    answer: object,
    isDone: (seen: ServiceRecord) => boolean,
])[] = [
    ["setEnvironment to DEV", tag("DEV"), message, always],
    ["setEnvironment to PROD", tag("PROD"), message, always],
    ["updatePassword", (services, on) => services.updatePassword({ ...on, password: "a-New-1" }), message, always],
    [
        "resize",
        (services, on) => services.resize({ ...on, cpuMillis: "1000", memoryGbs: "4" }),
        record,
        ({ resources = [] }) => resources.some((resource) => resource.spec?.cpuMillis === 1000),
    ],
    [
        "setHa takes both counts",
        (services, on) => services.setHa({ ...on, replicaCount: 2, syncReplicaCount: 1 }),
        record,
        ({ haReplicas }) => haReplicas?.replicaCount === 2 && haReplicas.syncReplicaCount === 1,
    ],
    [
        "setHa takes one count",
        (services, on) => services.setHa({ ...on, syncReplicaCount: 0 }),
        record,
        ({ haReplicas }) => (haReplicas?.syncReplicaCount ?? 0) === 0,
    ],
    [
        "enablePooler",
        (services, on) => services.enablePooler(on),
        message,
        ({ connectionPooler: { endpoint } = {} }) => endpoint?.host !== undefined && endpoint.port !== undefined,
    ],
    [
        "disablePooler",
        (services, on) => services.disablePooler(on),
        message,
        ({ connectionPooler }) => connectionPooler?.endpoint?.host === undefined,
    ],
    [
        "attachToVpc",
        (services, on) => services.attachToVpc({ ...on, ...story.vpc() }),
        message,
        ({ vpcEndpoint: { host, port, vpcId } = {} }) =>
            host !== undefined && port !== undefined && vpcId === story.ids.vpc,
    ],
    [
        "detachFromVpc",
        (services, on) => services.detachFromVpc({ ...on, ...story.vpc() }),
        message,
        ({ vpcEndpoint }) => !vpcEndpoint?.vpcId,
    ],
    ["stop", (services, on) => services.stop(on), record, ({ status }) => status === "PAUSED"],
    ["start", (services, on) => services.start(on), record, ({ status }) => status === "READY"],
];

export function serviceChanges(): void {
    test.each(changes)("services.%s", async (_, call, answer, isDone) => {
        expect([undefined, {}, answer]).toContainEqual(await call(story.client.services, story.service()));
        await settled("service", isDone);
    });

    emulatedTest("services.get shows a failure", async () => {
        story.emulator.faults.add({ do: { kind: "fail" }, endpoint: "resizeService" });
        await story.client.services.resize({ ...story.service("small"), cpuMillis: "1000", memoryGbs: "4" });
        expect((await settled("small")).status).toBe("UNSTABLE");
    });
}

/** What a call gives, or `instead` where it is refused for one of these reasons. */
async function unless<T, I>(call: Promise<T>, instead: I, ...kinds: readonly ErrorKind[]): Promise<T | I> {
    try {
        return await call;
    } catch (error) {
        if (isApiError(error, ...kinds)) return instead;
        throw error;
    }
}

const forkArgs: Readonly<Record<string, () => ForkArgs>> = {
    fork: () => ({ forkStrategy: "LAST_SNAPSHOT" }),
    forkNow: () => ({
        forkStrategy: "NOW",
        name: "n".repeat(128),
        environmentTag: "PROD",
        cpuMillis: "shared",
        memoryGbs: "shared",
    }),
    forkPitr: () => ({
        forkStrategy: "PITR",
        targetTime: new Date(story.now() - 60_000).toISOString(),
        environmentTag: "DEV",
        cpuMillis: "1000",
        memoryGbs: "4",
    }),
};

export function forks(): void {
    test.each(Object.entries(forkArgs))("services.fork: %s", async (which, args) => {
        // A new service has no backup to fork from for a while, so the call is retried.
        const made = await story.until(
            () => unless(story.client.services.fork({ ...story.service(), ...args() }), "refused", "conflict", "busy"),
            (answer) => answer !== "refused",
        );
        if (typeof made !== "object") throw new Error("no record of the fork");
        expect(made.forkedFrom).toMatchObject(story.service());
        expect(made.serviceId).not.toBe(story.ids.service);
        story.ids[which] = made.serviceId;
        await settled(which, ({ status }) => status === "READY");
    });

    test("a fork is named after its parent", async () => {
        expect((await get("fork")).name).toBe(`${story.name("service")}-fork`);
    });
}

export function serviceEnd(): void {
    test("services.delete, until services.list shows that they are gone, or deleted; again, it is done", async () => {
        // A service may be shown for a while after it is deleted.
        if (emulated) story.emulator.setQuirks({ tombstones: true });
        const all = [...Object.keys(creations), ...Object.keys(forkArgs)].map((which) => story.service(which));
        for (const one of all) await story.client.services.delete(one);
        await story.until(list, (records) =>
            records.every(
                ({ serviceId, status }) => status === "DELETED" || all.every((one) => one.serviceId !== serviceId),
            ),
        );
        await story.client.services.delete({ projectId: story.projectId, serviceId: "gone-long-ago" });
    });

    emulatedTest("services.get of what is gone in the end", async () => {
        await story.until(
            () => unless(get(), "gone", "notFound"),
            (seen) => seen === "gone",
        );
    });
}
