// What is particular to read replica sets: they have no GET, and belong to a service that may not show them.
import { definitions, type Dependent } from "../../src/lifecycle";
import { contentsOf } from "../../src/lifecycle/dependents";
import { adoptProblems } from "../../src/lifecycle/definitions/adoptedPair";
import { failureOf, Stack } from "../support/inProcess";

const { plan } = definitions.readReplicaSet;
const size = { cpuMillis: 500, memoryGbs: 2 };

describe("its size", () => {
    test.each([
        [{}, {}],
        [{ cpuMillis: 500 }, { cpuMillis: 1000 }],
        [{ memoryGbs: 2 }, { memoryGbs: 4 }],
        [size, size],
        [size, {}],
    ])("is not changed from %j to %j: half of it is not known, or nothing differs", (observed, desired) => {
        expect(plan(observed, desired)).toEqual([]);
    });

    test.each([
        [size, { cpuMillis: 1000 }, { cpuMillis: 1000, memoryGbs: 2 }],
        [size, { memoryGbs: 4 }, { cpuMillis: 500, memoryGbs: 4 }],
        [{}, size, size],
    ])("is changed from %j to %j, both halves in one call", (observed, desired, args) => {
        expect(plan(observed, desired)).toMatchObject([{ call: "resize", args, effect: args }]);
    });
});

test("its steps say what they do", () => {
    const desired = { environment: "PROD", connectionPooler: true, cpuMillis: 1000 } as const;
    expect(plan({ ...size, environment: "DEV" }, desired).map(({ progress }) => progress)).toEqual([
        "setting the environment to PROD",
        "resizing to 1 CPU / 2 GB",
        "enabling the pooler",
    ]);
});

describe("those of a service", () => {
    let stack: Stack;
    beforeEach(async () => void (stack = await Stack.start()));
    afterEach(() => stack.stop());

    const listed = async (serviceId: string): Promise<readonly Dependent[]> =>
        contentsOf({
            type: "Service",
            project: await stack.runtime.connections.project(undefined, undefined),
            id: serviceId,
        });

    test.each([false, true])("are found, whoever made them (the service's record omits them: %s)", async (omitted) => {
        const { id } = await stack.up("Service", "orders", {});
        const set = stack.emulator.create.replicaSet({ service_id: id, name: "reports" });
        const leaving = stack.emulator.create.replicaSet({ service_id: id, name: "old" });
        stack.emulator.drift(leaving.id, { status: "deleting" });
        stack.emulator.setQuirks({ omit: omitted ? ["read_replica_sets"] : [] });
        const found = await listed(id);
        expect(found.map(({ label, leaving }) => [label, leaving])).toEqual([
            [`read replica set reports (${id}/${set.id})`, false],
            [`read replica set old (${id}/${leaving.id})`, true],
        ]);
        expect(stack.emulator.requests().some(({ endpoint }) => endpoint === "listReplicaSets")).toBe(omitted);
        stack.emulator.clearRequests();
        await found[0]?.remove?.();
        expect(stack.calls()).toEqual(["deleteReplicaSet"]);
    });

    test("are none where the service does not exist, or goes while it is asked", async () => {
        expect(await listed("nope")).toEqual([]);
        const { id } = await stack.up("Service", "orders", {});
        stack.emulator.setQuirks({ omit: ["read_replica_sets"] });
        stack.emulator.faults.add({ endpoint: "listReplicaSets", do: { kind: "status", status: 404 }, count: 2 });
        // A 404 proves nothing where the service is there.
        expect((await failureOf(listed(id))).message).toContain("404");
        stack.emulator.faults.add({
            endpoint: "listServices",
            do: { kind: "status", status: 200, body: [] },
            count: 9,
        });
        stack.emulator.faults.add({ endpoint: "getService", do: { kind: "status", status: 404 }, count: 9 });
        await expect(listed(id)).resolves.toEqual([]);
    });
});

test("an id to adopt has to be in the parent that the arguments name, once both are known", () => {
    const problems = (args: { adopt?: string; serviceId?: string }, unknown: readonly string[] = []) =>
        adoptProblems<{ adopt?: string; serviceId?: string }>("read replica set", "serviceId", {
            args,
            previous: {},
            unknown: (key) => unknown.includes(key),
        });
    const elsewhere = [{ property: "adopt", reason: "is the id of a read replica set elsewhere than in serviceId" }];
    expect(problems({ adopt: "s1/r1", serviceId: "s1" })).toEqual([]);
    expect(problems({ adopt: "s1/r1", serviceId: "s2" })).toEqual(elsewhere);
    expect(problems({ adopt: "s1/r1" })).toEqual([]);
    expect(problems({ serviceId: "s2" })).toEqual([]);
    expect(problems({ adopt: "r1", serviceId: "s2" })).toEqual([]);
    for (const key of ["adopt", "serviceId"]) expect(problems({ adopt: "s1/r1", serviceId: "s2" }, [key])).toEqual([]);
});
