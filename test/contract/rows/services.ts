import { type ErrorKind, isApiError, type ServiceRecord } from "../../../src/api";
import { emulatedRefusedRow, emulatedRow, refusedRow, row, type Row } from "../support/row";
import { isSettled, type Story } from "../support/story";

const text = expect.any(String) as string;
const count = expect.any(Number) as number;
type ForkArgs = Omit<Parameters<Story["client"]["services"]["fork"]>[0], "projectId" | "serviceId">;

const service = ({ projectId, ids }: Story, which = "service") => ({ projectId, serviceId: ids[which]! });
const get = (story: Story, which?: string) => story.client.services.get(service(story, which));

/** Waits until the service has settled and `isDone`. */
const settled = (story: Story, which?: string, isDone: (seen: ServiceRecord, story: Story) => boolean = () => true) =>
    story.until(
        () => get(story, which),
        (seen) => isSettled(seen) && isDone(seen, story),
    );

const creation = (
    which: string,
    says: string,
    args: Omit<Parameters<Story["client"]["services"]["create"]>[0], "projectId" | "name">,
    like: object,
) => [
    row(
        `services.create ${says}`,
        ({ client, projectId, name }) => client.services.create({ projectId, name: name(which), ...args }),
        (made, { ids, projectId, name }) => {
            ids[which] = made.serviceId;
            expect(made).toMatchObject({ projectId, name: name(which), created: text, ...like });
        },
    ),
    row(
        `services.get shows that it is ready: ${says}`,
        (story) => settled(story, which),
        (seen) => {
            expect(seen).toMatchObject({ status: "READY", endpoint: { host: text, port: count }, ...like });
            expect(seen.initialPassword).toBeUndefined();
        },
    ),
];

export const serviceCreationRows: readonly Row[] = [
    ...creation("small", "takes a name alone", {}, { serviceType: "POSTGRES" }),
    ...creation("shared", "takes a shared size", { cpuMillis: "shared", memoryGbs: "shared" }, {}),
    ...creation(
        "vectors",
        "takes the vector addon",
        { addons: ["ai"], environmentTag: "DEV" },
        { serviceType: "VECTOR" },
    ),
    row(
        "services.create takes everything, and gives a password",
        ({ client, projectId, name, region }) =>
            client.services.create({
                projectId,
                name: name("service"),
                addons: ["time-series"],
                cpuMillis: "500",
                memoryGbs: "2",
                environmentTag: "PROD",
                regionCode: region,
                replicaCount: 1,
            }),
        (made, { ids, region }) => {
            ids.service = made.serviceId;
            expect(made).toMatchObject({
                regionCode: region,
                serviceType: "TIMESERIES_DB",
                initialPassword: text,
                resources: [{ spec: { cpuMillis: 500, memoryGbs: 2 } }],
            });
        },
    ),
    emulatedRefusedRow(
        "services.resize is refused while it is being made",
        (story) => story.client.services.resize({ ...service(story), cpuMillis: "1000", memoryGbs: "4" }),
        { kind: "busy", status: 409 },
    ),
    row(
        "services.get shows all of it when it is ready",
        (story) => settled(story),
        (seen) =>
            expect(seen).toMatchObject({
                status: "READY",
                endpoint: { host: text, port: count },
                haReplicas: { replicaCount: 1 },
                metadata: { environment: "PROD" },
                resources: [{ spec: { cpuMillis: 500, memoryGbs: 2 } }],
            }),
    ),
    row(
        "services.list shows them all",
        ({ client, projectId }) => client.services.list({ projectId }),
        ({ records }, { ids }) => {
            const shown = records.map(({ serviceId }) => serviceId);
            for (const id of [ids.service, ids.small, ids.shared, ids.vectors]) expect(shown).toContain(id);
        },
    ),
    refusedRow(
        "services.get of what is not there",
        ({ client, projectId }) => client.services.get({ projectId, serviceId: "none" }),
        { kind: "notFound", status: 404 },
    ),
];

type Services = Story["client"]["services"];

/** A call that changes the service; its answer, if it has one; and what the record shows in the end. */
const change = (
    says: string,
    call: (services: Services, service: { projectId: string; serviceId: string }, story: Story) => Promise<unknown>,
    answer: object,
    shows?: readonly [what: string, isDone: (seen: ServiceRecord, story: Story) => boolean],
) => [
    row(
        `services.${says}`,
        (story) => call(story.client.services, service(story), story),
        (said) => expect([undefined, {}, answer]).toContainEqual(said),
    ),
    ...(shows ? [row(`services.get shows ${shows[0]}`, (story) => settled(story, "service", shows[1]))] : []),
];

const message = { message: text };
const record = expect.objectContaining({ serviceId: text, serviceType: "TIMESERIES_DB" }) as object;

