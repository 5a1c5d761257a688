// A creation takes over only what is proven to be its own leftover, and no two resources of a program share a database.
import { ReadReplicaSet, Service, Vpc } from "../../../src";
import { type Drift, VirtualClock } from "../../../src/emulator";
import type { Outcome } from "../../histories/engine/operate";
import { stateDeleted, stateRenamed } from "../../histories/stackCommands";
import {
    adopt,
    anAge,
    answer,
    answers,
    hours,
    interrupted,
    isRefused,
    minutes,
    notFound,
    nothingIsShared,
    raw,
    regionCode,
    said,
} from "../support/certain";
import { stage } from "../support/eachStage";
import { errorsOf, messagesOf, type Stage, urnOf } from "../support/stage";

/** Sets the calendar time of the machine behind the API's. */
function setMachineBack(ms: number): void {
    const { clock } = stage;
    if (clock instanceof VirtualClock) clock.setBack(ms);
}
afterEach(() => setMachineBack(0));

type Args = NonNullable<ConstructorParameters<typeof Service>[1]>;
type Opts = ConstructorParameters<typeof Service>[2];

const orders = (args: Args = {}, opts: Opts = {}) => new Service("orders", { regionCode, ...args }, opts);
const renamed = () => new Service("renamed", { regionCode });
const net = () => new Vpc("net", { cidr: "10.0.0.0/16", regionCode });
const set = (serviceId: Service["id"] | string) =>
    new ReadReplicaSet("reports", { serviceId, nodes: 1, cpuMillis: 500, memoryGbs: 2 });
const ids = () => stage.services.map(({ id }) => id);
const nothing = () => undefined;

/** The error names what it is about. */
function names(outcome: Outcome, id: string): void {
    expect(outcome.ok).toBe(false);
    expect(errorsOf(outcome).join("\n")).toContain(id);
}

/** Preview and `up` fail and name the service, which nobody has taken over. */
async function fails(program: () => unknown, id: string): Promise<void> {
    for (const outcome of [await stage.preview(program), await stage.tryUp(program)]) names(outcome, id);
    nothingIsShared(stage);
    expect(ids()).toEqual([id]);
}

const urn = urnOf("Service", "orders");
const stateRename = () => void (stage.stack = stateRenamed(stage.stack, urn, "renamed")!);

describe("a service that has the generated name, and that another resource manages", () => {
    /** Each makes a service, and leaves a stack in which nothing has it. */
    const ways: readonly (readonly [string, () => Promise<Stage>])[] = [
        [
            "in the stack that had this stack's name before `pulumi stack rename`",
            async () => {
                await stage.up(orders);
                stage.rename("old");
                return stage.beside();
            },
        ],
        [
            "in the stack that `pulumi state move` has moved it to",
            async () => {
                await stage.up(orders);
                stage.stack = stateDeleted(stage.stack, urn)!;
                return stage;
            },
        ],
        [
            "in a stack of the same name whose state has been lost",
            async () => {
                await stage.up(orders);
                return stage.beside();
            },
        ],
        [
            "no longer, since it was retained on delete",
            async () => {
                await stage.up(() => orders({}, { retainOnDelete: true }));
                await stage.up(nothing);
                return stage;
            },
        ],
    ];

    test.each(ways)(
        "%s, is not taken over, and outlives a `destroy`: an error names it, its age and `adopt`",
        async (_where, make) => {
            const other = await make();
            const [id] = ids();
            await stage.clock.sleep(hours(2));
            await isRefused(other, orders, id!, adopt(id!), anAge);
            await other.destroy();
            expect(ids()).toEqual([id]);
        },
    );
});

