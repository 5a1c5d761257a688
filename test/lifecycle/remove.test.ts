// Deleting: waited for until the thing is gone, tried again while it is in use, done already is fine.
import type { Fault } from "../../src/emulator";
import { settleWindow } from "../../src/lifecycle";
import { type PropertyMap, failureOf, Stack } from "../support/inProcess";

let stack: Stack;
beforeEach(async () => {
    stack = await Stack.start();
});
afterEach(() => stack.stop());

const region = "us-east-1";
const net = { cidr: "10.0.0.0/16", regionCode: region };
const size = { nodes: 1, cpuMillis: 500, memoryGbs: 2 };
const service = (args: PropertyMap = {}) => stack.up("Service", "orders", args);

test.each([false, true])(
    "a service is gone when its deletion says so (shown as DELETED for a while: %s)",
    async (tombstones) => {
        stack.emulator.setQuirks({ tombstones });
        const made = await service();
        stack.emulator.clearRequests();
        await stack.destroy(made);
        expect(stack.emulator.world.services.get(made.id)?.status).toBe(tombstones ? "DELETED" : undefined);
        expect(stack.calls()).toEqual(["deleteService"]);
        expect(stack.lines.some((line) => /^DELETING$/.test(line))).toBe(true);
    },
);

test("gone already is fine, for every kind", async () => {
    const vpc = await stack.up("Vpc", "net", net);
    const peer = { vpcId: vpc.id, peerAccountId: "1", peerRegionCode: region, peerVpcId: "v" };
    const peering = await stack.up("Peering", "peer", peer);
    const db = await service();
    const set = await stack.up("ReadReplicaSet", "reports", { serviceId: db.id, ...size });
    stack.emulator.remove(db.id);
    stack.emulator.remove(vpc.id);
    stack.lines.length = 0;
    for (const one of [set, db, peering, vpc]) await stack.destroy(one);
    // They are new: the API may show them later on.
    expect(stack.lines).toContain("confirming that it is gone");
});

test("a VPC in use is tried again until it is free, and its row says who holds it", async () => {
    const vpc = await stack.up("Vpc", "net", net);
    const db = await service({ vpcId: vpc.id });
    const removal = stack.destroy(vpc);
    await stack.clock.sleep(30_000);
    expect(stack.emulator.world.vpcs.size).toBe(1);
    await Promise.all([stack.destroy(db), removal]);
    expect(stack.emulator.world.vpcs.size).toBe(0);
    expect(stack.lines.find((line) => line.includes("is held by service orders"))).toMatch(
        /^waiting: still in use: .*DELETE .*VPC_IN_USE/,
    );
});

test("a VPC that stays in use: the error says who holds it and what to do, after the settle window", async () => {
    const vpc = await stack.up("Vpc", "net", net);
    const other = stack.emulator.create.service({ name: "somebody-elses", vpc_id: vpc.id });
    const before = stack.clock.now();
    const { message } = await failureOf(stack.destroy(vpc));
    expect(message).toMatch(
        /^VPC \S+ could not be deleted: DELETE .*VPC_IN_USE.*; it is held by service somebody-elses \(\S+\)\. Delete or detach what holds it first; what other resources or stacks own is not deleted on the way\.$/,
    );
    expect(stack.clock.now() - before).toBeLessThanOrEqual(60_000);
    expect(stack.emulator.world.services.get(other.id)?.vpc_id).toBe(vpc.id);
});

describe("a service with replica sets that the stack does not own", () => {
    const withSets = async (args: PropertyMap = {}) => {
        const db = await service(args);
        stack.emulator.create.replicaSet({ service_id: db.id, name: "a" });
        stack.emulator.create.replicaSet({ service_id: db.id, name: "b" });
        stack.emulator.clearRequests();
        return db;
    };
    const sets = () => [...stack.emulator.world.services.values()].flatMap(({ replica_sets }) => replica_sets);

    test.each([true, false])(
        "is not deleted, whether the API would delete them with it or not (%s)",
        async (cascade) => {
            stack.emulator.setQuirks({ cascadeReplicaSets: cascade });
            const db = await withSets();
            const before = stack.clock.now();
            const { message } = await failureOf(stack.destroy(db));
            const ids = sets().map(({ name, id }) => `read replica set ${name} (${db.id}/${id})`);
            expect(message).toBe(
                `service ${db.id} is not deleted: it still has ${ids.join(", ")}, which would go with it, and which this resource does not own. ` +
                    "Delete them first, or set `forceDestroy: true` on the resource, run `pulumi up`, and then delete it.",
            );
            expect([stack.calls(), sets().length]).toEqual([[], 2]);
            expect(stack.clock.now() - before).toBeLessThanOrEqual(10_000);
        },
    );

    test.each([true, false])(
        "is deleted with them where `forceDestroy` says so (API cascades: %s)",
        async (cascade) => {
            stack.emulator.setQuirks({ cascadeReplicaSets: cascade });
            const db = await withSets();
            const forced = await stack.up("Service", "orders", { forceDestroy: true }, db);
            expect(stack.calls()).toEqual([]);
            await stack.destroy(forced);
            expect(stack.emulator.world.services.size).toBe(0);
            expect(stack.calls().filter((call) => call === "deleteReplicaSet")).toHaveLength(cascade ? 0 : 2);
        },
    );

    test("is deleted once another resource has deleted them", async () => {
        const db = await service();
        const set = await stack.up("ReadReplicaSet", "reports", { serviceId: db.id, ...size });
        await Promise.all([stack.destroy(db), stack.destroy(set)]);
        expect(stack.emulator.world.services.size).toBe(0);
    });

    test.each(["has dependent forks", "attached to a maintenance window", "deletion protection is enabled"])(
        "and keeps them, even with `forceDestroy`, when it is refused for another reason: %s",
        async (message) => {
            const db = await withSets({ forceDestroy: true });
            stack.emulator.faults.add({
                endpoint: "deleteService",
                do: { kind: "status", status: 409, body: { message } },
                count: null,
            });
            expect((await failureOf(stack.destroy(db))).message).toContain(message);
            expect(sets()).toHaveLength(2);
        },
    );
});

