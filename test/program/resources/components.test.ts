// The components with mocks: what they make, how they name it, and what they refuse.
import * as pulumi from "@pulumi/pulumi";
import * as clouddb from "../../../src";
import { cloudDbMocks } from "../../../src/program/mocks/cloudDbMocks";
import { registrationsOf } from "../../support/monitor";
import { valueOf } from "./support";

const login = { user: "app", database: "tsdb" };
const peer = { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-1" };
const own: clouddb.PrivateServiceArgs = { regionCode: "us-east-1", cidr: "10.0.0.0/16" };
const branch: clouddb.PreviewForkArgs = { branch: "main", serviceId: "s-1" };

describe("with mocks", () => {
    beforeEach(() => pulumi.runtime.setMocks(cloudDbMocks(), "project", "stack"));

    test("a private service in an existing VPC", async () => {
        const db = new clouddb.PrivateService("orders", {
            vpcId: pulumi.output("v-1"),
            login: { ...login, via: "direct" },
        });
        const byDefault = new clouddb.PrivateService("bills", { vpcId: "v-1", login: { ...login, via: undefined } });
        expect(await valueOf(byDefault.connectionString)).toContain("vpc");
        expect([db.vpc, db.peering]).toEqual([undefined, undefined]);
        expect(await valueOf(pulumi.all([db.vpcId, db.service.vpcId]))).toEqual(["v-1", "v-1"]);
        expect(await valueOf(db.connectionString)).toContain("@service-orders.mock.clouddb.example:5432/");
    });

    test("a private service in an existing VPC, with a null for the new one in JavaScript", async () => {
        const db = new clouddb.PrivateService("orders", { vpcId: "v-1", cidr: null } as never);
        expect([db.vpc, await valueOf(db.service.vpcId)]).toEqual([undefined, "v-1"]);
    });

    test("a preview fork", async () => {
        const fork = new clouddb.PreviewFork("orders", {
            ...branch,
            branch: pulumi.output("pr-42"),
            ttlHours: 5,
            login,
            service: { environment: undefined },
        });
        const { name, environment, forkFrom } = fork.service;
        expect(await valueOf(pulumi.all([name, environment, forkFrom, fork.expiresAt]))).toEqual([
            "preview-orders-pr-42-ttl5h",
            "DEV",
            { serviceId: "s-1", strategy: "LAST_SNAPSHOT" },
            "2030-01-01T05:00:00.000Z",
        ]);
        expect(await valueOf(fork.connectionString)).toContain("postgresql://app:");
    });

    test.each([
        [
            "whose time is over warns",
            "2020-02-03T04:05:06Z",
            ['warning: [runtime] PreviewFork "orders": its time was over at 2020-02-03T04:06:00.000Z'],
        ],
        ["in its time does not", "2999-02-03T04:05:06Z", []],
    ])("a preview fork %s", async (_what, expiresAt, warnings) => {
        const warn = jest.spyOn(console, "warn").mockImplementation(() => undefined);
        try {
            await valueOf(new clouddb.PreviewFork("orders", { branch: "main", serviceId: "s-1", expiresAt }).expiresAt);
            expect(warn.mock.calls.map(([text]) => String(text).split(", ")[0])).toEqual(warnings);
        } finally {
            warn.mockRestore();
        }
    });

    test("the forks whose time is over", async () => {
        const forkedFrom = { serviceId: "s-1" };
        const created = "2030-01-01T00:00:00Z";
        const fork = (id: string, name: string, more: object = {}) => ({ id, name, created, forkedFrom, ...more });
        const services = [
            fork("later", "preview-a-b-ttl48h"),
            fork("over", "preview-a-b-ttl24h"),
            fork("longer", "preview-a-b-until-20300101t1200z"),
            fork("deleting", "preview-a-c-ttl1h", { status: "DELETING" }),
            fork("elsewhere", "preview-a-d-ttl1h", { forkedFrom: { serviceId: "s-2" } }),
            fork("named", "preview-of-something"),
            { id: "nofork", name: "preview-a-e-ttl1h", created },
        ];
        await pulumi.runtime.setMocks(cloudDbMocks({ existing: { services } }));
        const at = "2030-01-02T00:00:00Z";
        const all = await clouddb.expiredPreviewForks({ at });
        expect(all.map(({ id, expiresAt }) => [id, expiresAt])).toEqual([
            ["elsewhere", "2030-01-01T01:00:00.000Z"],
            ["longer", "2030-01-01T12:00:00.000Z"],
            ["over", "2030-01-02T00:00:00.000Z"],
        ]);
        const [first] = await clouddb.expiredPreviewForks({ at, serviceId: "s-2" });
        expect(first).toMatchObject({ name: "preview-a-d-ttl1h", service: { status: "READY" } });
        expect(await clouddb.expiredPreviewForks({ at: created })).toEqual([]);
    });
});

test("type tokens, children under them, and the options of the component", async () => {
    const all = await registrationsOf(() => {
        const first = new clouddb.Vpc("first", { cidr: "10.9.0.0/16", regionCode: "r" });
        const opts = { protect: true, dependsOn: first, customTimeouts: { create: "1h" }, retainOnDelete: true };
        new clouddb.PrivateService("orders", { ...own, peering: peer, service: { password: "planted" } }, opts);
        new clouddb.PreviewFork("fork", { ...branch, service: { password: "planted" } });
    });
    const component = all.find(({ type }) => type === "clouddb:index:PrivateService")!;
    const first = all.find(({ name }) => name === "first")!;
    const children = all.filter(({ urn }) => urn.includes("clouddb:index:PrivateService$"));
    expect(children.map(({ name }) => name).sort()).toEqual(["orders", "orders-peering", "orders-vpc"]);
    for (const child of children) {
        expect(child.dependencies).toContain(first.urn);
        expect(child.timeouts).toMatchObject({ create: "1h" });
    }
    const fork = all.find(({ type }) => type === "clouddb:index:PreviewFork")!;
    for (const one of [component, fork]) expect(JSON.stringify(one.properties)).not.toContain("planted");
    expect(all.find(({ urn }) => urn.includes("clouddb:index:PreviewFork$"))).toMatchObject({ name: "fork" });
});

describe("bad input fails at its property", () => {
    beforeEach(() => pulumi.runtime.setMocks(cloudDbMocks()));

    test.each<[message: string, args: unknown]>([
        ["its arguments must be an object", undefined],
        ["cidr is required, or vpcId of an existing VPC", { regionCode: "r" }],
        [
            "vpcId cannot be given with cidr: the service is in a VPC of its own or in an existing one",
            { ...own, vpcId: "v" },
        ],
        ["regionCode is required with cidr: the region of the VPC", { cidr: "10.0.0.0/16" }],
        ["vpcName can only be given with cidr: an existing VPC has its name", { vpcId: "v", vpcName: "n" }],
        ["regioncode is not an argument of it: did you mean regionCode?", { ...own, regioncode: "r" }],
        ["peering.peerVpcId is required", { ...own, peering: { ...peer, peerVpcId: undefined } }],
        [
            "peering.peerVpc is not an argument of it: did you mean peering.peerVpcId?",
            { ...own, peering: { ...peer, peerVpc: "v" } },
        ],
        ["peering must be an object: { peerAccountId, peerRegionCode, peerVpcId }", { ...own, peering: "p" }],
        ["service must be an object", { ...own, service: 5 }],
        ["service.vpcId cannot be given: use the argument vpcId of the component", { ...own, service: { vpcId: "v" } }],
        ["login.database is required", { ...own, login: { user: "a" } }],
        ["login must be an object: { user, database }", { ...own, login: true }],
    ])("PrivateService: %s", (message, args) => {
        const make = () => new clouddb.PrivateService("orders", args as clouddb.PrivateServiceArgs);
        expect(make).toThrow(new Error(`PrivateService "orders": ${message}`));
    });

    const hours = "ttlHours must be a whole number of hours, 1 to 8760";
    const expiresAt = "2030-01-01T00:00:00Z";
    test.each<[message: string, args: unknown]>([
        ["branch is required", { serviceId: "s" }],
        ["serviceId is required", { branch: "b" }],
        ["branch must not be empty", { ...branch, branch: " " }],
        ["branch must be a string", { ...branch, branch: 42 }],
        [
            "expiresAt cannot be given with ttlHours: both say when its time is over",
            { ...branch, ttlHours: 1, expiresAt },
        ],
        [hours, { ...branch, ttlHours: 0 }],
        [hours, { ...branch, ttlHours: 0.5 }],
        [hours, { ...branch, ttlHours: 8761 }],
        [
            "expiresAt must be an RFC 3339 timestamp, such as 2030-01-31T12:00:00Z",
            { ...branch, expiresAt: "2030-01-01" },
        ],
        [
            "service.name cannot be given: the name tells the branch and the expiry",
            { ...branch, service: { name: "n" } },
        ],
        [
            "service.cpuMillis cannot be given: use the argument cpuMillis of the component",
            { ...branch, service: { cpuMillis: 1 } },
        ],
        [
            "service.regionCode cannot be given: a fork has it from its parent",
            { ...branch, service: { regionCode: "r" } },
        ],
        ["service must be an object", { ...branch, service: "s" }],
        ["ttlHour is not an argument of it: did you mean ttlHours?", { ...branch, ttlHour: 1 }],
    ])("PreviewFork: %s", (message, args) => {
        const make = () => new clouddb.PreviewFork("orders", args as clouddb.PreviewForkArgs);
        expect(make).toThrow(new Error(`PreviewFork "orders": ${message}`));
    });

    test("a connection string without a login, and a sweep of no moment", async () => {
        const needed = "login is needed for its connectionString: { user, database }";
        expect(() => new clouddb.PrivateService("a", own).connectionString).toThrow(`PrivateService "a": ${needed}`);
        expect(() => new clouddb.PreviewFork("b", branch).connectionString).toThrow(`PreviewFork "b": ${needed}`);
        await expect(clouddb.expiredPreviewForks({ at: "now" })).rejects.toThrow(
            "expiredPreviewForks: at must be an RFC 3339",
        );
        const wrong = { when: "now" } as clouddb.ExpiredPreviewForksArgs;
        await expect(clouddb.expiredPreviewForks(wrong)).rejects.toThrow(
            "expiredPreviewForks: when is not an argument of it",
        );
    });
});