describe.each([
    ["declared first", (one: () => unknown, other: () => unknown) => () => [one(), other()]],
    ["declared last", (one: () => unknown, other: () => unknown) => () => [other(), one()]],
])("what another resource of the program has, %s,", (_when, both) => {
    test("is not taken over by its generated name after an alias", async () => {
        await stage.up(orders);
        const [id] = ids();
        await stage.up(() => new Service("renamed", { regionCode }, { aliases: [{ name: "orders" }] }));
        await isRefused(stage, both(renamed, orders), id!);
    });

    test("is not taken over by its generated name after `pulumi state rename`", async () => {
        await stage.up(orders);
        const [id] = ids();
        stateRename();
        await isRefused(stage, both(renamed, orders), id!);
    });

    test("is not taken over by its generated name after `pulumi state rename`, where the other one would be replaced", async () => {
        await stage.up(orders);
        const [id] = ids();
        stateRename();
        const program = both(() => new Service("renamed", { name: "renamed", regionCode }), orders);
        names(await stage.preview(program), id!);
    });

    test("is not taken over by its generated name after `pulumi state rename`, where a replacement would delete first", async () => {
        const options = { deleteBeforeReplace: true };
        const first = () => new Service("orders", { regionCode }, options);
        await stage.up(first);
        const [id] = ids();
        stateRename();
        await isRefused(stage, both(renamed, first), id!);
        nothingIsShared(stage);
    });

    test("is not taken over by its generated name where the other one adopts it", async () => {
        await interrupted(stage, orders);
        const [id] = ids();
        const copy = () => new Service("copy", { adopt: id! });
        await fails(both(copy, orders), id!);
    });

    test.each([{}, { onNameConflict: "ignore" as const }])("is not adopted by its id, with %j", async (policy) => {
        await stage.up(() => new Service("a", { name: "db", ...policy }));
        const [id] = ids();
        const program = both(
            () => new Service("a", { name: "db", ...policy }),
            () => new Service("b", { adopt: id!, ...policy }),
        );
        await isRefused(stage, program, id!);
        nothingIsShared(stage);
    });

    test("is not adopted from one that is deleted first", async () => {
        await stage.up(() => new Service("a", { regionCode }));
        const [id] = ids();
        const program = both(
            () => new Service("a", { regionCode, addons: ["ai"] }, { deleteBeforeReplace: true }),
            () => new Service("b", { adopt: id! }),
        );
        await fails(program, id!);
        names(await stage.tryUp(program), id!);
        expect(ids()).toEqual([id]);
    });

    test.each([{}, { onNameConflict: "ignore" as const }])("is not adopted by two at once, with %j", async (policy) => {
        const { id } = stage.emulator.create.service({ name: "db" });
        const program = both(
            () => new Service("a", { adopt: id, ...policy }),
            () => new Service("b", { adopt: id, ...policy }),
        );
        await fails(program, id);
    });
});

describe("what another resource of the state has, which the program declares last,", () => {
    const ways: readonly (readonly [string, () => unknown])[] = [
        ["an alias", () => stage.up(() => new Service("renamed", { regionCode }, { aliases: [{ name: "orders" }] }))],
        ["`pulumi state rename`", stateRename],
    ];

    test.each(ways)("is not taken over after %s where a refresh has read it", async (_way, rename) => {
        await stage.up(orders);
        const [id] = ids();
        await rename();
        stage.calls();
        const program = () => {
            const first = orders({ connectionPooler: true });
            return new Service("renamed", { regionCode }, { dependsOn: first });
        };
        const outcome = await stage.tryUp(program, { refresh: true });
        names(outcome, id!);
        expect(said(outcome)).toContain("two resources cannot share one");
        expect(said(outcome)).not.toContain(adopt(id!));
        expect(stage.calls()).toEqual([]);
        expect(stage.held.map(({ name }) => name)).toEqual(["renamed"]);
    });

    test("is not deleted through the entry that shares it, once a refresh has read both", async () => {
        await stage.up(() => new Service("kept", { name: "kept", regionCode }));
        const [id] = ids();
        // As an `up` without a preview leaves it.
        stage.importAgain("kept", "twice", { owner: "another" });
        const program = () => {
            const first = new Service("twice", { name: "other", regionCode }, { deleteBeforeReplace: true });
            return new Service("kept", { name: "kept", regionCode }, { dependsOn: first });
        };
        await stage.tryUp(program, { refresh: true });
        expect(ids()).toContain(id);
        await stage.destroy({ refresh: true });
        expect([ids(), stage.held]).toEqual([[], []]);
    });
});

