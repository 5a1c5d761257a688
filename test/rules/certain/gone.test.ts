// Gone is `DELETED`, or a 404 of its own GET in the API's own form and a well-formed list, asked for afterwards, that lacks it: twice where
// nobody here asked for the deletion, and never at another address than the one it was last seen at.
import { ReadReplicaSet, Service, Vpc } from "../../../src";
import type { Emulator, Fault } from "../../../src/emulator";
import type { Outcome } from "../../histories/engine/operate";
import {
    allIsHeld,
    answer,
    answers,
    hours,
    minutes,
    notFound,
    once,
    raw,
    regionCode,
    said,
    seconds,
    twinOf,
} from "../support/certain";
import { reconfigure, stage } from "../support/eachStage";
import type { Stage } from "../support/stage";

const db = () => new Service("db", { name: "db", regionCode });
const ids = () => stage.services.map(({ id }) => id);
const heldIds = () => stage.held.map(({ id }) => id);
const day = hours(24);

/** The looks at what exists, each of which must not let a resource that exists leave the state. */
const looks: readonly (readonly [string, () => Promise<{ readonly ok: boolean }>])[] = [
    ["refresh", () => stage.refresh()],
    ["up --refresh", () => stage.tryUp(db, { refresh: true })],
];

describe.each(looks)("a service that is a year old stays in the state in `%s`", (_look, run) => {
    beforeEach(async () => {
        await stage.up(db);
        await stage.clock.sleep(365 * day);
    });

    test("after one 404 and one list that lacks it, at the same moment", async () => {
        answers(stage, "getService", notFound, { lastsMs: seconds(1) });
        answers(stage, "listServices", answer([]), { lastsMs: seconds(1) });
        expect((await run()).ok).toBe(true);
        allIsHeld(stage);
        expect(ids()).toHaveLength(1);
    });

    const lies: readonly (readonly [string, Fault["do"], Fault["do"]])[] = [
        ["a list that is null", notFound, answer(null)],
        ["a list that is an object", notFound, answer({})],
        [
            "404 as a web page, and an empty list",
            {
                kind: "status",
                status: 404,
                body: "<!doctype html><title>Not Found</title>",
                headers: { "content-type": "text/html" },
            },
            answer([]),
        ],
        ["404 without a body, and an empty list", { kind: "status", status: 404 }, answer([])],
    ];
    test.each(lies)("with %s, for as long as that lasts", async (_what, own, list) => {
        answers(stage, "getService", own);
        answers(stage, "listServices", list);
        const outcome = await run();
        expect(outcome.ok).toBe(false);
        allIsHeld(stage);
        expect(ids()).toHaveLength(1);
    });

    test.each(["READY", "DELETED"])(
        "where its own GET answers another service's record, which is %s",
        async (status) => {
            const other = stage.emulator.create.service({ name: "other", region_code: "eu-west-1" });
            const record = (await raw(stage, `services/${other.id}`)) as object;
            stage.emulator.remove(other.id);
            const before = stage.heldAs("db").outputs;
            answers(stage, "getService", answer({ ...record, status }));
            answers(stage, "listServices", answer([]));
            expect((await run()).ok).toBe(false);
            allIsHeld(stage);
            expect(stage.heldAs("db").outputs).toMatchObject({ name: "db", regionCode, endpoint: before["endpoint"] });
        },
    );
});

test("what is being deleted is no success of an `up`, once a refresh has seen it", async () => {
    await stage.up(db);
    stage.emulator.drift(ids()[0]!, { status: "DELETING" });
    await stage.refresh();
    expect((await stage.preview(db)).steps).toContainEqual(expect.objectContaining({ op: "update" }));
    expect((await stage.tryUp(db)).ok).toBe(false);
});

test("a deletion that has begun before is awaited: it is not requested again and again, and ends the operation", async () => {
    await stage.up(db);
    stage.emulator.faults.add({ do: { kind: "stuck" }, endpoint: "deleteService" });
    expect((await stage.destroy()).ok).toBe(false);
    stage.emulator.clearRequests();
    const outcome = await stage.destroy();
    expect(said(outcome)).toContain("(status DELETING)");
    expect(stage.emulator.requests().filter(({ method }) => method === "DELETE")).toEqual([]);
    expect(heldIds()).toEqual(ids());
    stage.emulator.finish();
    expect((await stage.destroy()).ok).toBe(true);
    expect([heldIds(), ids()]).toEqual([[], []]);
});

