// Creating and changing in place when something goes wrong: at any request, in the world, or in what the API shows.
import type { Fault, ServiceRow } from "../../../src/emulator";
import { fault, stack } from "../../support/eachStack";
import {
    type PropertyMap,
    type Deployed,
    failureOf,
    type Stack,
    type Type,
    UpFailed,
    upFailureOf,
} from "../../support/inProcess";

const rowOf = ({ id }: { id: string }) => stack.emulator.resource(id) as ServiceRow;
const service = async (args: PropertyMap = {}): Promise<Deployed> => {
    const made = await stack.up("Service", "orders", args);
    stack.emulator.clearRequests();
    return made;
};

const size = { cpuMillis: 1000, memoryGbs: 4 };
const bigger = { cpuMillis: 4000, memoryGbs: 16 };
const everything = () => ({
    ...bigger,
    environment: "PROD",
    replicaCount: 2,
    syncReplicaCount: 1,
    connectionPooler: true,
    vpcId: stack.emulator.create.vpc().id,
    password: "of-my-own",
    paused: true,
});

async function expectWhole(resource: Deployed, args: PropertyMap): Promise<void> {
    expect(await stack.diff(resource, args)).toMatchObject({ changes: false });
    expect((await stack.refresh(resource))?.outs).toEqual(resource.outs);
}

describe("a failure at any request", () => {
    // Of the key: any other refusal of an attachment to a VPC is repeated for a minute.
    const refused: Fault["do"] = { kind: "status", status: 403, body: { code: "BROKEN" } };
    const set = { nodes: 2, ...size, environment: "PROD", connectionPooler: true };
    const peer = { peerAccountId: "1", peerRegionCode: "us-east-1", peerVpcId: "vpc-1" };
    test.each<
        [what: string, type: Type, before: PropertyMap | undefined, args: () => PropertyMap, action: Fault["do"]]
    >([
        ["of the creation of a service", "Service", undefined, everything, refused],
        [
            "of the creation of a replica set",
            "ReadReplicaSet",
            undefined,
            () => ({ serviceId: stack.emulator.create.service().id, ...set }),
            refused,
        ],
        [
            "of the creation of a peering",
            "Peering",
            undefined,
            () => ({ vpcId: stack.emulator.create.vpc().id, ...peer }),
            refused,
        ],
        ["of an update", "Service", size, everything, refused],
        ["of an update, after the work", "Service", size, everything, { ...refused, when: "after" }],
    ])("%s: what was done is kept, and the next `up` goes on", async (_what, type, before, prepare, action) => {
        const begin = async () => {
            stack.emulator.reset();
            const program = stack.beside();
            const made = before && (await program.up(type, "it", before));
            const args = prepare();
            stack.emulator.clearRequests();
            return { program, made, args };
        };
        const first = await begin();
        await first.program.up(type, "it", first.args, first.made);
        const calls = stack.calls();
        const requests = stack.emulator.requests();
        // Before the call that creates it is answered there is nothing to keep.
        const from = before ? 0 : requests.findIndex(({ method }) => method === "POST") + 1;
        // Every request that is a call, and of the looks in between the first, the last and some others.
        const isLook = (index: number) => requests[index]!.method === "GET";
        const tried = [...requests.keys()].filter(
            (index) => index >= from && (!isLook(index) || (index - from) % 5 === 0 || index === requests.length - 1),
        );
        expect(tried.length).toBeGreaterThan(1);
        for (const index of tried) {
            const { program, made, args } = await begin();
            stack.emulator.faults.add({ do: action, after: index });
            const failure = await failureOf(program.up(type, "it", args, made));
            expect(failure.message).toContain("BROKEN");
            // Before the first GET of an update is answered nothing has changed, so the state stays as it was.
            expect(failure instanceof UpFailed).toBe(index > 0);
            const left = failure instanceof UpFailed ? failure.left : made;
            expect(left).toMatchObject({ id: expect.any(String) as unknown, type });
            stack.emulator.faults.clear();
            const whole = await program.up(type, "it", args, left);
            expect(whole.id).toBe(left!.id);
            expect(await program.diff(whole, args)).toMatchObject({ changes: false });
            expect((await program.refresh(whole))?.outs).toEqual(whole.outs);
            if (type === "Service") {
                const { password, vpcId } = args;
                expect(rowOf(whole)).toMatchObject({ cpu_millis: 4000, replica_count: 2, pooler: true, password });
                expect(rowOf(whole)).toMatchObject({ status: "PAUSED", environment: "PROD", vpc_id: vpcId });
            }
            // Nothing was done twice that the API can see: only the call that was hit comes again.
            expect(stack.calls().length).toBeLessThanOrEqual(calls.length + 2);
            if (!before) expect(stack.calls().filter((call) => call === calls[0])).toHaveLength(1);
        }
    });

    test("an argument removed is not forgotten when its removal failed", async () => {
        const before = await service({ connectionPooler: true, replicaCount: 1 });
        fault("setServiceHa", { kind: "status", status: 400 });
        const { left } = await upFailureOf(stack.up("Service", "orders", {}, before));
        // The next program says the same as the one that failed: nothing is removed any more, and yet it is carried out.
        const after = await stack.up("Service", "orders", {}, left);
        expect(rowOf(after)).toMatchObject({ pooler: false, replica_count: 0 });
        await expectWhole(after, {});
    });
});

