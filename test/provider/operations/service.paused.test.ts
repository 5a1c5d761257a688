// An API that takes no environment or no password of a paused service: it is started for it, and paused again.
import type { Fault } from "../../../src/emulator";
import { fault, stack } from "../../support/eachStack";
import { type PropertyMap, type Deployed, upFailureOf } from "../../support/inProcess";

const row = ({ id }: Deployed) => stack.emulator.world.services.get(id)!;
const refuse = (endpoint: "setServiceEnvironment" | "updateServicePassword", status: number, body: object, count = 1) =>
    fault(endpoint, { kind: "status", status, body }, { count });

/** A paused service, and the calls of an `up` that changes it. */
async function change(paused: PropertyMap, args: PropertyMap): Promise<Deployed> {
    const made = await stack.up("Service", "db", { paused: true });
    stack.emulator.clearRequests();
    return stack.up("Service", "db", { ...paused, ...args }, made);
}

const settings = { environment: "PROD", password: "correct-horse" };

// Where the API does not insist, it stays paused: service.pairs.test.ts.
describe.each([{ environmentNeedsRunning: true }, { passwordNeedsRunning: true }])("an API with %j", (quirks) => {
    const refused = "environmentNeedsRunning" in quirks ? "setServiceEnvironment" : "updateServicePassword";
    beforeEach(() => stack.emulator.setQuirks(quirks));

    test("starts it once, and pauses it at the end", async () => {
        const changed = await change({ paused: true }, { ...settings, cpuMillis: 2000, memoryGbs: 8 });
        const before = refused === "setServiceEnvironment" ? [] : ["setServiceEnvironment"];
        const after = refused === "setServiceEnvironment" ? [refused, "updateServicePassword"] : [refused];
        expect(stack.calls()).toEqual([...before, refused, "startService", ...after, "resizeService", "stopService"]);
        expect(row(changed)).toMatchObject({ status: "PAUSED", ...settings });
        const args = { paused: true, ...settings, cpuMillis: 2000, memoryGbs: 8 };
        expect(await stack.diff(changed, args)).toMatchObject({ changes: false });
    });

    test("leaves it running where that is wanted", async () => {
        const changed = await change({}, settings);
        expect(stack.calls().filter((call) => /start|stop/.test(call))).toEqual(["startService"]);
        expect(row(changed)).toMatchObject({ status: "READY", ...settings });
    });

    test("pauses it again where nobody manages that", async () => {
        const made = await stack.up("Service", "db", {});
        stack.emulator.drift(made.id, { status: "PAUSED" });
        stack.emulator.clearRequests();
        const changed = await stack.up("Service", "db", settings, made);
        expect(stack.calls().filter((call) => /start|stop/.test(call))).toEqual(["startService", "stopService"]);
        expect(row(changed)).toMatchObject({ status: "PAUSED", ...settings });
    });

    test("goes on where the start itself has to wait", async () => {
        stack.emulator.faults.add({ endpoint: "startService", count: 3, do: { kind: "busy" } });
        await change({ paused: true }, settings);
        expect(stack.calls().filter((call) => call === "startService")).toHaveLength(4);
        expect(stack.calls().at(-1)).toBe("stopService");
    });
});

describe.each([["connection_pooler"], ["vpc_endpoint"], ["ha_replicas"]])(
    "an API whose paused services lack %s",
    (field) => {
        const network = { cidr: "10.0.0.0/16", regionCode: "us-east-1" };
        let all: PropertyMap;
        beforeEach(async () => {
            stack.emulator.setQuirks({ pausedOmit: [field, ...(field === "vpc_endpoint" ? ["vpcEndpoint"] : [])] });
            const vpc = await stack.up("Vpc", "net", network);
            all = { connectionPooler: true, vpcId: vpc.id, replicaCount: 1, syncReplicaCount: 1 };
            stack.emulator.clearRequests();
        });

        test("is believed to have what it had: it is paused, changed and started without another call", async () => {
            const made = await stack.up("Service", "db", all);
            stack.emulator.clearRequests();
            const paused = await stack.up("Service", "db", { ...all, paused: true }, made);
            const refreshed = await stack.refresh(paused);
            expect(await stack.diff(refreshed!, { ...all, paused: true })).toMatchObject({ changes: false });
            const resized = await stack.up(
                "Service",
                "db",
                { ...all, cpuMillis: 2000, memoryGbs: 8, paused: true },
                refreshed,
            );
            const started = await stack.up("Service", "db", { ...all, cpuMillis: 2000, memoryGbs: 8 }, resized);
            expect(stack.calls()).toEqual([
                "stopService",
                ...["startService", "resizeService", "stopService"],
                "startService",
            ]);
            expect(row(started)).toMatchObject({ pooler: true, vpc_id: all["vpcId"], replica_count: 1 });
        });

        test("is created paused by one stop, and what the program takes away goes by one start", async () => {
            const made = await stack.up("Service", "db", { ...all, paused: true });
            expect(stack.calls().filter((call) => /start|stop/.test(call))).toEqual(["stopService"]);
            stack.emulator.clearRequests();
            const bare = await stack.up("Service", "db", { paused: true }, made);
            expect(stack.calls().filter((call) => /start|stop/.test(call))).toEqual(["startService", "stopService"]);
            expect(row(bare)).toMatchObject({ status: "PAUSED", pooler: false, vpc_id: null, replica_count: 0 });
        });

        test("that somebody has paused stays as it is", async () => {
            const made = await stack.up("Service", "db", all);
            stack.emulator.drift(made.id, { status: "PAUSED" });
            stack.emulator.clearRequests();
            const refreshed = await stack.refresh(made);
            await stack.up("Service", "db", { ...all, deletionProtection: true }, refreshed);
            expect(stack.calls()).toEqual([]);
        });
    },
);

