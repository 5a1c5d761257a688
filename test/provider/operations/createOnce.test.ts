// A creation loses nothing and makes nothing twice, whatever becomes of its answer.
import type { Fault, ServiceRow } from "../../../src/emulator";
import { record } from "../api/support";
import { fault, stack } from "../../support/eachStack";
import { type PropertyMap, type Deployed, type Stack, upFailureOf, urnOf } from "../../support/inProcess";

const region = "us-east-1";
const size = { nodes: 1, cpuMillis: 500, memoryGbs: 2 };
const peer = { peerAccountId: "1", peerRegionCode: region, peerVpcId: "vpc-1" };
const services = () => [...stack.emulator.world.services.values()];
const posts = (endpoint: string) => stack.calls().filter((call) => call === endpoint).length;
/** The same stack, with generated names. */
const generated = () => stack.beside({ "clouddb:autoName": "unique" });

const lostAfter: readonly (readonly [string, Fault["do"]])[] = [
    ["the connection dropped after the work", { kind: "drop", when: "after" }],
    ["a 502 after the work", { kind: "status", status: 502, when: "after" }],
    ["a 504 after the work", { kind: "status", status: 504, when: "after" }],
    ["a 500 after the work", { kind: "status", status: 500, when: "after" }],
    ["a late 503 with Retry-After", { kind: "status", status: 503, headers: { "retry-after": "5" }, when: "after" }],
    ["a late 503 without", { kind: "status", status: 503, when: "after" }],
    ["a late 429 with Retry-After", { kind: "rateLimit", retryAfter: 5, when: "after" }],
    ["a late 429 without", { kind: "rateLimit", when: "after" }],
    ["half an answer", { kind: "truncate" }],
    ["an answer that is no JSON", { kind: "garbage" }],
    ["no answer at all", { kind: "hang", when: "after" }],
];

test("many creations that a rate limit has refused share the lists that make sure", async () => {
    fault("createService", { kind: "rateLimit", retryAfter: 5 }, { count: 10 });
    const names = Array.from({ length: 10 }, (_, index) => `orders-${index}`);
    await Promise.all(names.map((name) => stack.up("Service", name, {})));
    expect(services()).toHaveLength(10);
    const lists = stack.emulator.requests().filter(({ endpoint }) => endpoint === "listServices");
    // A minute has 13 looks. Each may be late for the list under way, and the waits for the creations list as well.
    expect(lists.length).toBeLessThan(60);
});

