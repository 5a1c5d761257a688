// Deleting: waited for until the thing is gone, tried again while it is in use, done already is fine.
import type { Fault } from "../../../src/emulator";
import { settleWindow } from "../../../src/provider/lifecycle";
import { stack } from "../../support/eachStack";
import { type Deployed, type PropertyMap, failureOf } from "../../support/inProcess";

const region = "us-east-1";
const net = { cidr: "10.0.0.0/16", regionCode: region };
const size = { nodes: 1, cpuMillis: 500, memoryGbs: 2 };
const service = (args: PropertyMap = {}) => stack.up("Service", "orders", args);
const fault = (endpoint: Fault["endpoint"], action: Fault["do"], more: Partial<Fault> = { count: null }) =>
    stack.emulator.faults.add({ endpoint, do: action, ...more });
const refused = (status: number, body?: object): Fault["do"] => ({ kind: "status", status, body });
const isGone = () => expect(stack.emulator.world.services.size).toBe(0);
/** How long it takes until the deletion has failed, and with what message. */
async function failing(one: Deployed): Promise<{ message: string; took: number }> {
    const before = stack.clock.now();
    const { message } = await failureOf(stack.destroy(one));
    return { message, took: stack.clock.now() - before };
}
/** One of each type that has something in it or is in something. */
async function all(): Promise<Deployed[]> {
    const vpc = await stack.up("Vpc", "net", net);
    const peer = { vpcId: vpc.id, peerAccountId: "1", peerRegionCode: region, peerVpcId: "v" };
    const peering = await stack.up("Peering", "peer", peer);
    const db = await service();
    return [await stack.up("ReadReplicaSet", "reports", { serviceId: db.id, ...size }), peering, db, vpc];
}

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

test("a service and a peering that an API still lists as deleted hold no VPC", async () => {
    const vpc = await stack.up("Vpc", "net", net);
    stack.emulator.create.service({ vpc_id: vpc.id, status: "DELETED" });
    fault("listPeerings", { kind: "garbage", body: JSON.stringify([{ id: "p1", status: "deleted" }]) });
    const began = stack.clock.now();
    await stack.destroy(vpc);
    expect(stack.clock.now() - began).toBeLessThan(settleWindow);
    expect(stack.emulator.world.vpcs.size).toBe(0);
});

test("gone already is fine, for every kind", async () => {
    const resources = await all();
    for (const { type, id } of resources) if (type === "Service" || type === "Vpc") stack.emulator.remove(id);
    stack.lines.length = 0;
    for (const one of resources) await stack.destroy(one);
    // They are new: the API may show them later on.
    expect(stack.lines).toContain("not shown by the API: confirming for 1 m that it is gone");
});

test("a peering has no status of its deletion: the row says what is waited for, and how long at most", async () => {
    const peering = (await all()).find(({ type }) => type === "Peering");
    fault("deletePeering", refused(204, {}), {});
    stack.lines.length = 0;
    await stack.destroy(peering!);
    expect(stack.calls().filter((call) => call === "deletePeering")).toHaveLength(2);
    expect(stack.lines.slice(0, 2)).toEqual([
        "waiting until it is gone: pending-acceptance",
        "waiting until it is gone: pending-acceptance, at most 10 m",
    ]);
});

test("a VPC in use is not asked to be deleted until it is free, and its row says who holds it", async () => {
    const vpc = await stack.up("Vpc", "net", net);
    const db = await service({ vpcId: vpc.id });
    const removal = stack.destroy(vpc);
    await stack.clock.sleep(30_000);
    expect(stack.emulator.world.vpcs.size).toBe(1);
    await Promise.all([stack.destroy(db), removal]);
    expect(stack.emulator.world.vpcs.size).toBe(0);
    expect(stack.calls().filter((call) => call.startsWith("delete"))).toEqual(["deleteService", "deleteVpc"]);
    expect(stack.lines).toContainEqual(
        expect.stringMatching(/^waiting until service orders \(\S+\) no longer uses it/),
    );
});

test("a VPC that stays in use: the error says who holds it and what to do, after the settle window", async () => {
    const vpc = await stack.up("Vpc", "net", net);
    const other = stack.emulator.create.service({ name: "somebody-elses", vpc_id: vpc.id });
    const { message, took } = await failing(vpc);
    expect(message).toMatch(
        /^VPC \S+ could not be deleted: it is held by service somebody-elses \(\S+\)\. Delete or detach what holds it first; what other resources or stacks own is not deleted on the way\.$/,
    );
    expect(took).toBeLessThanOrEqual(60_000);
    // Whatever the API would have done: no DELETE was sent.
    expect(stack.calls()).not.toContain("deleteVpc");
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
            const { message, took } = await failing(db);
            const ids = sets().map(({ name, id }) => `read replica set ${name} (${db.id}/${id})`);
            expect(message).toBe(
                `service ${db.id} is not deleted: it still has ${ids.join(", ")}, which would go with it, and which this resource does not own. ` +
                    "Delete them first, or set `forceDestroy: true` on the resource, run `pulumi up` without any other change, and then delete or replace it.",
            );
            expect([stack.calls(), sets().length]).toEqual([[], 2]);
            expect(took).toBeLessThanOrEqual(10_000);
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
            isGone();
            expect(stack.calls().filter((call) => call === "deleteReplicaSet")).toHaveLength(cascade ? 0 : 2);
        },
    );

    test("is deleted once another resource has deleted them", async () => {
        const db = await service();
        const set = await stack.up("ReadReplicaSet", "reports", { serviceId: db.id, ...size });
        await Promise.all([stack.destroy(db), stack.destroy(set)]);
        isGone();
    });

    test.each([
        ["it has read replica sets", 0],
        ["attached to a maintenance window", 0],
        ["", 0],
        ["deletion protection is enabled", 2],
    ])(
        "and `forceDestroy`: whatever a refusal says (%s), what it holds is read; a protection ends it",
        async (message, left) => {
            const db = await withSets({ forceDestroy: true });
            fault("deleteService", refused(409, { message }));
            expect((await failureOf(stack.destroy(db))).message).toContain(message);
            expect(sets()).toHaveLength(left);
        },
    );
});

