import * as pulumi from "@pulumi/pulumi";
import { Peering, ReadReplicaSet, Service, Vpc } from "../../src";
import { valueOf, withMocks, type Registered } from "./support";

let registered: Registered[];

beforeEach(async () => {
    registered = await withMocks();
});

const only = async (resource: pulumi.Resource): Promise<Registered> => {
    await valueOf(resource.urn);
    const [one] = registered.filter(({ type }) => !type.startsWith("pulumi:pulumi:") && type !== "test:index:Group");
    if (one === undefined) throw new Error("nothing was registered");
    return one;
};

const make = {
    Vpc: (opts?: pulumi.CustomResourceOptions) => new Vpc("thing", { cidr: "10.0.0.0/16", regionCode: "r" }, opts),
    Peering: (opts?: pulumi.CustomResourceOptions) =>
        new Peering("thing", { vpcId: "v", peerAccountId: "a", peerRegionCode: "r", peerVpcId: "p" }, opts),
    Service: (opts?: pulumi.CustomResourceOptions) => new Service("thing", { password: "open sesame" }, opts),
    ReadReplicaSet: (opts?: pulumi.CustomResourceOptions) =>
        new ReadReplicaSet("thing", { serviceId: "s", nodes: 1, cpuMillis: 1000, memoryGbs: 4 }, opts),
};

const providers = { Vpc: "vpc", Peering: "peering", Service: "service", ReadReplicaSet: "readReplicaSet" };

describe.each(Object.entries(make))("%s", (type, create) => {
    const provider = providers[type as keyof typeof providers];

    test("stores a constant line in place of code, short and always the same", async () => {
        const { inputs, type: token } = await only(create());
        expect(token).toBe(`pulumi-nodejs:dynamic/clouddb:${type}`);
        expect(inputs["__provider"]).toBe(`exports.handler=()=>require("pulumi-clouddb/provider").${provider};`);
        expect(String(inputs["__provider"]).length).toBeLessThan(75);
    });

    test("passes its own URN on, and its time-outs, as given", async () => {
        const resource = create({ customTimeouts: { create: "1h", delete: "90s" } });
        const { inputs } = await only(resource);
        expect(inputs["__clouddb"]).toEqual({
            urn: await valueOf(resource.urn),
            timeouts: { create: "1h", delete: "90s" },
        });
    });

    test("does so under a component, too, and depends on nothing of it", async () => {
        class Group extends pulumi.ComponentResource {
            readonly made: pulumi.CustomResource;
            constructor() {
                super("test:index:Group", "group");
                this.made = create({ parent: this });
                this.registerOutputs({});
            }
        }
        const { made } = new Group();
        const { inputs } = await only(made);
        const urn = await valueOf(made.urn);
        expect(urn).toContain("test:index:Group$");
        expect(inputs["__clouddb"]).toEqual({ urn });
    });

    test("has nothing in its inputs but its arguments and what is hidden", async () => {
        const { inputs } = await only(create());
        const given = Object.entries(inputs).filter(([key, value]) => !key.startsWith("__") && value !== undefined);
        expect(given.length).toBeLessThanOrEqual(4);
        expect(JSON.stringify(inputs).length).toBeLessThan(500);
    });
});

test("every output resolves under mocks, as in a user's unit test", async () => {
    const db = new Service("db", { regionCode: "r", cpuMillis: "shared", memoryGbs: "shared" });
    expect(await valueOf(db.endpoint.host)).toBe("db.example");
    expect(await valueOf(db.id)).toBe("db-id");
    expect(await valueOf(db.cpuMillis)).toBe("shared");
    for (const output of [
        "status",
        "poolerEndpoint",
        "vpcEndpoint",
        "initialPassword",
        "forkedFrom",
        "created",
    ] as const) {
        await expect(valueOf(db[output] as pulumi.Output<unknown>)).resolves.toBeUndefined();
    }
});

test("passwords are secrets from the first moment on", async () => {
    const db = new Service("db", { password: "open sesame" });
    await valueOf(db.urn);
    expect(await pulumi.isSecret(db.password)).toBe(true);
    expect(await pulumi.isSecret(db.regionCode)).toBe(false);
});

test("get reads by id, where the options say", async () => {
    const db = Service.get("theirs", "s1", { projectId: "p2", profile: "blue" });
    const { id, inputs } = await only(db);
    expect(id).toBe("s1");
    expect(inputs).toMatchObject({ projectId: "p2", profile: "blue" });
});