test("a database outlives the remainder that `pulumi state rename` has left of it, where what that depends on is replaced", async () => {
    const network = (cidr: string, opts = {}) => new Vpc("net", { cidr, regionCode }, opts);
    await stage.up(() => orders({ regionCode: network("10.0.0.0/16").regionCode }));
    stateRename();
    const [id] = ids();
    // The engine asks how what depends on it would change, which is the remainder. That still has the URN of its creation in its inputs.
    const program = (cidr: string) => () => network(cidr, { deleteBeforeReplace: true, dependsOn: orders() });
    await stage.tryUp(program("10.1.0.0/16"));
    expect(ids()).toEqual([id]);
    await stage.up(program("10.2.0.0/16"));
    expect(ids()).toEqual([id]);
    expect(stage.held.map(({ name }) => name)).toEqual(["orders", "net"]);
});

test("what only a list shows, and its own GET does not, is not adopted", async () => {
    const { id } = stage.emulator.create.service({ name: "db" });
    const ghosts = await raw(stage, "services");
    stage.emulator.remove(id);
    answers(stage, "listServices", answer(ghosts), { count: null });
    await isRefused(stage, () => new Service("db", { adopt: id }), id);
    expect(stage.held).toEqual([]);
});

/** What a service shows that another service of the name would, and not the one that was asked for. */
const differences: readonly (readonly [what: string, asked: Args, shown: Drift])[] = [
    ["PROD, which was not asked for", {}, { environment: "PROD" }],
    ["DEV instead of PROD", { environment: "PROD", deletionProtection: false }, { environment: "DEV" }],
    ["an HA replica that was not asked for", {}, { replica_count: 1 }],
    ["no HA replica instead of one", { replicaCount: 1 }, { replica_count: 0 }],
    ["another size", { cpuMillis: 500, memoryGbs: 2 }, { cpu_millis: 1000, memory_gbs: 4 }],
];