describe("a lost answer of a step", () => {
    const steps: readonly (readonly [NonNullable<Fault["endpoint"]>, PropertyMap, Partial<ServiceRow>])[] = [
        ["setServiceEnvironment", { environment: "PROD" }, { environment: "PROD" }],
        ["updateServicePassword", { password: "of-my-own" }, { password: "of-my-own" }],
        ["resizeService", bigger, { cpu_millis: 4000 }],
        ["setServiceHa", { replicaCount: 2 }, { replica_count: 2 }],
        ["enableServicePooler", { connectionPooler: true }, { pooler: true }],
        ["stopService", { paused: true }, { status: "PAUSED" }],
    ];
    const cases = steps.flatMap((step) => [[...step, "after"] as const, [...step, "before"] as const]);

    test.each(cases)(
        "%s, with the work done or not (%#): it is looked at, and done once",
        async (endpoint, args, row, when) => {
            const before = await service();
            fault(endpoint, { kind: "drop", when });
            const after = await stack.up("Service", "orders", args, before);
            expect(rowOf(after)).toMatchObject(row);
            const again = when === "before" || endpoint === "updateServicePassword";
            expect(stack.calls()).toEqual(again ? [endpoint, endpoint] : [endpoint]);
            await expectWhole(after, args);
        },
    );

    test("attaching to a VPC, which no status tells of: refused while it goes on, then seen to be done", async () => {
        const args = { vpcId: stack.emulator.create.vpc().id };
        const before = await service();
        fault("attachServiceToVpc", { kind: "drop", when: "after" });
        const after = await stack.up("Service", "orders", args, before);
        expect(rowOf(after).vpc_id).toBe(args.vpcId);
        await expectWhole(after, args);
    });

    test("again and again: an error after a few tries, with pauses between them", async () => {
        const before = await service(size);
        fault("resizeService", { kind: "status", status: 502 }, { count: null });
        const { message, left } = await upFailureOf(stack.up("Service", "orders", bigger, before));
        expect(message).toMatch(/POST .*\/resize was refused: 502/);
        expect(stack.calls()).toEqual(["resizeService", "resizeService", "resizeService"]);
        const times = stack.emulator.requests().filter(({ method }) => method === "POST");
        expect(times[1]!.at - times[0]!.at).toBeGreaterThanOrEqual(2_000);
        stack.emulator.faults.clear();
        expect(rowOf(await stack.up("Service", "orders", bigger, left))).toMatchObject({ cpu_millis: 4000 });
    });
});