const password = "correct-horse";
const notRunning = { code: "SERVICE_NOT_RUNNING", message: "The service is not running: it is paused." };
const startedForIt = ["updateServicePassword", "startService", "updateServicePassword", "stopService"];

test.each([400, 409, 422])("a refusal with %d starts it, whatever it says", async (status) => {
    for (const body of [notRunning, {}, { message: "Nein." }]) {
        refuse("updateServicePassword", status, body);
        const db = await change({ paused: true }, { password });
        expect(stack.calls()).toEqual(startedForIt);
        await stack.destroy(db);
    }
});

test("a refusal that has another reason is told, once it was tried running, and it is paused again", async () => {
    refuse("updateServicePassword", 400, { message: "too weak" }, 1_000);
    const { message, left } = await upFailureOf(change({ paused: true }, { password }));
    expect(message).toContain("400 too weak");
    expect([stack.calls(), row(left!).status]).toEqual([startedForIt, "PAUSING"]);
    // Otherwise the next preview would announce a pause.
    expect(left!.outs).toMatchObject({ paused: true });
});

test("a refusal in words of a pause starts nothing where its own GET shows it running", async () => {
    const made = await stack.up("Service", "db", { paused: true });
    stack.emulator.clearRequests();
    refuse("updateServicePassword", 422, notRunning);
    const end = stack.emulator.intercept({
        before(entry) {
            if (entry.endpoint === "updateServicePassword") stack.emulator.drift(made.id, { status: "READY" });
        },
    });
    const { message } = await upFailureOf(stack.up("Service", "db", { paused: true, password }, made));
    end();
    expect(message).toContain("422 SERVICE_NOT_RUNNING");
    expect(stack.calls()).toEqual(["updateServicePassword"]);
});

test.each<[string, Fault["do"]]>([
    ["fails", { kind: "status", status: 403 }],
    ["does not show it", { kind: "status", status: 404, body: { code: "NOT_FOUND" } }],
])("a refusal starts nothing where its own GET %s", async (_what, action) => {
    const made = await stack.up("Service", "db", { paused: true });
    stack.emulator.clearRequests();
    refuse("updateServicePassword", 422, notRunning);
    fault("getService", action, { after: 1, count: null });
    const { message } = await upFailureOf(stack.up("Service", "db", { paused: true, password }, made));
    expect(message).toContain("422 SERVICE_NOT_RUNNING");
    expect(stack.calls()).toEqual(["updateServicePassword"]);
});

test("a refusal that says busy is waited out, and starts nothing", async () => {
    refuse("updateServicePassword", 409, { code: "BUSY" }, 3);
    await change({ paused: true }, { password: "correct-horse" });
    expect(stack.calls()).toEqual(Array.from({ length: 4 }, () => "updateServicePassword"));
});

test("a refusal that says busy for longer than anything goes on starts it", async () => {
    stack.emulator.setQuirks({ passwordNeedsRunning: true });
    const busy = refuse("updateServicePassword", 423, {}, 1_000);
    const changing = change({ paused: true }, { password: "correct-horse" });
    while (!stack.calls().includes("startService")) await stack.clock.sleep(1_000);
    stack.emulator.faults.remove(busy);
    expect(row(await changing)).toMatchObject({ status: "PAUSED", password: "correct-horse" });
    expect(stack.calls().filter((call) => /start|stop/.test(call))).toEqual(["startService", "stopService"]);
});

test("a refusal for another reason is told at once, and starts nothing", async () => {
    refuse("updateServicePassword", 403, { message: "not while it is paused" });
    const { message, left } = await upFailureOf(change({ paused: true }, { password: "correct-horse" }));
    expect(message).toContain("was refused: 403");
    expect(stack.calls()).toEqual(["updateServicePassword"]);
    expect(row(left!).status).toBe("PAUSED");
});

test("a pause that fails after a refusal is told with it", async () => {
    const made = await stack.up("Service", "db", { paused: true });
    refuse("updateServicePassword", 409, { code: "FORBIDDEN_HERE" }, 1_000);
    stack.emulator.faults.add({ endpoint: "stopService", count: null, do: { kind: "status", status: 400 } });
    const { message } = await upFailureOf(stack.up("Service", "db", { paused: true, password: "correct-horse" }, made));
    expect(message).toMatch(/409 FORBIDDEN_HERE.* was started for this, and stays running: /);
});

test("a refusal that stays is told, and the next up pauses it again", async () => {
    refuse("updateServicePassword", 409, { code: "FORBIDDEN_HERE" }, 1_000);
    const { message, left } = await upFailureOf(change({ paused: true }, { password: "correct-horse" }));
    expect(message).toContain("409 FORBIDDEN_HERE");
    expect(stack.calls().filter((call) => call === "startService")).toHaveLength(1);
    stack.emulator.faults.clear();
    expect(row(await stack.up("Service", "db", { paused: true }, left))).toMatchObject({ status: "PAUSED" });
});
