// The package's own mocks for unit tests, and connection strings under a user's.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "../../../src";
import { secretProperties } from "../../../src/provider/lifecycle";
import { cloudDbMocks, type CloudDbMocksOptions } from "../../../src/program/mocks/cloudDbMocks";
import { declaredOutputs, outputOf, samples } from "./samples";
import { valueOf } from "./support";

const set = (options?: CloudDbMocksOptions) => pulumi.runtime.setMocks(cloudDbMocks(options), "project", "stack");
const login = { user: "app", database: "tsdb" };
const net = () => new clouddb.Vpc("net", { cidr: "10.1.0.0/16", regionCode: "eu-west-1" });
const readers = (serviceId: pulumi.Input<string>, args: Partial<clouddb.ReadReplicaSetArgs> = {}) =>
    new clouddb.ReadReplicaSet("readers", { serviceId, nodes: 2, cpuMillis: 1000, memoryGbs: 4, ...args });

/** Outputs that depend on an argument that the samples do not give, or on a fault. */
const absent = new Set([
    ...["errorMessage", "waitFor", "vpcEndpoint", "poolerEndpoint", "forkedFrom", "forkFrom"],
    ...["generatePassword", "passwordVersion", "forceDestroy"],
]);

beforeEach(() => set());

describe.each(samples)("$type", ({ type, make, look }) => {
    test("has every output that the provider would give it, and its secret outputs are secret, no others", async () => {
        const thing = make("thing");
        const [missing, secret]: [string[], string[]] = [[], []];
        for (const name of declaredOutputs(type)) {
            const output = outputOf(thing, name)!;
            if ((await valueOf(output)) === undefined) missing.push(name);
            if (await pulumi.isSecret(output)) secret.push(name);
        }
        const optional = type === "Service" ? new Set([...absent, "vpcId"]) : absent;
        expect(missing.filter((name) => !optional.has(name))).toEqual([]);
        expect(secret).toEqual(declaredOutputs(type).filter((name) => secretProperties.has(name)));
        expect(await valueOf(outputOf(thing, "projectId")!)).toBe("mock-project");
    });

    test("is looked up by its id, with outputs as well", async () => {
        const id = type === "Vpc" || type === "Service" ? "theirs" : "parent/theirs";
        const thing = look("thing", id);
        expect(await valueOf(thing.id)).toBe(id);
        expect(await valueOf(outputOf(thing, "projectId")!)).toBe("mock-project");
    });
});