describe("several deletions together", () => {
    const names = ["a", "b", "c", "d", "e", "f"];
    const all = () =>
        names.map((name) => new Service(name, { name, regionCode }, { customTimeouts: { delete: "5m" } }));

    /** The API's lists leave out what is being deleted; all deletions take effect at once but that of `but`. */
    const quickly = (but?: string) => {
        once(stage, "deleteService", () => answers(stage, "listServices", answer([])));
        stage.emulator.intercept({
            after({ endpoint, path }) {
                const id = path.split("/").at(-1)!;
                if (endpoint === "deleteService" && id !== but) stage.emulator.finish(id);
            },
        });
    };

    const failures: readonly (readonly [string, Omit<Fault, "id">])[] = [
        ["hangs", { do: { kind: "stuck" } }],
        ["never takes effect", { do: { kind: "status", status: 202 }, count: null }],
    ];
    test.each(names.flatMap((name) => failures.map((failure) => [name, ...failure] as const)))(
        "of which that of %s %s: it stays in the state",
        async (name, _how, fault) => {
            await stage.up(all);
            const { id } = stage.heldAs(name);
            stage.emulator.faults.add({ endpoint: "deleteService", path: `*/services/${id}`, ...fault });
            quickly(id);
            expect((await stage.destroy()).ok).toBe(false);
            expect([heldIds(), ids()]).toEqual([[id], [id]]);
        },
    );

    test("of which all take effect: each one's own GET is asked before it counts as gone", async () => {
        await stage.up(all);
        const made = ids();
        quickly();
        stage.emulator.clearRequests();
        expect((await stage.destroy()).ok).toBe(true);
        const requests = stage.emulator.requests();
        const confirmed = made.filter((id) => {
            const deleted = requests.findIndex((one) => one.endpoint === "deleteService" && one.path.endsWith(id));
            return requests.slice(deleted).some((one) => one.endpoint === "getService" && one.path.endsWith(id));
        });
        expect([stage.held, confirmed]).toEqual([[], made]);
    });
});