export const serviceChangeRows: readonly Row[] = [
    ...(["DEV", "PROD"] as const).flatMap((environment) =>
        change(
            `setEnvironment to ${environment}`,
            (services, on) => services.setEnvironment({ ...on, environment }),
            message,
        ),
    ),
    ...change(
        "updatePassword",
        (services, on) => services.updatePassword({ ...on, password: "a-New-1-for-the-contract" }),
        message,
    ),
    ...change(
        "resize gives the service, which changes later",
        (services, on) => services.resize({ ...on, cpuMillis: "1000", memoryGbs: "4" }),
        record,
        ["the new size", ({ resources }) => resources.some(({ spec }) => spec?.cpuMillis === 1000)],
    ),
    ...change(
        "setHa takes both counts",
        (services, on) => services.setHa({ ...on, replicaCount: 2, syncReplicaCount: 1 }),
        record,
        ["the new replicas", ({ haReplicas }) => haReplicas?.replicaCount === 2 && haReplicas.syncReplicaCount === 1],
    ),
    ...change("setHa takes one count", (services, on) => services.setHa({ ...on, syncReplicaCount: 0 }), record, [
        "that none is synchronous",
        ({ haReplicas }) => (haReplicas?.syncReplicaCount ?? 0) === 0,
    ]),
    ...change("enablePooler", (services, on) => services.enablePooler(on), message, [
        "the pooler and its address",
        ({ connectionPooler: { endpoint } = {} }) => endpoint?.host !== undefined && endpoint.port !== undefined,
    ]),
    ...change("disablePooler", (services, on) => services.disablePooler(on), message, [
        "no pooler",
        ({ connectionPooler }) => connectionPooler?.endpoint?.host === undefined,
    ]),
    ...change("attachToVpc", (services, on, { ids }) => services.attachToVpc({ ...on, vpcId: ids.vpc! }), message, [
        "the VPC and its address",
        ({ vpcEndpoint: { host, port, vpcId } = {} }, { ids }) =>
            host !== undefined && port !== undefined && vpcId === ids.vpc,
    ]),
    ...change("detachFromVpc", (services, on, { ids }) => services.detachFromVpc({ ...on, vpcId: ids.vpc! }), message, [
        "no VPC",
        ({ vpcEndpoint }) => !vpcEndpoint?.vpcId,
    ]),
    ...change("stop", (services, on) => services.stop(on), record, ["the pause", ({ status }) => status === "PAUSED"]),
    ...change("start", (services, on) => services.start(on), record, [
        "that it runs",
        ({ status }) => status === "READY",
    ]),
    emulatedRow(
        "services.get shows a failure",
        async (story) => {
            story.emulator!.faults.add({ do: { kind: "fail" }, endpoint: "resizeService" });
            await story.client.services.resize({ ...service(story, "small"), cpuMillis: "1000", memoryGbs: "4" });
            return settled(story, "small");
        },
        ({ status }) => expect(status).toBe("UNSTABLE"),
    ),
];

const unless =
    <T>(kinds: readonly ErrorKind[], instead: T) =>
    (error: unknown): T => {
        if (isApiError(error, ...kinds)) return instead;
        throw error;
    };

/** A new service has no backup to fork from for a while, so the call is retried. */
const forked = (story: Story, args: ForkArgs) =>
    story.until(
        () =>
            story.client.services
                .fork({ ...service(story), ...args })
                .catch(unless(["conflict", "busy"], "not yet" as const)),
        (made) => made !== "not yet",
    );

const fork = (which: string, takes: string, args: (story: Story) => ForkArgs) => [
    row(
        `services.fork takes ${takes}`,
        (story) => forked(story, args(story)),
        (made, { ids, projectId }) => {
            if (made === "not yet" || made === undefined) throw new Error("no record of the fork");
            ids[which] = made.serviceId;
            expect(made.forkedFrom).toMatchObject({ projectId, serviceId: ids.service });
            expect(made.serviceId).not.toBe(ids.service);
        },
    ),
    row(`services.get shows the fork ${which}`, (story) => settled(story, which, ({ status }) => status === "READY")),
];

export const forkRows: readonly Row[] = [
    ...fork("fork", "LAST_SNAPSHOT alone", () => ({ forkStrategy: "LAST_SNAPSHOT" })),
    row(
        "services.fork names a fork after its parent",
        (story) => get(story, "fork"),
        (seen, { name }) => expect(seen.name).toBe(`${name("service")}-fork`),
    ),
    ...fork("forkNow", "NOW with the longest name and a shared size", () => ({
        forkStrategy: "NOW",
        name: "n".repeat(128),
        environmentTag: "PROD",
        cpuMillis: "shared",
        memoryGbs: "shared",
    })),
    emulatedRefusedRow(
        "services.fork takes no PITR without a time",
        (story) => story.client.services.fork({ ...service(story), forkStrategy: "PITR" }),
        { kind: "invalid" },
    ),
    ...fork("forkPitr", "PITR with a time", ({ now }) => ({
        forkStrategy: "PITR",
        targetTime: new Date(now() - 60_000).toISOString(),
        environmentTag: "DEV",
        cpuMillis: "1000",
        memoryGbs: "4",
    })),
];

const all = ["service", "small", "shared", "vectors", "fork", "forkNow", "forkPitr"];

export const serviceEndRows: readonly Row[] = [
    emulatedRow("a service may be shown for a while after it is deleted", (story) => {
        story.emulator!.setQuirks({ tombstones: true });
        return Promise.resolve();
    }),
    ...all.map((which) =>
        row(`services.delete: ${which}`, (story) => story.client.services.delete(service(story, which))),
    ),
    row("services.list shows in the end that they are gone, or deleted", (story) =>
        story.until(
            () => story.client.services.list({ projectId: story.projectId }),
            ({ records }) =>
                !records.some(
                    ({ serviceId, status }) =>
                        status !== "DELETED" && all.some((which) => story.ids[which] === serviceId),
                ),
        ),
    ),
    emulatedRow("services.get of what is gone in the end", (story) =>
        story.until(
            () =>
                get(story)
                    .then(() => false)
                    .catch(unless(["notFound"], true)),
            (gone) => gone,
        ),
    ),
    row("services.delete of what is gone is done", (story) =>
        story.client.services.delete({ projectId: story.projectId, serviceId: "gone-long-ago" }),
    ),
];
