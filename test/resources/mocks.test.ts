// The resources in a user's own unit tests: `pulumi.runtime.setMocks`, as Pulumi's documentation has it.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import * as pulumi from "@pulumi/pulumi";
import { Service } from "../../src";
import { fixtureProject } from "../support/fixtureProject";
import { declaredOutputs, outputOf, samples } from "./samples";
import { valueOf, withMocks, type Registered } from "./support";

let registered: Registered[];

beforeEach(async () => {
    registered = await withMocks();
});

describe.each(samples)("$type", ({ type, make }) => {
    test("is made: its id, what the mock says and what it does not, all resolve", async () => {
        const thing = make("thing");
        expect(await valueOf(thing.id)).toBe("thing-id");
        expect(await valueOf(thing.urn)).toContain(`clouddb:${type}::thing`);
        for (const name of declaredOutputs(type)) await valueOf(outputOf(thing, name)!);
        expect(await valueOf(outputOf(thing, "projectId")!)).toBe("p1");
    });

    test("tells the mock its arguments, and the rest under two hidden names", async () => {
        await valueOf(make("thing").urn);
        const given = Object.entries(registered[0]!.inputs).filter(([, value]) => value !== undefined);
        const hidden = given.map(([key]) => key).filter((key) => key.startsWith("__"));
        expect(hidden.sort()).toEqual(["__clouddb", "__provider"]);
    });

    test("is made in a preview, where nothing is known yet", async () => {
        await withMocks({ preview: true });
        const thing = make("thing");
        expect(await valueOf(thing.urn)).toContain(`clouddb:${type}::thing`);
    });
});

test("outputs can be computed with", async () => {
    const db = new Service("db", { regionCode: "r", cpuMillis: "shared", memoryGbs: "shared" });
    expect(await valueOf(pulumi.interpolate`${db.endpoint.host}:${db.endpoint.port}`)).toBe("db.example:5432");
    expect(await valueOf(db.cpuMillis)).toBe("shared");
});

test("passwords are secrets from the first moment on", async () => {
    const db = new Service("db", { password: "open sesame", regionCode: "r" });
    await valueOf(db.urn);
    expect(await pulumi.isSecret(db.password)).toBe(true);
    expect(await pulumi.isSecret(db.regionCode)).toBe(false);
});

test("a plain ES module without a test runner can do it as well", () => {
    const program = `
        import * as pulumi from "@pulumi/pulumi";
        await pulumi.runtime.setMocks({
            newResource: ({ inputs, name }) => ({ id: name + "-id", state: { ...inputs, endpoint: { host: "h", port: 1 } } }),
            call: () => ({}),
        });
        const { Vpc, Service, ReadReplicaSet, Peering } = await import("pulumi-clouddb");
        const net = new Vpc("net", { cidr: "10.0.0.0/16", regionCode: "r" });
        const db = new Service("db", { vpcId: net.id });
        const set = new ReadReplicaSet("set", { serviceId: db.id, nodes: 1, cpuMillis: 1000, memoryGbs: 4 });
        const peering = new Peering("peer", { vpcId: net.id, peerAccountId: "a", peerRegionCode: "r", peerVpcId: "p" });
        pulumi.all([db.vpcId, db.endpoint.host, set.serviceId, peering.vpcId]).apply((all) => console.log(all.join()));
    `;
    const folder = fixtureProject({ "index.mjs": program });
    try {
        const told = execFileSync(process.execPath, ["index.mjs"], { cwd: folder, encoding: "utf8" });
        expect(told).toBe("net-id,h,db-id,net-id\n");
    } finally {
        rmSync(folder, { recursive: true, force: true });
    }
});