describe("what an interrupted `up` has left", () => {
    test("is taken over within the hour; the preview says when it was created, and that a later delete deletes it", async () => {
        await interrupted(stage, orders);
        const [id] = ids();
        await stage.clock.sleep(minutes(50));
        const { preview } = await stage.up(orders);
        const note = messagesOf(preview).find((message) => message.includes(id!));
        expect(note).toMatch(/creat\w*.*(\d ?m|minutes?|2030-)/);
        expect(note).toMatch(/delete/);
        expect([ids(), stage.heldAs("orders").id]).toEqual([[id], id]);
    });

    test("of a replacement is announced by the preview as well", async () => {
        await stage.up(orders);
        const [old] = ids();
        const moved = () => orders({ regionCode: "eu-west-1" });
        // The first GET is the look before the replacement is begun.
        stage.emulator.faults.add({
            do: { kind: "status", status: 403 },
            endpoint: "getService",
            after: 1,
            count: null,
        });
        const { stack } = stage;
        expect((await stage.tryUp(moved)).ok).toBe(false);
        stage.emulator.faults.clear();
        stage.stack = stack;
        const left = ids().find((id) => id !== old);
        const { preview } = await stage.up(moved);
        expect(messagesOf(preview).join("\n")).toContain(`adopts service ${left!}`);
        expect(ids()).toEqual([left]);
    });

    test("is not taken over after the hour", async () => {
        await interrupted(stage, orders);
        const [id] = ids();
        await stage.clock.sleep(minutes(70));
        await isRefused(stage, orders, id!, adopt(id!), anAge);
    });

    test("is as old as the API's own clock says: too old for a machine whose clock is late", async () => {
        await interrupted(stage, orders);
        const [id] = ids();
        await stage.clock.sleep(hours(2));
        setMachineBack(hours(2));
        await isRefused(stage, orders, id!, adopt(id!));
    });

    test("is as old as the API's own clock says: young for a machine whose clock is early", async () => {
        await interrupted(stage, orders);
        const [id] = ids();
        setMachineBack(-hours(2));
        await stage.up(orders);
        expect([ids(), stage.heldAs("orders").id]).toEqual([[id], id]);
    });

    test.each([5, -5])("is as old as it is where one answer has a Date that is %d days ahead", async (days) => {
        await interrupted(stage, orders);
        const [id] = ids();
        const date = new Date(stage.emulator.now() + hours(24 * days)).toUTCString();
        answers(stage, "listServices", answer(await raw(stage, "services"), { date }));
        await stage.up(orders);
        expect([ids(), stage.heldAs("orders").id]).toEqual([[id], id]);
    });

    test.each(differences)("is not taken over where it shows %s", async (_what, args, shows) => {
        await interrupted(stage, () => orders(args));
        const [id] = ids();
        stage.emulator.drift(id!, shows);
        await isRefused(stage, () => orders(args), id!, adopt(id!));
    });

    describe("and that the API is still creating, so that it does not show all of it", () => {
        const slow = () => orders({ replicaCount: 1 }, { customTimeouts: { create: "20m" } });
        /** The `up` that is interrupted. */
        const begun = async (): Promise<string> => {
            stage.emulator.faults.add({ endpoint: "createService", do: { kind: "stuck" } });
            await interrupted(stage, () => orders({ replicaCount: 1 }, { customTimeouts: { create: "2m" } }));
            return ids()[0]!;
        };
        /** What happens some looks later. */
        const later = (act: () => unknown): void => {
            let looks = 0;
            const end = stage.emulator.intercept({
                before({ endpoint }) {
                    if (endpoint !== "getService" || ++looks < 20) return;
                    end();
                    act();
                },
            });
        };

        test("is waited for, and taken over once it does", async () => {
            const id = await begun();
            const preview = await stage.preview(slow);
            expect(said(preview)).toContain(`waits until service ${id} is created, and adopts it`);
            later(() => stage.emulator.finish());
            const { up } = await stage.up(slow);
            expect(said(up)).toContain("takes over the service");
            expect([ids(), stage.heldAs("orders").id]).toEqual([[id], id]);
            expect(stage.calls()).not.toContain("createService");
        });

        test("is not taken over where it then shows something else", async () => {
            const id = await begun();
            later(() => {
                stage.emulator.finish();
                stage.emulator.drift(id, { replica_count: 0 });
            });
            names(await stage.tryUp(slow), id);
            expect(ids()).toEqual([id]);
        });

        test("is named by the error where that takes longer than the timeout", async () => {
            const id = await begun();
            names(await stage.tryUp(slow), id);
            expect(ids()).toEqual([id]);
        });
    });

    test("is not taken over where only a list shows it: its own GET is a 404", async () => {
        await interrupted(stage, orders);
        const [id] = ids();
        const ghosts = await raw(stage, "services");
        stage.emulator.remove(id!);
        answers(stage, "listServices", answer(ghosts), { count: null });
        answers(stage, "getService", notFound, { count: null, path: `*/services/${id!}` });
        await stage.tryUp(orders);
        expect(stage.held.map((one) => one.id)).not.toContain(id);
        stage.emulator.faults.clear();
        await stage.clock.sleep(minutes(2));
        await stage.up(orders);
        expect(stage.held.map((one) => one.id)).toEqual(ids());
    });

    test("is not taken over with `retainOnDelete`: it may be the predecessor, which a forced replacement keeps", async () => {
        const program = () => orders({}, { retainOnDelete: true });
        await stage.up(program);
        stage.taint("orders");
        await isRefused(stage, program, ids()[0]!, '`onNameConflict: "ignore"`');
    });

    describe("as a fork", () => {
        const fork = (serviceId: string, forkFrom: object) => () =>
            new Service("copy", { forkFrom: { serviceId, strategy: "NOW", ...forkFrom } });
        const pitr = (targetTime: string) => ({ strategy: "PITR", targetTime });
        const others: readonly (readonly [string, object, object])[] = [
            ["another moment", pitr("2029-12-31T12:00:00Z"), pitr("2029-12-31T18:00:00Z")],
            ["the last snapshot instead of now", {}, { strategy: "LAST_SNAPSHOT" }],
            ["a moment instead of now", {}, pitr("2029-12-31T18:00:00Z")],
        ];
        test.each(others)("is not taken for one of %s", async (_what, before, now) => {
            const parent = stage.emulator.create.service({ name: "parent" });
            await interrupted(stage, fork(parent.id, before));
            const left = ids().at(-1)!;
            const up = await stage.tryUp(fork(parent.id, now));
            expect(stage.held.map(({ id }) => id)).not.toContain(left);
            expect(ids()).toContain(left);
            if (!up.ok) expect(said(up)).toContain(left);
        });

        test("of the same moment is taken over", async () => {
            const parent = stage.emulator.create.service({ name: "parent" });
            const program = fork(parent.id, pitr("2029-12-31T12:00:00Z"));
            await interrupted(stage, program);
            await stage.up(program);
            expect(stage.held.map(({ id }) => id)).toEqual([ids().at(-1)]);
            expect(ids()).toHaveLength(2);
        });
    });

    test("as a VPC, which shows no time, is never taken over: an error says how to adopt it", async () => {
        await interrupted(stage, () => net());
        const [id] = [...stage.emulator.world.vpcs.keys()];
        await isRefused(stage, () => net(), id!, adopt(id!));
        await stage.up(() => new Vpc("net", { cidr: "10.0.0.0/16", regionCode, adopt: id! }));
        expect([...stage.emulator.world.vpcs.keys()]).toEqual([stage.heldAs("net").id]);
    });
});