describe("what holds it is told if it can be read", () => {
    const held = async (answer: Fault["do"]) => {
        const db = await service();
        const inUse = { code: "HAS_FORKS", message: "The service has dependent forks." };
        stack.emulator.faults.add({
            endpoint: "deleteService",
            do: { kind: "status", status: 409, body: inUse },
            count: null,
        });
        // The first GET looks for its contents, before the deletion.
        for (const endpoint of ["listServices", "getService"] as const)
            stack.emulator.faults.add({
                endpoint,
                do: answer,
                after: endpoint === "getService" ? 1 : 0,
                count: null,
            });
        return failureOf(stack.destroy(db));
    };

    test.each([404, 409, 503])("and otherwise only why it is refused: %d", async (status) => {
        const { message } = await held({ kind: "status", status });
        expect(message).toMatch(/ could not be deleted within 20 m: .*The service has dependent forks\.[^;]*$/);
    });

    test("and a list that cannot be understood is an error", async () => {
        const { message } = await held({ kind: "garbage", body: "{}" });
        expect(message).toContain("violates the API contract");
    });
});

test("with `forceDestroy`, a fork that holds it is an error after the settle window", async () => {
    stack.emulator.setQuirks({ forksHold: "saying so" });
    const db = await service({ forceDestroy: true });
    await stack.clock.sleep(3_600_000);
    const { id: fork } = await stack.up("Service", "copy", { forkFrom: { serviceId: db.id, strategy: "NOW" } });
    const before = stack.clock.now();
    expect((await failureOf(stack.destroy(db))).message).toContain(`it is held by its fork copy (${fork})`);
    expect(stack.clock.now() - before).toBeLessThanOrEqual(settleWindow + 10_000);
});

test("a deletion that was accepted and has not begun after the settle window is asked for again", async () => {
    const db = await service();
    stack.emulator.clearRequests();
    stack.emulator.faults.add({ endpoint: "deleteService", do: { kind: "status", status: 202, body: {} } });
    const before = stack.clock.now();
    await stack.destroy(db);
    expect(stack.calls()).toEqual(["deleteService", "deleteService"]);
    expect(stack.clock.now() - before).toBeGreaterThanOrEqual(settleWindow);
});

test.each(["before", "after"] as const)("an answer that is lost %s the work: seen to be done", async (when) => {
    const db = await service();
    stack.emulator.faults.add({ endpoint: "deleteService", do: { kind: "drop", when } });
    await stack.destroy(db);
    expect(stack.emulator.world.services.size).toBe(0);
});

test("a deletion that is stuck: the time-out says so, and the next one goes on", async () => {
    const db = await service();
    stack.emulator.faults.add({ endpoint: "deleteService", do: { kind: "stuck" } });
    const { message } = await failureOf(stack.destroy(db));
    expect(message).toBe(
        `service ${db.id}: still there 20 m after its deletion began (status DELETING). ` +
            "The next `pulumi destroy`, or `pulumi up` without the resource in the program, goes on; before an `up` with it, run `pulumi refresh`. `customTimeouts: { delete: ... }` allows longer.",
    );
    stack.emulator.finish(db.id);
    await stack.destroy(db);
});

test.each([401, 403, 500])("an answer of %d is an error, and nothing is taken for gone", async (status) => {
    const db = await service();
    stack.emulator.faults.add({ endpoint: "deleteService", do: { kind: "status", status }, count: null });
    expect((await failureOf(stack.destroy(db))).message).toContain(String(status));
    expect(stack.emulator.world.services.size).toBe(1);
});

test("a deletion that another one has begun is waited for", async () => {
    const db = await service();
    const first = stack.destroy(db);
    await stack.clock.sleep(2_000);
    await stack.destroy(db);
    await first;
    expect(stack.emulator.world.services.size).toBe(0);
});