describe("what holds it is told if it can be read", () => {
    const held = async (answer: Fault["do"]) => {
        const db = await service();
        fault("deleteService", refused(409, { code: "HAS_FORKS", message: "The service has dependent forks." }));
        fault("listServices", answer);
        // The first GET looks for its contents, before the deletion.
        fault("getService", answer, { after: 1, count: null });
        return failureOf(stack.destroy(db));
    };

    test.each([
        [404, /: still there 20 m after its deletion was requested: GET .* 404/],
        [409, /^GET .* was refused: 409/],
        [503, /: still there 20 m after its deletion was requested: GET .* 503/],
    ])("and otherwise nothing more is sent: %d", async (status, expected) => {
        const { message } = await held(refused(status));
        expect(message).toMatch(expected);
        expect(stack.calls().filter((call) => call === "deleteService")).toHaveLength(1);
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
    const { message, took } = await failing(db);
    expect(message).toContain(`it is held by its fork copy (${fork})`);
    expect(took).toBeLessThanOrEqual(settleWindow + 10_000);
});

test("a deletion that was accepted and has not begun after the settle window is asked for again", async () => {
    const db = await service();
    stack.emulator.clearRequests();
    fault("deleteService", refused(202, {}), {});
    const before = stack.clock.now();
    await stack.destroy(db);
    expect(stack.calls()).toEqual(["deleteService", "deleteService"]);
    expect(stack.clock.now() - before).toBeGreaterThanOrEqual(settleWindow);
});

test.each(["before", "after"] as const)("an answer that is lost %s the work: seen to be done", async (when) => {
    const db = await service();
    fault("deleteService", { kind: "drop", when }, {});
    await stack.destroy(db);
    isGone();
});

test("a deletion that is stuck: the time-out says so, and the next one goes on", async () => {
    const db = await service();
    fault("deleteService", { kind: "stuck" }, {});
    const { message } = await failureOf(stack.destroy(db));
    expect(message).toBe(
        `service ${db.id}: still there 20 m after its deletion was requested (status DELETING). ` +
            "The next `pulumi destroy`, or `pulumi up` without the resource in the program, goes on; before an `up` with it, run `pulumi refresh`. `customTimeouts: { delete: ... }` allows longer.",
    );
    stack.emulator.finish(db.id);
    await stack.destroy(db);
});

// Where nothing at all is found: test/credentials.
test("an address where only the children are not found is no reason to forget one", async () => {
    const [, peering] = await all();
    for (const endpoint of ["getPeering", "listPeerings"] as const) fault(endpoint, refused(404));
    expect((await failureOf(stack.refresh(peering!))).message).toContain("was refused: 404");
});

describe("a deletion that is refused", () => {
    const moon = { code: "NOT_NOW", message: "the moon is full" };

    test("for another reason: given the settle window", async () => {
        const db = await service();
        fault("deleteService", refused(409, moon));
        const { message, took } = await failing(db);
        expect(message).toContain("the moon is full");
        expect(took).toBeLessThanOrEqual(60_000);
    });

    test("for another reason, while something goes on: waited out", async () => {
        const db = await service();
        const resized = stack.up("Service", "orders", { cpuMillis: 4000, memoryGbs: 16 }, db);
        await stack.clock.sleep(1_000);
        const moonlight = fault("deleteService", refused(409, moon));
        const removal = stack.destroy(db);
        await resized;
        stack.emulator.faults.remove(moonlight);
        await removal;
        isGone();
    });

    test.each([
        [400, "the moon is full"],
        [422, "the moon is full"],
        [409, "deletion protection is enabled in the console"],
    ])("with %d, for a reason that stays (%s): at once", async (status, reason) => {
        const db = await service();
        fault("deleteService", refused(status, { code: "NO", message: reason }));
        const { message, took } = await failing(db);
        expect(message).toContain(reason);
        expect(took).toBe(0);
    });

    test("and so are its replica sets, for a while", async () => {
        const db = await service({ forceDestroy: true });
        stack.emulator.create.replicaSet({ service_id: db.id, name: "reports" });
        fault("deleteReplicaSet", refused(409, { code: "SERVICE_BUSY", message: "later" }), { count: 3 });
        await stack.destroy(db);
        isGone();
        expect(stack.lines).toContainEqual(expect.stringContaining("what holds it cannot go yet: DELETE"));
    });
});

test("a replica set goes with a service that is shown as deleted, whatever is said of its list", async () => {
    const db = await service();
    const set = await stack.up("ReadReplicaSet", "reports", { serviceId: db.id, ...size });
    stack.emulator.drift(db.id, { status: "DELETED" });
    for (const endpoint of ["listReplicaSets", "deleteReplicaSet"] as const) fault(endpoint, refused(404));
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
    fault("deleteService", refused(409, { message: "deletion protection" }));
    await stack.destroy(db);
});