describe("an answer that is lost", () => {
    test.each(lostAfter)("%s: found again, made once", async (_what, action) => {
        fault("createService", action);
        const args = { regionCode: region, addons: ["ai"] };
        const service = await generated().up("Service", "orders", args);
        expect(services().map(({ id }) => id)).toEqual([service.id]);
        // The initial password went with the answer: a new one is set, and kept.
        expect(stack.calls()).toEqual(["createService", "updateServicePassword"]);
        expect(service.outs["password"]).toBe(services()[0]!.password);
        expect(service.outs["initialPassword"]).toBeUndefined();
        expect(await stack.diff(service, args)).toMatchObject({ changes: false });
    });

    test("with a 500, and a list that shows the service only seconds later: found again, made once", async () => {
        fault("createService", { kind: "status", status: 500, when: "after" });
        fault("listServices", { kind: "status", status: 200, body: [] }, { after: 1, count: 2 });
        const service = await stack.up("Service", "orders", {});
        expect(services().map(({ id }) => id)).toEqual([service.id]);
        expect(posts("createService")).toBe(1);
    });

    test("and whose service shows its replica only minutes later: waited for, made once", async () => {
        fault("createService", { kind: "drop", when: "after" });
        const began = stack.clock.now();
        const end = stack.emulator.intercept({
            before({ endpoint }) {
                const [service] = services();
                if (endpoint !== "listServices" || service === undefined) return;
                const isComplete = stack.clock.now() - began > 120_000;
                if (isComplete) end();
                stack.emulator.drift(
                    service.id,
                    isComplete ? { status: "READY", replica_count: 1 } : { status: "CONFIGURING", replica_count: 0 },
                );
            },
        });
        const service = await generated().up("Service", "orders", { replicaCount: 1 });
        expect(stack.clock.now() - began).toBeGreaterThan(120_000);
        expect(services().map(({ id }) => id)).toEqual([service.id]);
        expect(posts("createService")).toBe(1);
    });

    test.each([
        ["a reset", { kind: "drop" }],
        ["a 502", { kind: "status", status: 502 }],
        ["a 503", { kind: "status", status: 503 }],
    ] as const)(
        "%s before the work: looked for, not found within the settle window, made again",
        async (_what, action) => {
            fault("createService", action);
            const began = stack.clock.now();
            const service = await stack.up("Service", "orders", {});
            expect(posts("createService")).toBe(2);
            expect(services().map(({ id }) => id)).toEqual([service.id]);
            expect(stack.clock.now() - began).toBeGreaterThanOrEqual(60_000);
            expect(service.outs["initialPassword"]).toBe(services()[0]!.password);
        },
    );

    test.each<[string, Fault["do"]]>([
        ["lost", { kind: "drop", when: "after" }],
        ["refused", { kind: "status", status: 403, when: "after" }],
    ])("%s, and several may be it: an error that lists them, none is taken", async (_what, action) => {
        fault("createService", { kind: "latency", ms: 5_000 });
        fault("createService", action);
        const up = upFailureOf(stack.up("Service", "orders", {}));
        await stack.clock.sleep(2_000);
        stack.emulator.create.service({ name: "orders", age_ms: 0 });
        const { message, left } = await up;
        expect([left, services().length]).toEqual([undefined, 2]);
        expect(message).toContain(" may have been carried out: POST ");
        expect(message).toContain("Several may be it: ");
        expect(message).toContain("Delete those you do not need, and `adopt` one.");
        for (const { id } of services()) expect(message).toMatch(new RegExp(`${id}, created \\d+ s ago`));
    });

    test("and a list that shows the new one twice: it is one", async () => {
        const shown = () =>
            services().map(({ id, name, created_at }) => ({
                ...record,
                ...{ service_id: id, name, created: new Date(created_at).toISOString() },
            }));
        fault("createService", { kind: "drop", when: "after" });
        const body = { toJSON: () => [...shown(), ...shown()] };
        fault("listServices", { kind: "status", status: 200, body }, { after: 1, count: null });
        const { id } = await stack.up("Service", "orders", {});
        expect(services().map((row) => row.id)).toEqual([id]);
    });

    test("twice, and a list lags longer than each is looked for: the second one is waited for as long as the first was late", async () => {
        // The emulator's times are scaled by 0.05: 90 seconds.
        stack.emulator.setQuirks({ hiddenMs: 30 * 60_000 });
        fault("createService", { kind: "drop", when: "after" }, { count: 2 });
        const { message } = await upFailureOf(stack.up("Service", "orders", {}));
        expect(posts("createService")).toBe(2);
        expect(message).toContain("was created more than once");
        for (const { id } of services()) expect(message).toContain(id);
    });

    test("a list that omits an older record before the call: that record is not taken for the new one", async () => {
        const older = stack.emulator.create.service({ name: "orders" });
        await stack.clock.sleep(10 * 60_000);
        // The emulator's times are scaled by 0.05: 15 minutes.
        stack.emulator.setQuirks({ hiddenMs: 5 * 3_600_000 });
        fault("listServices", { kind: "status", status: 200, body: [] });
        fault("createService", { kind: "drop", when: "after" });
        const { message, left } = await upFailureOf(stack.up("Service", "orders", {}));
        expect([left, posts("createService")]).toEqual([undefined, 1]);
        expect(message).toMatch(
            / may have been carried out: POST .*, created 24 h 1\d m [\d s]*ago may be it, but what the API shows does not prove it\./,
        );
        expect(message).toContain(older.id);
    });

    test.each(lostAfter)("of a fork, a VPC, a peering and a replica set, too: %s", async (_what, action) => {
        const parent = stack.emulator.create.service();
        const calls = ["forkService", "createVpc", "createPeering", "createReplicaSet"] as const;
        for (const endpoint of calls) fault(endpoint, action);
        const fork = await stack.up("Service", "copy", { forkFrom: { serviceId: parent.id, strategy: "NOW" } });
        const vpc = await stack.up("Vpc", "net", { cidr: "10.0.0.0/16", regionCode: region });
        const peering = await stack.up("Peering", "peer", { vpcId: vpc.id, ...peer });
        const set = await stack.up("ReadReplicaSet", "reports", { serviceId: parent.id, ...size });
        const { world } = stack.emulator;
        expect([...world.services.keys()]).toEqual([parent.id, fork.id]);
        expect([...world.vpcs.keys()]).toEqual([vpc.id]);
        expect(peering.id).toBe(`${vpc.id}/${world.vpcs.get(vpc.id)!.peerings[0]!.id}`);
        expect(world.services.get(parent.id)!.replica_sets.map(({ id }) => `${parent.id}/${id}`)).toEqual([set.id]);
        expect(stack.calls().filter((call) => call !== "updateServicePassword")).toEqual(calls);
    });
});