test("ids have the provider's form, and children that of their parent", async () => {
    const vpc = net();
    const peer = { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-1" };
    const peering = new clouddb.Peering("office", { vpcId: vpc.id, ...peer });
    const active = new clouddb.PeeringActivation("active", { peeringId: peering.id });
    const db = new clouddb.Service("orders", {});
    const copies = readers(db.id);
    const ids = [vpc, peering, active, db, copies].map(({ id }) => valueOf(id));
    expect(await Promise.all(ids)).toEqual([
        "vpc-net",
        "vpc-net/peering-office",
        "vpc-net/peering-office",
        "service-orders",
        "service-orders/set-readers",
    ]);
    expect(
        await valueOf(pulumi.all([peering.vpcId, peering.peeringId, peering.provisionedId, peering.status])),
    ).toEqual(["vpc-net", "peering-office", "pcx-peering-office", "active"]);
    expect(await valueOf(active.provisionedId)).toBe("pcx-peering-office");
    expect(await valueOf(copies.serviceId)).toBe("service-orders");
});

test("two resources of the same name have ids of their own; one that is adopted has the other's", async () => {
    const [one, two] = [new clouddb.Service("db", { name: "a" }), new clouddb.Service("db", { name: "b" })];
    const adopted = new clouddb.Service("db", { adopt: "svc-17" });
    expect(await Promise.all([one, two, adopted].map(({ id }) => valueOf(id)))).toEqual([
        "service-db",
        "service-db-2",
        "svc-17",
    ]);
});

test("a service follows its arguments", async () => {
    const db = new clouddb.Service("orders", {
        name: "orders-db",
        addons: ["ai"],
        environment: "PROD",
        connectionPooler: true,
        vpcId: net().id,
        paused: true,
        password: "open sesame",
    });
    const told = await valueOf(
        pulumi.output({
            name: db.name,
            type: db.serviceType,
            status: db.status,
            protection: db.deletionProtection,
            endpoint: db.endpoint,
            pooler: db.poolerEndpoint,
            inside: db.vpcEndpoint,
            password: db.password,
        }),
    );
    expect(told).toEqual({
        name: "orders-db",
        type: "VECTOR",
        status: "PAUSED",
        protection: true,
        endpoint: { host: "service-orders.mock.clouddb.example", port: 5432 },
        pooler: { host: "service-orders-pooler.mock.clouddb.example", port: 6432 },
        inside: { host: "service-orders.vpc.mock.clouddb.example", port: 5433, vpcId: "vpc-net" },
        password: "open sesame",
    });
});

test("a fork has its parent's region, type and size", async () => {
    const parent = new clouddb.Service("parent", { regionCode: "eu-west-1", addons: ["time-series"], cpuMillis: 4000 });
    const fork = new clouddb.Service("fork", { forkFrom: { serviceId: parent.id, strategy: "NOW" } });
    const told = pulumi.all([fork.regionCode, fork.serviceType, fork.cpuMillis, fork.forkedFrom]);
    expect(await valueOf(told)).toEqual([
        "eu-west-1",
        "TIMESERIES_DB",
        4000,
        { serviceId: "service-parent", projectId: "mock-project", isStandby: false },
    ]);
});

describe("functions", () => {
    test("find what the program has made", async () => {
        const vpc = net();
        const db = new clouddb.Service("orders", { environment: "PROD", cpuMillis: "shared", memoryGbs: "shared" });
        const copies = readers(db.id);
        await valueOf(pulumi.all([vpc.id, copies.id]));
        expect(await clouddb.getVpcs()).toEqual([
            { id: "vpc-net", name: "net", cidr: "10.1.0.0/16", regionCode: "eu-west-1", projectId: "mock-project" },
        ]);
        expect(await clouddb.getVpc({ name: "net" })).toMatchObject({ id: "vpc-net" });
        const [found, ...others] = await clouddb.getServices({ environment: "PROD" });
        expect(others).toEqual([]);
        expect(found).toMatchObject({ id: "service-orders", name: "orders", status: "READY", paused: false });
        expect(found).not.toHaveProperty("password");
        expect(found).not.toHaveProperty("cpuMillis");
        expect(found!.readReplicaSets).toMatchObject([{ id: "service-orders/set-readers", nodes: 2 }]);
        expect(await clouddb.getServices({ environment: "DEV" })).toEqual([]);
        expect(await clouddb.getReadReplicaSets({ serviceId: "service-orders" })).toHaveLength(1);
        expect(await valueOf(clouddb.getServiceOutput({ id: db.id }))).toMatchObject({ name: "orders" });
    });

    test("find what exists beside it, and make up what nobody has named", async () => {
        await set({
            projectId: "p1",
            existing: {
                vpcs: [{ id: "v-1", name: "office" }],
                peerings: [{ vpcId: "v-1", status: "pending" }],
                services: [{ id: "s-1", name: "billing", status: "PAUSED" }],
                readReplicaSets: [{ serviceId: "s-1", name: "reports" }],
            },
        });
        expect(await clouddb.getVpcs()).toMatchObject([{ id: "v-1", name: "office", projectId: "p1" }]);
        expect(await clouddb.getPeerings({ vpcId: "v-1" })).toMatchObject([{ vpcId: "v-1", status: "pending" }]);
        expect(await clouddb.getService({ name: "billing" })).toMatchObject({ id: "s-1", status: "PAUSED" });
        expect(await clouddb.getReadReplicaSets({ serviceId: "s-1" })).toMatchObject([{ name: "reports" }]);
        expect(await clouddb.getReadReplicaSet({ serviceId: "s-1", name: "reports" })).toMatchObject({
            name: "reports",
        });
        expect(await clouddb.getReadReplicaSet({ id: "s-2/r-2" })).toMatchObject({ id: "s-2/r-2" });
        expect(await clouddb.getService({ name: "unknown" })).toMatchObject({ id: "service-unknown", status: "READY" });
        expect(await clouddb.getPeering({ id: "v/p" })).toMatchObject({ id: "v/p", vpcId: "v", peeringId: "p" });
        expect(await valueOf(clouddb.Service.get("theirs", "s-1").name)).toBe("billing");
    });

    test("answer about the caller and the log", async () => {
        expect(await clouddb.getCallerIdentity()).toMatchObject({ type: "apiKey" });
        expect(await clouddb.getProjects()).toEqual([{ id: "mock-project", name: "mock-project" }]);
        expect(await clouddb.getServiceLogs({ serviceId: "s", limit: 1 })).toMatchObject([{ severity: "LOG" }]);
    });
});

test("a test can say otherwise, by resource, by function and for other packages", async () => {
    await set({
        outputs: { orders: { status: "UNSTABLE", endpoint: { host: "h", port: 1 } } },
        others: {
            newResource: ({ name }) => ({ id: `other-${name}`, state: { told: true } }),
            call: ({ token }) => (token === "clouddb:index:getProjects" ? [] : undefined),
        },
    });
    const db = new clouddb.Service("orders", {});
    expect(await valueOf(db.status)).toBe("UNSTABLE");
    expect(await valueOf(db.connectionString(login))).toContain("@h:1/");
    expect(await clouddb.getProjects()).toEqual([]);
    class Bucket extends pulumi.CustomResource {
        constructor() {
            super("cloud:index:Bucket", "bucket", {});
        }
    }
    expect(await valueOf(new Bucket().id)).toBe("other-bucket");
});

describe("connection strings", () => {
    test("under these mocks contain the resource's address and password", async () => {
        const db = new clouddb.Service("orders", { connectionPooler: true, vpcId: net().id });
        const [direct, pooler, vpc] = await Promise.all(
            (["direct", "pooler", "vpc"] as const).map((via) => valueOf(db.connectionString({ ...login, via }))),
        );
        expect(direct).toBe(
            "postgresql://app:mock-password-of-orders@service-orders.mock.clouddb.example:5432/tsdb?sslmode=require",
        );
        expect(pooler).toContain("@service-orders-pooler.mock.clouddb.example:6432/");
        expect(vpc).toContain("@service-orders.vpc.mock.clouddb.example:5433/");
        expect(await pulumi.isSecret(db.connectionString(login))).toBe(true);
        const reading = readers(db.id).connectionString({ ...login, password: db.password });
        expect(await valueOf(reading)).toContain("@set-readers.mock.clouddb.example:5432/");
    });

    test.each([
        ["that echo the arguments", (inputs: object) => inputs],
        ["that tell nothing", () => ({})],
    ])("under a user's own mocks %s are plausible", async (_what, state) => {
        await pulumi.runtime.setMocks({
            newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: state(inputs as object) }),
            call: () => ({}),
        });
        const db = new clouddb.Service("orders", {});
        const looked = clouddb.Service.get("theirs", "s-1");
        for (const via of ["direct", "pooler", "vpc"] as const)
            for (const one of [db, looked])
                expect(await valueOf(one.connectionString({ ...login, via }))).toMatch(
                    /^postgresql:\/\/app:mock-password@mock[\w.-]*\.clouddb\.example:\d+\/tsdb\?sslmode=require$/,
                );
        const reading = readers("s").connectionString({ ...login, password: db.password, via: "pooler" });
        expect(await valueOf(reading)).toContain("@mock-pooler.clouddb.example:6432/");
    });
});