describe("an address where nothing is found", () => {
    const lost = (one: { count: null } = { count: null }) =>
        stack.emulator.faults.add({ do: { kind: "status", status: 404 }, ...one });

    test("is no reason to forget a service, a VPC, a peering or a replica set", async () => {
        const vpc = await stack.up("Vpc", "net", net);
        const peer = { vpcId: vpc.id, peerAccountId: "1", peerRegionCode: region, peerVpcId: "v" };
        const peering = await stack.up("Peering", "peer", peer);
        const db = await service();
        const set = await stack.up("ReadReplicaSet", "reports", { serviceId: db.id, ...size });
        lost();
        for (const one of [set, peering, db, vpc]) {
            expect((await failureOf(stack.destroy(one))).message).toContain("was refused: 404");
            expect((await failureOf(stack.refresh(one))).message).toContain("was refused: 404");
        }
    });

    test("nor is one where only the children are not found", async () => {
        const vpc = await stack.up("Vpc", "net", net);
        const peer = { vpcId: vpc.id, peerAccountId: "1", peerRegionCode: region, peerVpcId: "v" };
        const peering = await stack.up("Peering", "peer", peer);
        for (const endpoint of ["getPeering", "listPeerings"] as const)
            stack.emulator.faults.add({ endpoint, do: { kind: "status", status: 404 }, count: null });
        expect((await failureOf(stack.refresh(peering))).message).toContain("was refused: 404");
    });
});

describe("a deletion that is refused", () => {
    const refuse = (code: string, message: string, status = 409, count: number | null = null) =>
        stack.emulator.faults.add({
            endpoint: "deleteService",
            do: { kind: "status", status, body: { code, message } },
            count,
        });

    test("for another reason: given the settle window", async () => {
        const db = await service();
        refuse("NOT_NOW", "the moon is full");
        const before = stack.clock.now();
        expect((await failureOf(stack.destroy(db))).message).toContain("the moon is full");
        expect(stack.clock.now() - before).toBeLessThanOrEqual(60_000);
    });

    test("for another reason, while something goes on: waited out", async () => {
        const db = await service();
        const resized = stack.up("Service", "orders", { cpuMillis: 4000, memoryGbs: 16 }, db);
        await stack.clock.sleep(1_000);
        const fault = refuse("NOT_NOW", "the moon is full");
        const removal = stack.destroy(db);
        await resized;
        stack.emulator.faults.remove(fault);
        await removal;
        expect(stack.emulator.world.services.size).toBe(0);
    });

    test.each([400, 409, 422])("with %d, because something holds on to it: waited out", async (status) => {
        const vpc = await stack.up("Vpc", "net", net);
        const db = await service({ vpcId: vpc.id });
        stack.emulator.faults.add({
            endpoint: "deleteVpc",
            do: { kind: "status", status, body: { message: "The VPC is still in use." } },
            count: 4,
        });
        const removal = stack.destroy(vpc);
        await stack.clock.sleep(1_000);
        await Promise.all([stack.destroy(db), removal]);
        expect(stack.emulator.world.vpcs.size).toBe(0);
    });

    test.each([
        [400, "the moon is full"],
        [422, "the moon is full"],
        [409, "deletion protection is enabled in the console"],
    ])("with %d, for a reason that stays (%s): at once", async (status, reason) => {
        const db = await service();
        refuse("NO", reason, status);
        const before = stack.clock.now();
        expect((await failureOf(stack.destroy(db))).message).toContain(reason);
        expect(stack.clock.now()).toBe(before);
    });

    test("and so are its replica sets, for a while", async () => {
        const db = await service({ forceDestroy: true });
        stack.emulator.create.replicaSet({ service_id: db.id, name: "reports" });
        stack.emulator.faults.add({
            endpoint: "deleteReplicaSet",
            do: { kind: "status", status: 409, body: { code: "SERVICE_BUSY", message: "later" } },
            count: 3,
        });
        await stack.destroy(db);
        expect(stack.emulator.world.services.size).toBe(0);
        expect(stack.lines).toContainEqual(expect.stringContaining("what holds it cannot go yet: DELETE"));
    });
});

test("a replica set goes with a service that is shown as deleted, whatever is said of its list", async () => {
    const db = await service();
    const set = await stack.up("ReadReplicaSet", "reports", { serviceId: db.id, ...size });
    stack.emulator.drift(db.id, { status: "DELETED" });
    stack.emulator.faults.add({ endpoint: "listReplicaSets", do: { kind: "status", status: 404 }, count: null });
    stack.emulator.faults.add({ endpoint: "deleteReplicaSet", do: { kind: "status", status: 404 }, count: null });
    expect(await stack.refresh(set)).toBeUndefined();
    await stack.destroy(set);
});

test("a service that only a lagging list still shows can be deleted", async () => {
    const db = await service();
    await stack.clock.sleep(600_000);
    stack.emulator.setQuirks({ listLagMs: 120_000 });
    stack.emulator.remove(db.id);
    await stack.destroy(db);
});

test("a refusal about what is gone is none", async () => {
    const db = await service();
    stack.emulator.drift(db.id, { status: "DELETED" });
    stack.emulator.faults.add({
        endpoint: "deleteService",
        do: { kind: "status", status: 409, body: { message: "deletion protection" } },
        count: null,
    });
    await stack.destroy(db);
});