describe("a name that is taken", () => {
    test("by one that is on its way out is free", async () => {
        stack.emulator.create.service({ name: "orders", status: "DELETING" });
        stack.emulator.create.service({ name: "orders", status: "DELETED" });
        await stack.up("Service", "orders", {});
        expect(services().length).toBe(3);
    });

    test("and the API insists: its refusal is shown at once", async () => {
        stack.emulator.setQuirks({ uniqueServiceNames: true });
        stack.emulator.create.service({ name: "orders" });
        const { message } = await upFailureOf(stack.up("Service", "orders", { onNameConflict: "ignore" }));
        expect(message).toMatch(/was refused: 409 NAME_TAKEN .* was there before: .* `adopt: "/);
        expect(posts("createService")).toBe(1);
    });

    test("by a VPC of another network, by a replica set of another service: is not taken", async () => {
        stack.emulator.create.vpc({ name: "net", cidr: "10.7.0.0/16" });
        const [a, b] = [stack.emulator.create.service(), stack.emulator.create.service()];
        stack.emulator.create.replicaSet({ service_id: a.id, name: "reports" });
        await stack.up("Vpc", "net", { cidr: "10.8.0.0/16", regionCode: region });
        await stack.up("ReadReplicaSet", "reports", { serviceId: b.id, ...size });
        const { message } = await upFailureOf(stack.up("ReadReplicaSet", "reports", { serviceId: a.id, ...size }));
        expect(message).toMatch(/^There already is a read replica set "reports" of service /);
    });

    test("by a replica set: adopted by the id that the error tells", async () => {
        const service = stack.emulator.create.service();
        const { id } = stack.emulator.create.replicaSet({ service_id: service.id, name: "reports" });
        const args = { serviceId: service.id, ...size };
        const { message } = await upFailureOf(stack.up("ReadReplicaSet", "reports", args));
        expect(message).toContain(`: ${service.id}/${id}. It may be`);
        expect(message).toMatch(/`onNameConflict: "ignore"` or another `name`\. If you force its replacement/);
        const [, adopt] = /`adopt: "(.*?)"`/.exec(message)!;
        const nodes = service.replica_sets[0]!.nodes;
        expect((await stack.up("ReadReplicaSet", "reports", { ...args, nodes, adopt })).id).toBe(`${service.id}/${id}`);
    });

    test("by a peering: adopted by the id that the error tells, which speaks of no name", async () => {
        const vpc = stack.emulator.create.vpc();
        const there = stack.emulator.create.peering({ vpc_id: vpc.id });
        const args = {
            vpcId: vpc.id,
            peerAccountId: there.peer_account_id,
            peerRegionCode: there.peer_region_code,
            peerVpcId: there.peer_vpc_id,
        };
        const { message } = await upFailureOf(stack.up("Peering", "peer", args));
        expect(message).toMatch(/all the same: `onNameConflict: "ignore"`\. If you force its replacement/);
        const [, adopt] = /`adopt: "(.*?)"`/.exec(message)!;
        expect((await stack.up("Peering", "peer", { ...args, adopt })).id).toBe(`${vpc.id}/${there.id}`);
        const twice = ["a", "b"].map((name) => stack.up("Peering", name, { ...args, peerVpcId: "vpc-other" }));
        const [failed] = (await Promise.allSettled(twice)).filter((one) => one.status === "rejected");
        expect(String(failed!.reason)).toMatch(/Error: Two resources of this program .* Leave one of them out\.$/);
    });

    test("by another resource of the program, at the same time: one of them is told", async () => {
        const ups = ["a", "b"].map((name) => stack.up("Service", name, { name: "orders" }));
        await expect(Promise.all(ups)).rejects.toThrow(
            `Two resources of this program want to create service "orders" in project ${stack.emulator.projectId}: ${urnOf("Service", "a")} and ${urnOf("Service", "b")}. Give one of them another \`name\`.`,
        );
        await Promise.allSettled(ups);
        expect(services()).toHaveLength(1);
    });
});

