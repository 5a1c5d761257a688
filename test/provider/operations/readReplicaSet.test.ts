// What is particular to read replica sets: they have no GET, and belong to a service that may not show them.
import type { EndpointName } from "../../../src/provider/api";
import type { Fault } from "../../../src/emulator";
import { stack } from "../../support/eachStack";
import { type Deployed, failureOf } from "../../support/inProcess";

const size = { cpuMillis: 500, memoryGbs: 2 };

describe("those of a service", () => {
    test.each([false, true])("are found, whoever made them (the service's record omits them: %s)", async (omitted) => {
        const db = await stack.up("Service", "orders", {});
        const set = stack.emulator.create.replicaSet({ service_id: db.id, name: "reports" });
        const deleting = stack.emulator.create.replicaSet({ service_id: db.id, name: "old" });
        stack.emulator.drift(deleting.id, { status: "deleting" });
        stack.emulator.setQuirks({ omit: omitted ? ["read_replica_sets"] : [] });
        stack.emulator.clearRequests();
        const { message } = await failureOf(stack.destroy(db));
        expect(message).toContain(
            `: it still has read replica set reports (${db.id}/${set.id}), which would go with it`,
        );
        expect(stack.emulator.requests().some(({ endpoint }) => endpoint === "listReplicaSets")).toBe(omitted);
        expect(stack.calls()).toEqual([]);
    });

    test("are not none because their list is a 404, where the service exists", async () => {
        const db = await stack.up("Service", "orders", {});
        stack.emulator.setQuirks({ omit: ["read_replica_sets"] });
        const none = { kind: "status", status: 404, body: { message: "none" } } as const;
        stack.emulator.faults.add({ endpoint: "listReplicaSets", do: none, count: null });
        stack.emulator.clearRequests();
        expect((await failureOf(stack.destroy(db))).message).toContain("404");
        expect(stack.calls()).toEqual([]);
    });
});

test("one that has gone since a refresh of services has listed it is told to be gone, before any call", async () => {
    const services = await Promise.all(["a", "b", "c"].map((name) => stack.up("Service", name, {})));
    const args = { serviceId: services[0]!.id, nodes: 1, ...size };
    const set = await stack.up("ReadReplicaSet", "reports", args);
    await stack.clock.sleep(3_600_000);
    await Promise.all(services.map((service) => stack.refresh(service)));
    stack.emulator.remove(set.id.split("/")[1]!);
    stack.emulator.clearRequests();
    const { message } = await failureOf(stack.up("ReadReplicaSet", "reports", { ...args, memoryGbs: 4 }, set));
    expect(message).toContain(`read replica set ${set.id} no longer exists.`);
    expect(stack.calls()).toEqual([]);
});

describe("one that its service's record does not show", () => {
    let set: Deployed;
    beforeEach(async () => {
        const { id: serviceId } = await stack.up("Service", "orders", {});
        set = await stack.up("ReadReplicaSet", "reports", { serviceId, nodes: 1, ...size });
        stack.emulator.setQuirks({ omit: ["read_replica_sets"] });
        await stack.clock.sleep(3_600_000);
    });

    const instead = (endpoint: EndpointName, answer: Fault["do"]) =>
        stack.emulator.faults.add({ endpoint, do: answer, count: null });
    const garbage = (body: unknown): Fault["do"] => ({ kind: "garbage", body: JSON.stringify(body) });

    test("is looked up in the list of its service", async () => {
        expect((await stack.refresh(set))?.outs).toEqual(set.outs);
        stack.emulator.remove(set.id.split("/")[1]!);
        await stack.clock.sleep(60_000);
        expect(await stack.refresh(set)).toBeUndefined();
    });

    test("is not gone where that list is a 404 and the service exists, and is where it does not", async () => {
        const none = { kind: "status", status: 404, body: { message: "none" } } as const;
        instead("listReplicaSets", none);
        expect((await failureOf(stack.refresh(set))).message).toContain(
            "Does the resource exist whose id is in this path?",
        );
        // The service is deleted between the two requests.
        stack.emulator.faults.add({ endpoint: "getService", do: none, after: 1, count: null });
        stack.emulator.faults.add({ endpoint: "listServices", do: garbage([]), count: null });
        await stack.clock.sleep(60_000);
        expect(await stack.refresh(set)).toBeUndefined();
    });

    test.each([
        ["is gone where the list has the id of another one alone", () => "other", false],
        ["is not gone where the list has its id alone", () => set.id.split("/")[1], true],
        ["is not gone where a record without an id may be it", () => ({ name: "reports" }), true],
    ])("%s", async (_, record, fails) => {
        instead("listReplicaSets", garbage([record()]));
        const read = stack.refresh(set);
        if (fails) expect((await failureOf(read)).message).toContain("violates the API contract");
        else expect(await read).toBeUndefined();
    });
});