describe("a read replica set without a name", () => {
    const sets = () => stage.services.flatMap(({ id, replica_sets }) => replica_sets.map((one) => `${id}/${one.id}`));

    test("gets a generated one", async () => {
        await stage.up(() => set(orders().id));
        expect(stage.services[0]!.replica_sets.map(({ name }) => name)).toEqual([
            expect.stringMatching(/^reports-[0-9a-z]{7}$/),
        ]);
    });

    test("that an interrupted `up` has left under a parent of this program is taken over", async () => {
        await stage.up(orders);
        await interrupted(stage, () => set(orders().id));
        const [left] = sets();
        expect(left).toBeDefined();
        await stage.up(() => set(orders().id));
        expect([sets(), stage.heldAs("reports").id]).toEqual([[left], left]);
    });

    test("that is under a parent which this program does not manage is not taken over", async () => {
        const parent = stage.emulator.create.service({ name: "parent" });
        await interrupted(stage, () => set(parent.id));
        const [left] = sets();
        await isRefused(stage, () => set(parent.id), left!, adopt(left!));
    });
});

describe("what somebody else has created while the answer to our create was lost", () => {
    test.each(differences)("is not taken for ours where it shows %s", async (_what, args, shows) => {
        let theirs: string | undefined;
        stage.emulator.intercept({
            before({ endpoint }) {
                if (endpoint !== "createService" || theirs !== undefined) return undefined;
                theirs = stage.emulator.create.service({ name: "db", age_ms: 0, ...shows }).id;
                return "drop";
            },
        });
        await stage.tryUp(() => new Service("db", { name: "db", regionCode, ...args }));
        expect(theirs).toBeDefined();
        expect(stage.held.map(({ id }) => id)).not.toContain(theirs);
        expect(stage.services.find(({ id }) => id === theirs)).toMatchObject(shows);
    });
});