describe("a creation that is refused", () => {
    // Which words say so is in refusal.test.ts.
    test("for want of a backup is waited out, and says so; that of a fork as well", async () => {
        const [a, b] = await Promise.all([stack.up("Service", "a", {}), stack.up("Service", "b", {})]);
        const [set] = await Promise.all([
            stack.up("ReadReplicaSet", "reports", { serviceId: a.id, ...size }),
            stack.up("Service", "copy", { forkFrom: { serviceId: b.id, strategy: "LAST_SNAPSHOT" } }),
        ]);
        expect(set.outs["status"]).toBe("active");
        for (const endpoint of ["createReplicaSet", "forkService"]) expect(posts(endpoint)).toBeGreaterThan(1);
        expect(stack.lines.find((line) => line.includes("NO_BACKUP"))).toMatch(
            /^waiting for a backup: POST .* was refused: 409 NO_BACKUP /,
        );
        expect(stack.lines.find((line) => line.startsWith("making sure"))).toMatch(
            /^making sure that the attempts before did not create another, at most (1 m|\d+ s)$/,
        );
    });

    test("for want of a backup, until the time is up, ends with the API's words", async () => {
        const parent = stack.emulator.create.service();
        stack.emulator.drift(parent.id, { backup_at: null });
        const args = { serviceId: parent.id, ...size };
        const up = stack.up("ReadReplicaSet", "reports", args, undefined, { create: "2m" });
        expect((await upFailureOf(up)).message).toMatch(/NO_BACKUP/);
        // Rarely enough: every try costs the API more than a look.
        expect(posts("createReplicaSet")).toBeLessThan(40);
    });

    test("for want of a backup, while the list fails, says that it may have been carried out", async () => {
        const parent = stack.emulator.create.service();
        fault("createReplicaSet", { kind: "status", status: 409, body: { code: "NO_BACKUP" } });
        const up = stack.up("ReadReplicaSet", "reports", { serviceId: parent.id, ...size });
        fault("listReplicaSets", { kind: "status", status: 500 }, { after: 1, count: 1000 });
        const { message } = await upFailureOf(up);
        expect(message).toMatch(
            /^The creation of .* may have been carried out: .* Whether it exists cannot be seen: GET /,
        );
    });

    test("a fork of a service that is busy waits for it", async () => {
        const parent = stack.emulator.create.service();
        stack.emulator.maintain(parent.id);
        const forkFrom = { serviceId: parent.id, strategy: "NOW" };
        const fork = await stack.up("Service", "copy", { forkFrom });
        expect(fork.outs["forkedFrom"]).toMatchObject({ serviceId: parent.id });
    });
});