describe("an address at which it is missing", () => {
    let elsewhere: Emulator;
    beforeEach(async () => void (elsewhere = await twinOf(stage)));
    afterEach(() => elsewhere.stop());

    const everything = () => {
        const net = new Vpc("net", { cidr: "10.0.0.0/16", regionCode });
        const service = new Service("db", { name: "db", regionCode, vpcId: net.id });
        new ReadReplicaSet("set", { serviceId: service.id, nodes: 1, cpuMillis: 500, memoryGbs: 2 });
    };
    const atElsewhere = () => stage.with({ "clouddb:baseUrl": elsewhere.url });
    test.each<[string, (moved: Stage) => Promise<Outcome>]>([
        ["a refresh", (moved) => moved.refresh()],
        ["a destroy", (moved) => moved.destroy()],
        ["an `up --refresh`", (moved) => moved.tryUp(everything, { refresh: true })],
    ])("never means gone in %s: the error names both addresses, and nothing is created there", async (_how, run) => {
        await stage.up(everything);
        const before = heldIds();
        const moved = atElsewhere();
        const outcome = await run(moved);
        expect(outcome.ok).toBe(false);
        for (const { url } of [elsewhere, stage.emulator]) expect(said(outcome)).toContain(new URL(url).host);
        expect(moved.held.map(({ id }) => id)).toEqual(before);
        expect(elsewhere.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    });

    test("ends a replacement without a wait", async () => {
        await stage.up(everything);
        const moved = atElsewhere();
        const startedAt = stage.clock.now();
        const outcome = await moved.tryUp(() => new Vpc("net", { cidr: "10.1.0.0/16", regionCode }));
        expect(said(outcome)).toContain("was last seen at");
        expect(stage.clock.now() - startedAt).toBeLessThan(seconds(20));
    });

    test("may be the one where it is moved to: found there, that address is noted", async () => {
        await stage.up(db);
        const moved = stage.with({ "clouddb:baseUrl": stage.emulator.url.replace("127.0.0.1", "localhost") });
        expect((await moved.refresh()).ok).toBe(true);
        expect(moved.held.map(({ id }) => id)).toEqual(ids());
        stage.emulator.remove(ids()[0]!);
        // At the address where it was seen last, it is gone; at the first one, that is not known.
        const back = moved.with({ "clouddb:baseUrl": stage.emulator.url });
        expect((await back.refresh()).ok).toBe(false);
        expect(back.held).toHaveLength(1);
        expect((await moved.refresh()).ok).toBe(true);
        expect(moved.held).toEqual([]);
    });

    describe("of another profile", () => {
        const profiled = (profile?: string) => () => {
            new Service("db", { name: "db", regionCode, ...(profile === undefined ? {} : { profile }) });
        };
        test.each([{}, { refresh: true }])(
            "a failed `up` (%j) keeps the profile under which it was found; what the error says to do makes no second",
            async (how) => {
                const other = { baseUrl: elsewhere.url, apiKey: elsewhere.token };
                reconfigure({ "clouddb:profiles": JSON.stringify({ other }) });
                await stage.up(profiled());
                const [id] = ids();
                const failed = await stage.tryUp(profiled("other"), how);
                expect(failed.ok).toBe(false);
                expect([stage.heldAs("db").id, stage.heldAs("db").outputs["profile"]]).toEqual([id, undefined]);
                await stage.refresh();
                await stage.tryUp(profiled("other"), { refresh: true });
                await stage.tryUp(profiled("other"));
                await stage.up(profiled());
                expect([heldIds(), ids(), elsewhere.world.services.size]).toEqual([[id], [id], 0]);
            },
        );
    });
});

describe("what has been created, and that the API does not show yet", () => {
    const hide = (more: Partial<Fault>) => {
        answers(stage, "getService", notFound, more);
        answers(stage, "listServices", answer([]), more);
    };

    test.each([2, 10])("for %d minutes is neither forgotten nor created again", async (time) => {
        once(stage, "createService", () => hide({ lastsMs: minutes(time) }));
        await stage.tryUp(db);
        expect(heldIds()).toEqual(ids());
        const { up } = await stage.up(db, { refresh: true });
        expect(up.ok).toBe(true);
        expect(ids()).toHaveLength(1);
        allIsHeld(stage);
    });

    const unfinished = () =>
        new Service("db", { name: "db", regionCode, connectionPooler: true }, { customTimeouts: { create: "30m" } });
    const leaveUnfinished = async () => {
        answers(stage, "enableServicePooler", { kind: "status", status: 422 });
        expect((await stage.tryUp(unfinished)).ok).toBe(false);
        stage.emulator.faults.clear();
        expect(heldIds()).toEqual(ids());
    };

    test("and is unfinished, is kept by a refresh until the time for its creation is over", async () => {
        await leaveUnfinished();
        const [id] = ids();
        await stage.clock.sleep(minutes(10));
        hide({ count: null });
        await stage.refresh();
        expect(heldIds()).toEqual([id]);
        await stage.clock.sleep(minutes(30));
        await stage.refresh();
        expect(heldIds()).toEqual([]);
    });

    test("and is unfinished, is finished by the next `up --refresh` once it shows", async () => {
        await leaveUnfinished();
        const [id] = ids();
        await stage.clock.sleep(minutes(10));
        hide({ lastsMs: minutes(5) });
        await stage.refresh();
        await stage.clock.sleep(minutes(6));
        await stage.up(unfinished, { refresh: true });
        expect([heldIds(), ids()]).toEqual([[id], [id]]);
    });

    test("and is unfinished and DELETED, is gone", async () => {
        await leaveUnfinished();
        await stage.clock.sleep(minutes(10));
        stage.emulator.drift(ids()[0]!, { status: "DELETED" });
        await stage.refresh();
        expect(stage.held).toEqual([]);
    });
});

test("a VPC that the API hides for minutes after its creation is not taken for deleted: its creation waits until it is shown", async () => {
    const net = () => new Vpc("net", { cidr: "10.0.0.0/16", regionCode });
    // The emulator's times are scaled by 0.02.
    stage.emulator.setQuirks({ hiddenMs: hours(4) });
    const began = stage.clock.now();
    await stage.up(net);
    expect(stage.clock.now() - began).toBeGreaterThanOrEqual(minutes(4));
    expect((await stage.refresh()).ok).toBe(true);
    await stage.up(net);
    allIsHeld(stage);
    expect(stage.emulator.world.vpcs.size).toBe(1);
});

test("a VPC whose first create call lost its answer is not taken for deleted: the timeout counts from the call that was accepted", async () => {
    const net = () => new Vpc("net", { cidr: "10.0.0.0/16", regionCode });
    // 10 minutes, as long as the timeout of the creation.
    stage.emulator.setQuirks({ hiddenMs: (10 * minutes(1)) / 0.02 });
    stage.emulator.faults.add({ endpoint: "createVpc", do: { kind: "hang", when: "before" } });
    const failed = await stage.tryUp(net);
    expect(failed.ok).toBe(false);
    await stage.clock.sleep(minutes(1));
    await stage.refresh();
    expect(stage.held.map(({ id }) => id)).toEqual([...stage.emulator.world.vpcs.keys()]);
});
