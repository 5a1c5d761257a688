import { type ErrorKind, isApiError, type ServiceRecord } from "../../../src/api";
import { emulatedRefusedRow, emulatedRow, refusedRow, row, type Row } from "../support/row";
import { isSettled, type Story } from "../support/story";

const text = expect.any(String) as string;
const count = expect.any(Number) as number;
type ForkArgs = Omit<Parameters<Story["client"]["services"]["fork"]>[0], "projectId" | "serviceId">;

const service = ({ projectId, ids }: Story, which = "service") => ({ projectId, serviceId: ids[which]! });
const get = (story: Story, which?: string) => story.client.services.get(service(story, which));

/** Waits until the service has settled and `isDone`. */
const settled = (story: Story, which?: string, isDone: (seen: ServiceRecord) => boolean = () => true) =>
    story.until(
        () => get(story, which),
        (seen) => isSettled(seen) && isDone(seen),
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

const message = (said: unknown) => expect([undefined, {}, { message: text }]).toContainEqual(said);

export const serviceChangeRows: readonly Row[] = [
    row(
        "services.setEnvironment to DEV",
        (story) => story.client.services.setEnvironment({ ...service(story), environment: "DEV" }),
        message,
    ),
    row(
        "services.setEnvironment to PROD",
        (story) => story.client.services.setEnvironment({ ...service(story), environment: "PROD" }),
        message,
    ),
    row("services.updatePassword", (story) =>
        story.client.services.updatePassword({ ...service(story), password: "a-New-1-for-the-contract" }),
    ),
    row(
        "services.resize gives the service, which changes later",
        (story) => story.client.services.resize({ ...service(story), cpuMillis: "1000", memoryGbs: "4" }),
        (seen, { ids }) => {
            if (seen) expect(seen.serviceId).toBe(ids.service);
        },
    ),
    row("services.get shows the new size", (story) =>
        settled(story, "service", ({ resources }) => resources.some(({ spec }) => spec?.cpuMillis === 1000)),
    ),
    row("services.setHa takes both counts", (story) =>
        story.client.services.setHa({ ...service(story), replicaCount: 2, syncReplicaCount: 1 }),
    ),
    row("services.get shows the new replicas", (story) =>
        settled(
            story,
            "service",
            ({ haReplicas }) => haReplicas?.replicaCount === 2 && haReplicas.syncReplicaCount === 1,
        ),
    ),
    row("services.setHa takes one count", (story) =>
        story.client.services.setHa({ ...service(story), syncReplicaCount: 0 }),
    ),
    row("services.get shows that none is synchronous", (story) =>
        settled(story, "service", ({ haReplicas }) => (haReplicas?.syncReplicaCount ?? 0) === 0),
    ),
    row("services.enablePooler", (story) => story.client.services.enablePooler(service(story)), message),
    row(
        "services.get shows the pooler",
        (story) => settled(story, "service", ({ connectionPooler }) => connectionPooler?.endpoint !== undefined),
        (seen) => expect(seen.connectionPooler?.endpoint).toMatchObject({ host: text, port: count }),
    ),
    row("services.disablePooler", (story) => story.client.services.disablePooler(service(story)), message),
    row("services.get shows no pooler", (story) =>
        settled(story, "service", ({ connectionPooler }) => connectionPooler?.endpoint?.host === undefined),
    ),
    row(
        "services.attachToVpc",
        (story) => story.client.services.attachToVpc({ ...service(story), vpcId: story.ids.vpc! }),
        message,
    ),
    row(
        "services.get shows the VPC",
        (story) => settled(story, "service", ({ vpcEndpoint }) => vpcEndpoint?.vpcId !== undefined),
        (seen, { ids }) => expect(seen.vpcEndpoint).toEqual({ host: text, port: count, vpcId: ids.vpc }),
    ),
    row(
        "services.detachFromVpc",
        (story) => story.client.services.detachFromVpc({ ...service(story), vpcId: story.ids.vpc! }),
        message,
    ),
    row("services.get shows no VPC", (story) => settled(story, "service", ({ vpcEndpoint }) => !vpcEndpoint?.vpcId)),
    row("services.stop", (story) => story.client.services.stop(service(story))),
    row("services.get shows the pause", (story) => settled(story, "service", ({ status }) => status === "PAUSED")),
    row("services.start", (story) => story.client.services.start(service(story))),
    row("services.get shows that it runs", (story) => settled(story, "service", ({ status }) => status === "READY")),
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

const fork = (which: string, { takes, ...args }: ForkArgs & { readonly takes: string }) => [
    row(
        `services.fork takes ${takes}`,
        (story) => forked(story, args),
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
    ...fork("fork", { takes: "LAST_SNAPSHOT alone", forkStrategy: "LAST_SNAPSHOT" }),
    row(
        "services.fork names a fork after its parent",
        (story) => get(story, "fork"),
        (seen, { name }) => expect(seen.name).toBe(`${name("service")}-fork`),
    ),
    ...fork("forkNow", {
        takes: "NOW with the longest name and a shared size",
        forkStrategy: "NOW",
        name: "n".repeat(128),
        environmentTag: "PROD",
        cpuMillis: "shared",
        memoryGbs: "shared",
    }),
    emulatedRefusedRow(
        "services.fork takes no PITR without a time",
        (story) => story.client.services.fork({ ...service(story), forkStrategy: "PITR" }),
        { kind: "invalid" },
    ),
    row(
        "services.fork takes PITR with a time",
        (story) =>
            story.client.services.fork({
                ...service(story),
                forkStrategy: "PITR",
                targetTime: new Date(story.now() - 60_000).toISOString(),
                environmentTag: "DEV",
                cpuMillis: "1000",
                memoryGbs: "4",
            }),
        (made, { ids }) => {
            ids.forkPitr = made?.serviceId ?? "";
            expect(made).toMatchObject({ forkedFrom: { serviceId: ids.service } });
        },
    ),
    row("services.get shows the fork of that time", (story) => settled(story, "forkPitr")),
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