describe("a creation that fails says whether it exists; the next `up` looks for it", () => {
    const is = (status: number, body?: unknown): Fault["do"] => ({ kind: "status", status, body });
    const after = (status: number, body?: unknown): Fault["do"] => ({ kind: "status", status, body, when: "after" });
    const unreadable = JSON.stringify([{ service_id: "unreadable", name: "Orders" }]);
    interface More {
        /** What the lists after the call answer, and the GETs. */
        readonly list?: Fault["do"];
        readonly get?: Fault["do"];
        /** How often the call is sent. Default: once. */
        readonly sent?: number;
        readonly args?: PropertyMap;
    }
    // `ID` is the id of what was created.
    test.each<[what: string, answer: Fault["do"], said: RegExp, more?: More]>([
        [
            "lost again and again",
            { kind: "drop" },
            /POST .*services.*; it may have been applied anyway.* The next `pulumi up` looks for it before it creates another\.$/,
            { sent: 3 },
        ],
        [
            "a 500 after the work, and a list that is late",
            after(500, { message: "broken" }),
            /^POST \S+ was refused: 500 broken.*\. The service "orders" in project \S+ is not listed so far, but may exist all the same\. The next `pulumi up` looks for it before it creates another\.$/,
            { list: is(200, []) },
        ],
        [
            "a 500 where the name may be taken: the next up would create another",
            is(500),
            /Look for it before the next `pulumi up`, which creates another\.$/,
            { args: { onNameConflict: "ignore" } },
        ],
        [
            "lost, and a record of its name that cannot be read may be it",
            { kind: "drop", when: "after" },
            / may have been carried out: POST .*\. unreadable may be it/,
            { list: { kind: "garbage", body: unreadable } },
        ],
        ["a rate limit beyond the time limit", { kind: "rateLimit", retryAfter: 86_400 }, /may exist all the same/],
        ["accepted without a record", is(202), /accepted the creation/],
        ...[400, 401, 403, 422].map((status): [string, Fault["do"], RegExp] => [
            `${status} and not listed`,
            is(status, { code: "NO", message: "Not like this." }),
            // The hint about the key of 401 and 403 follows.
            new RegExp(`was refused: ${status} NO Not like this \\(.*\\)\\. No service "orders" .*is listed\\.( |$)`),
        ]),
        [
            "400 after the work: only its name tells that it may be the one",
            after(400),
            /ID, created \d+ s ago has appeared meanwhile, and is what was asked for, but only its name tells that it may be yours\. If it is, take it over: `adopt: "ID"`\. If not, choose another `name`\.$/,
        ],
        [
            "403 after the work, by a key that may list it and not read it",
            after(403),
            /ID, created \d+ s ago may be it/,
            { get: is(403) },
        ],
        [
            "403 after the work, and a list that fails with 403",
            after(403),
            /^POST \S+ was refused: 403 .* A personal access token reaches one project\.$/,
            { list: is(403) },
        ],
        [
            "403 after the work, and a list that fails with 500",
            after(403),
            /Whether it exists cannot be seen/,
            { list: is(500) },
        ],
    ])("%s", async (_what, answer, said, { list, get, sent = 1, args = {} } = {}) => {
        fault("createService", answer, { count: sent });
        if (list) fault("listServices", list, { after: 1, count: null });
        if (get) fault("getService", get, { count: null });
        const began = stack.clock.now();
        const { message, left } = await upFailureOf(stack.up("Service", "orders", args));
        expect(stack.clock.now() - began).toBeLessThan(10 * 60_000);
        expect([left, posts("createService")]).toEqual([undefined, sent]);
        const [made] = services();
        expect(message.replaceAll(made?.id ?? "none", "ID")).toMatch(said);
        if (made === undefined) return;
        stack.emulator.faults.clear();
        const again = await upFailureOf(stack.beside().up("Service", "orders", args));
        expect(again.message).toContain(`: ${made.id}, created `);
        expect(services()).toEqual([made]);
    });
});

test.each(["Peering", "ReadReplicaSet"] as const)(
    "of two %ss in one parent, one is created after the other",
    async (type) => {
        const [vpc, service] = [stack.emulator.create.vpc(), stack.emulator.create.service()];
        const argsOf = {
            Peering: (peerVpcId: string) => ({ vpcId: vpc.id, ...peer, peerVpcId }),
            ReadReplicaSet: (name: string) => ({ serviceId: service.id, name, ...size }),
        };
        const endpoint = type === "Peering" ? "createPeering" : "createReplicaSet";
        fault(endpoint, { kind: "latency", ms: 5_000 }, { count: null });
        await Promise.all(["a", "b"].map((name) => stack.up(type, name, argsOf[type](name))));
        const [first, second] = stack.emulator.requests().filter((request) => request.endpoint === endpoint);
        expect(second!.at - first!.at).toBeGreaterThanOrEqual(5_000);
    },
);