describe("a refused step", () => {
    // Which words say so is in refusal.test.ts.
    test.each<[string, Fault["do"]]>([
        ["409 BUSY", { kind: "busy", status: 409 }],
        ["423", { kind: "busy", status: 423 }],
    ])("because it is busy (%s) is tried again, without asking too often", async (_what, refusal) => {
        const before = await service(size);
        fault("resizeService", refusal, { count: 20 });
        await stack.up("Service", "orders", bigger, before);
        expect(stack.calls().length).toBe(21);
        const gets = stack.emulator.requests().filter(({ method }) => method === "GET").length;
        expect(gets).toBeLessThan(60);
        expect(stack.lines.find((line) => line.startsWith("waiting for another operation to end"))).toBeDefined();
    });

    test("because of a rate limit is tried again when the server allows it", async () => {
        const before = await service(size);
        fault("resizeService", { kind: "rateLimit", retryAfter: 30 });
        await stack.up("Service", "orders", bigger, before);
        const [first, second] = stack.emulator.requests().filter(({ method }) => method === "POST");
        expect(second!.at - first!.at).toBeGreaterThanOrEqual(30_000);
    });

    test("because of maintenance that began behind its back waits for that, and then goes on", async () => {
        const before = await service(size);
        stack.emulator.maintain(before.id);
        const after = await stack.up("Service", "orders", bigger, before);
        expect(stack.calls()).toEqual(["resizeService"]);
        expect(rowOf(after).cpu_millis).toBe(4000);
        expect(stack.lines.some((line) => line.startsWith("waiting for the operation in progress: OPTIMIZING"))).toBe(
            true,
        );
    });

    test("that conflicts for good is given the settle window, and then shown, with the step and the time", async () => {
        const before = await service(size);
        fault(
            "resizeService",
            { kind: "status", status: 409, body: { code: "QUOTA", message: "Too large." } },
            { count: null },
        );
        const began = stack.clock.now();
        const { message } = await upFailureOf(stack.up("Service", "orders", bigger, before));
        expect(message).toMatch(
            /^service \w+: resizing 1 CPU \/ 4 GB -> 4 CPU \/ 16 GB failed, although repeated for 5\d s: POST \S+ was refused: 409 QUOTA Too large \(/,
        );
        expect(stack.clock.now() - began).toBeLessThan(90_000);
    });

    test("that is wrong is shown at once, with the step", async () => {
        const before = await service(size);
        fault("resizeService", { kind: "status", status: 400, body: { code: "SIZE", message: "Not offered." } });
        const { message } = await upFailureOf(stack.up("Service", "orders", bigger, before));
        expect(message).toMatch(/: resizing 1 CPU .+ failed: POST \S+ was refused: 400 SIZE Not offered \(/);
        expect(stack.calls()).toEqual(["resizeService"]);
    });

    test("that somebody else has done meanwhile is done", async () => {
        const before = await service();
        stack.emulator.faults.add({ endpoint: "enableServicePooler", do: { kind: "latency", ms: 5_000 } });
        const up = stack.up("Service", "orders", { connectionPooler: true }, before);
        await stack.clock.sleep(3_000);
        stack.emulator.drift(before.id, { pooler: true });
        expect((await up).outs["connectionPooler"]).toBe(true);
    });
});

describe("what the API shows", () => {
    type Quirks = Parameters<Stack["emulator"]["setQuirks"]>[0];
    const optional = [
        ...["ha_replicas", "connection_pooler", "vpc_endpoint", "vpcEndpoint", "endpoint", "metadata", "forked_from"],
        "initial_password",
    ];
    const shapes: readonly (readonly [string, Quirks])[] = [
        ["everything", {}],
        ["null for what is not there", { absentAs: "null" }],
        ["an empty pooler", { poolerOff: "empty" }],
        ["a pooler of null", { poolerOff: "null" }],
        ["only the old names", { aliases: "only" }],
        ["fields that nobody knows", { extraFields: true }],
        ...optional.map((field): [string, Quirks] => [`no ${field}, ever`, { omit: [field] }]),
        ["nothing that is optional", { omit: optional }],
        ["lists without replica sets", { listsWithoutReplicaSets: true }],
        [
            "empty answers",
            {
                emptyAnswers: [
                    "createReplicaSet",
                    "startService",
                    "stopService",
                    "resizeService",
                    "setServiceHa",
                    "enableServicePooler",
                    "forkService",
                    "setServiceEnvironment",
                    "attachServiceToVpc",
                ],
            },
        ],
        [
            "other success codes",
            {
                successCodes: {
                    resizeService: 200,
                    createService: 200,
                    updateServicePassword: 202,
                    enableServicePooler: 204,
                },
            },
        ],
    ];

    test.each(shapes)("%s: it is changed, refreshed and changed back all the same", async (_what, quirks) => {
        stack.emulator.setQuirks(quirks);
        const before = await service(size);
        await expectWhole(before, size);
        const args = everything();
        const after = await stack.up("Service", "orders", args, before);
        expect(rowOf(after)).toMatchObject({ cpu_millis: 4000, replica_count: 2, sync_replica_count: 1, pooler: true });
        expect(rowOf(after)).toMatchObject({ vpc_id: args.vpcId, environment: "PROD", status: "PAUSED" });
        expect(after.outs).toMatchObject({ ...bigger, replicaCount: 2, connectionPooler: true, vpcId: args.vpcId });
        await expectWhole(after, args);
        stack.emulator.clearRequests();
        const back = await stack.up("Service", "orders", {}, after);
        expect(stack.calls()).toEqual(["startService", "setServiceHa", "disableServicePooler", "detachServiceFromVpc"]);
        expect(rowOf(back)).toMatchObject({ replica_count: 0, pooler: false, vpc_id: null, status: "READY" });
        await expectWhole(back, {});
        const fork = await stack.up("Service", "copy", { forkFrom: { serviceId: back.id, strategy: "NOW" } });
        await expectWhole(fork, { forkFrom: { serviceId: back.id, strategy: "NOW" } });
    });

    test.each(shapes)("%s, of a replica set", async (_what, quirks) => {
        stack.emulator.setQuirks(quirks);
        const { id } = stack.emulator.create.service();
        const args = { serviceId: id, nodes: 2, ...size };
        const before = await stack.up("ReadReplicaSet", "reports", args);
        await expectWhole(before, args);
        const all = { ...args, ...bigger, environment: "PROD", connectionPooler: true };
        const after = await stack.up("ReadReplicaSet", "reports", all, before);
        expect(rowOf({ id }).replica_sets[0]).toMatchObject({ cpu_millis: 4000, pooler: true, environment: "PROD" });
        await expectWhole(after, all);
        const back = await stack.up("ReadReplicaSet", "reports", args, after);
        expect(rowOf({ id }).replica_sets[0]).toMatchObject({ cpu_millis: 1000, pooler: false });
        await expectWhole(back, args);
        await stack.destroy(back);
        expect(rowOf({ id }).replica_sets).toEqual([]);
    });

    test.each(["resizeService", "setServiceHa", "enableServicePooler", "attachServiceToVpc"] as const)(
        "%s with an effect that comes later than the status says: waited for",
        async (endpoint) => {
            const before = await service(size);
            fault(endpoint, { kind: "late", ms: 40_000 });
            const args = everything();
            const after = await stack.up("Service", "orders", args, before);
            expect(stack.calls().length).toBe(7);
            expect(stack.emulator.requests().filter(({ status = 0 }) => status >= 400)).toEqual([]);
            await expectWhole(after, args);
        },
    );

    test("a status that nobody knows counts as settled when nothing has changed for the settle window, and is named once", async () => {
        const before = await service(size);
        stack.emulator.drift(before.id, { status: "MIGRATING" });
        stack.emulator.faults.add({ endpoint: "resizeService", do: { kind: "status", status: 400 }, count: null });
        const startedAt = stack.clock.now();
        const { message } = await upFailureOf(stack.up("Service", "orders", bigger, before, { update: "5m" }));
        expect(message).toContain("400");
        expect(stack.calls()).toEqual(["resizeService"]);
        expect(stack.clock.now() - startedAt).toBeLessThan(80_000);
        const said = stack.warnings.filter((text) => text.includes("MIGRATING"));
        expect(said).toEqual([
            'orders: The API shows the status "MIGRATING", which the contract does not have. It counts as settled, since nothing has changed for 1 m.',
        ]);
    });

    const next = "The next `pulumi up` goes on from there; `customTimeouts: { update: ... }` allows longer.";
    test.each<[what: string, action: Fault["do"], said: string | RegExp, count?: 1 | null, timeouts?: PropertyMap]>([
        [
            "stuck: the time-out says what, the status, how long and what is next",
            { kind: "stuck" },
            ` did not complete within 45 m (status UPGRADING). ${next}`,
        ],
        [
            "busy to the end of its time: says what for, and what the API said",
            { kind: "busy" },
            / did not complete within 10 m \(last error: POST .* 409 BUSY.*\)\. The next/,
            null,
            { update: "10m" },
        ],
        [
            "READY, but never with what was asked for: the time-out says what is missing",
            { kind: "status", status: 202, body: {} },
            ` did not complete within 1 m 30 s (status READY; still to come: cpuMillis and memoryGbs). ${next}`,
            null,
            { update: "90s" },
        ],
        ["UNSTABLE for good: a failure that names it", { kind: "fail" }, " failed: its status stays UNSTABLE."],
    ])("%s; the next `up` goes on", async (_what, action, said, count = 1, timeouts?) => {
        const before = await service(size);
        fault("resizeService", action, { count });
        const { message, left } = await upFailureOf(stack.up("Service", "orders", bigger, before, timeouts));
        const [, end] = message.split(`service ${before.id}: resizing 1 CPU / 4 GB -> 4 CPU / 16 GB`);
        if (typeof said === "string") expect(end).toBe(said);
        else expect(end).toMatch(said);
        stack.emulator.faults.clear();
        stack.emulator.clearRequests();
        if (action.kind === "stuck") stack.emulator.finish(before.id);
        await expectWhole(await stack.up("Service", "orders", bigger, left), bigger);
        // What was done by then is not asked for again.
        expect(stack.calls()).toEqual(action.kind === "stuck" ? [] : ["resizeService"]);
    });

    test("UNSTABLE for a moment passes", async () => {
        const before = await service(size);
        fault("resizeService", { kind: "unstable", ms: 30_000 });
        await expectWhole(await stack.up("Service", "orders", bigger, before), bigger);
    });

    test("UNSTABLE before the change, which is done as soon as it shows", async () => {
        const before = await service(size);
        rowOf(before).status = "UNSTABLE";
        const since = stack.clock.now();
        const after = await stack.up("Service", "orders", { ...size, environment: "PROD" }, before);
        expect(after.outs).toMatchObject({ environment: "PROD", status: "UNSTABLE" });
        expect(stack.clock.now() - since).toBeLessThan(30_000);
        expect(stack.warnings).toEqual([
            `orders: The status of service ${before.id} is UNSTABLE. A change counts as done as soon as it shows.`,
        ]);
    });

    // Gone before or during an update: peering.test.ts.
    test("deleted while it was created: says so at once", async () => {
        const up = upFailureOf(stack.up("Service", "orders", {}));
        await stack.clock.sleep(2_000);
        const [row] = [...stack.emulator.world.services.values()];
        stack.emulator.drift(row!.id, { status: "DELETED" });
        const since = stack.clock.now();
        expect((await up).message).toContain("creating failed: it was deleted meanwhile.");
        expect(stack.clock.now() - since).toBeLessThan(30_000);
    });
});

test("a step that somebody undoes again and again", async () => {
    const before = await service(size);
    const row = rowOf(before);
    const until = stack.clock.now() + 600_000;
    const meddling = (async () => {
        while (stack.clock.now() < until) {
            await stack.clock.sleep(500);
            if (row.status !== "READY" && row.environment === "PROD")
                stack.emulator.drift(before.id, { environment: "DEV" });
        }
    })();
    const wanted = { ...bigger, environment: "PROD", replicaCount: 1, connectionPooler: true };
    const { message, left } = await upFailureOf(stack.up("Service", "orders", wanted, before));
    expect(message).toBe(
        `service ${before.id}: setting the environment DEV -> PROD was carried out 3 times, but does not last. Something else changes it back: another stack, a script or a person.`,
    );
    await meddling;
    expect((await stack.up("Service", "orders", wanted, left)).outs).toMatchObject(wanted);
});

test("a plan says what only the state keeps: from what to what", async () => {
    const other = stack.beside({ "clouddb:profiles": JSON.stringify({ new: { apiKey: "pat-new" } }) });
    const before = await service({ deletionProtection: true });
    await other.diff(before, { profile: "new", deletionProtection: true });
    await other.diff(before, { profile: "new" });
    expect(other.lines).toEqual([
        'profile default -> "new"',
        'profile default -> "new", then deletionProtection true -> false',
    ]);
});

describe("a size that is shared", () => {
    const shared = { cpuMillis: "shared", memoryGbs: "shared" };
    const resized = () => stack.calls().filter((call) => call === "resizeService").length;

    // Some show figures for a shared service, some nothing: the emulator's rows stand in for the first by drift.
    const figures = (id: string, cpu: number | null, memory: number | null) =>
        stack.emulator.drift(id, { cpu_millis: cpu, memory_gbs: memory });

    test("from its creation, and after a resize: no phantom, and back to figures", async () => {
        const created = await service(shared);
        expect(created.outs).toMatchObject(shared);
        await expectWhole(created, shared);
        const sized = await stack.up("Service", "orders", size, created);
        expect(rowOf(sized)).toMatchObject({ cpu_millis: 1000, memory_gbs: 4 });
        await expectWhole(sized, size);
        const again = await stack.up("Service", "orders", shared, sized);
        expect(rowOf(again)).toMatchObject({ cpu_millis: null, memory_gbs: null });
        expect(resized()).toBe(2);
        await expectWhole(again, shared);
        await expectWhole((await stack.refresh((await stack.refresh(again))!))!, shared);
    });

    test("drift from shared to figures shows, and is repaired", async () => {
        const created = await service(shared);
        figures(created.id, 2000, 8);
        const drifted = (await stack.refresh(created))!;
        expect(drifted.outs).toMatchObject({ cpuMillis: 2000, memoryGbs: 8 });
        expect(drifted.inputs).toMatchObject({ cpuMillis: 2000, memoryGbs: 8 });
        expect(await stack.diff(drifted, shared)).toMatchObject({ changes: true });
        const repaired = await stack.up("Service", "orders", shared, drifted);
        expect(rowOf(repaired)).toMatchObject({ cpu_millis: null, memory_gbs: null });
        await expectWhole(repaired, shared);
    });

    test("shown as figures: what they were when it became shared is no drift, others are", async () => {
        fault("createService", { kind: "slow", factor: 10 });
        const creating = stack.up("Service", "orders", shared);
        await stack.clock.sleep(3_000);
        const [row] = [...stack.emulator.world.services.values()];
        figures(row!.id, 500, 1);
        const created = await creating;
        expect(created.outs).toMatchObject(shared);
        await expectWhole(created, shared);
        figures(created.id, 1000, 4);
        expect((await stack.refresh(created))!.outs).toMatchObject({ cpuMillis: 1000, memoryGbs: 4 });
    });
});