test("two resources that both ignore conflicts, and both lost their answers, never have the same one", async () => {
    fault("createService", { kind: "drop", when: "before" });
    fault("createService", { kind: "drop", when: "after" }, { after: 1 });
    // Both have seen it in the list by the time that one of them may take it.
    fault("getService", { kind: "latency", ms: 10_000 }, { count: null });
    const args = { name: "orders", onNameConflict: "ignore" };
    const made = await Promise.all(["a", "b"].map((name) => stack.up("Service", name, args)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(2);
    expect(services()).toHaveLength(2);
});

// An error at any request after the answer: steps.test.ts.
describe("adopt", () => {
    const there = (more: Parameters<Stack["emulator"]["create"]["service"]>[0] = {}) =>
        stack.emulator.create.service({ name: "legacy", service_type: "TIMESERIES_DB", ...more });

    test("takes over what is there, brings it to what is wanted, and leaves what is not managed", async () => {
        const { id } = there({ replica_count: 2, environment: "PROD" });
        const kept = { name: "legacy", regionCode: region, addons: ["time-series"], connectionPooler: true };
        const args = { ...kept, adopt: id };
        const service = await stack.up("Service", "orders", args);
        expect([service.id, stack.calls()]).toEqual([id, ["enableServicePooler"]]);
        expect(service.outs).toMatchObject({ replicaCount: 2, deletionProtection: true, name: "legacy" });
        expect(await stack.diff(service, args)).toMatchObject({ changes: false });
        // It applies to the creation only: removing it changes nothing.
        expect(await stack.diff(service, kept)).toMatchObject({ changes: false });
        const refreshed = await stack.refresh(service);
        expect(refreshed!.outs).toEqual(service.outs);
        expect(await stack.diff(refreshed!, args)).toMatchObject({ changes: false });
    });

    test("refuses what only a replacement could change, naming every difference, and touches nothing", async () => {
        const { id } = there();
        const args = { adopt: id, name: "orders", regionCode: "eu-west-1", addons: ["ai"], replicaCount: 3 };
        const { message, left } = await upFailureOf(stack.up("Service", "orders", args));
        expect(message).toBe(
            `service ${id} cannot be adopted: name is "legacy", not "orders"; regionCode is "us-east-1", not "eu-west-1"; addons is not ["ai"]. ` +
                "Only a new service could have that; correct the arguments or leave out `adopt`.",
        );
        expect([left, stack.calls()]).toEqual([undefined, []]);
        const [parent, other] = [stack.emulator.create.service(), stack.emulator.create.service()];
        const forkFrom = { serviceId: parent.id, strategy: "NOW" };
        const forked = await stack.up("Service", "fork", { name: "fork", forkFrom });
        const adopted = { adopt: forked.id, forkFrom: { ...forkFrom, serviceId: other.id } };
        expect((await upFailureOf(stack.beside().up("Service", "again", adopted))).message).toContain(
            `forkFrom is not {"serviceId":"${other.id}","strategy":"NOW"}`,
        );
    });

    test("waits for what goes on, and resizes, pauses and all else that can be done in place", async () => {
        const { id } = there();
        stack.emulator.maintain(id);
        const args = { adopt: id, cpuMillis: 4000, memoryGbs: 16, paused: true, password: "of-my-own" };
        const service = await stack.up("Service", "orders", args);
        expect(stack.calls()).toEqual(["updateServicePassword", "resizeService", "stopService"]);
        expect(service.outs).toMatchObject({ cpuMillis: 4000, paused: true });
    });
});

describe("a fork", () => {
    const forkOf = (parent: Pick<ServiceRow, "id">, more: PropertyMap = {}): PropertyMap => ({
        forkFrom: { serviceId: parent.id, strategy: "LAST_SNAPSHOT", ...more },
    });
    let parent: ServiceRow;
    beforeEach(() => {
        parent = stack.emulator.create.service({
            name: "parent",
            service_type: "VECTOR",
            cpu_millis: 2000,
            memory_gbs: 8,
            replica_count: 2,
            environment: "PROD",
        });
    });

    test.each(["LAST_SNAPSHOT", "NOW"])(
        "by %s has the parent's size and type, and is asked for HA after it",
        async (strategy) => {
            const args = { ...forkOf(parent, { strategy }), replicaCount: 1 };
            const fork: Deployed = await stack.up("Service", "copy", args);
            expect(stack.calls()).toEqual(["forkService", "setServiceHa"]);
            expect(fork.outs).toMatchObject({
                cpuMillis: 2000,
                memoryGbs: 8,
                serviceType: "VECTOR",
                environment: "DEV",
                replicaCount: 1,
                forkedFrom: { serviceId: parent.id },
            });
            expect(await stack.diff(fork, args)).toMatchObject({ changes: false });
            // Where it came from is history.
            expect(await stack.diff(fork, { replicaCount: 1 })).toMatchObject({ changes: false });
        },
    );

    test("of a moment sends the moment, and has a size and an environment of its own", async () => {
        const targetTime = new Date(stack.clock.now() - 3_600_000).toISOString();
        const own = { cpuMillis: 500, memoryGbs: 2, environment: "PROD", deletionProtection: false };
        const fork = await stack.up("Service", "copy", { ...forkOf(parent, { strategy: "PITR", targetTime }), ...own });
        const [call, ...others] = stack.mutations();
        expect(call!.body).toMatchObject({ fork_strategy: "PITR", target_time: targetTime, name: "copy" });
        expect([others, fork.outs]).toEqual([[], expect.objectContaining(own)]);
    });

    test("survives its parent: a refresh shows no change", async () => {
        const args = forkOf(parent);
        const fork = await stack.up("Service", "copy", args);
        stack.emulator.remove(parent.id);
        const refreshed = await stack.refresh(fork);
        expect(refreshed!.outs).toEqual(fork.outs);
        expect(await stack.diff(refreshed!, args)).toMatchObject({ changes: false });
    });
});
