// A create makes exactly one, whatever the API answers after the work; and what an interruption leaves can always be got out of.
import { Peering, ReadReplicaSet, Service, Vpc } from "../../../src";
import type { Fault } from "../../../src/emulator";
import { checked } from "../../commands/doctor/support";
import { adopt, answers, hours, interrupted, isRefused, minutes, once, regionCode, said } from "../support/certain";
import { stage } from "../support/eachStage";
import { errorsOf } from "../support/stage";

const ids = () => stage.services.map(({ id }) => id);
const heldIds = () => stage.held.map(({ id }) => id);

describe("a create call that was refused after the work was done", () => {
    const body = (code: string, message: string) => ({ body: { code, message } });
    const refusals: readonly (readonly [string, Omit<Extract<Fault["do"], { kind: "status" }>, "kind" | "when">])[] = [
        ["423", { status: 423, ...body("LOCKED", "The project is locked.") }],
        ["409, busy", { status: 409, ...body("BUSY", "Another operation is in progress.") }],
        ["409, no backup yet", { status: 409, ...body("NO_BACKUP", "The service has no backup yet.") }],
        ["409, the name is taken", { status: 409, ...body("NAME_TAKEN", "The name is taken already.") }],
        ["409 without a reason", { status: 409 }],
        ["400", { status: 400, ...body("INVALID", "The request cannot be carried out.") }],
        ["422, no backup yet", { status: 422, ...body("NOT_READY", "There is no snapshot yet.") }],
        ["403", { status: 403, ...body("FORBIDDEN", "Not allowed.") }],
    ];
    interface Kind {
        readonly endpoint: NonNullable<Fault["endpoint"]>;
        readonly program: () => () => unknown;
        readonly made: () => string[];
    }
    const size = { cpuMillis: 500, memoryGbs: 2 };
    const network = { cidr: "10.0.0.0/16", regionCode };
    const withParent = (make: (id: string) => unknown) => () => {
        const parent = stage.emulator.create.service({ name: "parent" });
        return () => make(parent.id);
    };
    const kinds: Readonly<Record<string, Kind>> = {
        "a service": {
            endpoint: "createService",
            program: () => () => new Service("it", { name: "it", regionCode }),
            made: ids,
        },
        "a service without a name": {
            endpoint: "createService",
            program: () => () => new Service("it", { regionCode }),
            made: ids,
        },
        "a fork": {
            endpoint: "forkService",
            program: withParent(
                (serviceId) => new Service("it", { name: "it", forkFrom: { serviceId, strategy: "NOW" } }),
            ),
            made: () => stage.services.filter(({ name }) => name !== "parent").map(({ id }) => id),
        },
        "a read replica set": {
            endpoint: "createReplicaSet",
            program: withParent((serviceId) => new ReadReplicaSet("it", { serviceId, name: "it", nodes: 1, ...size })),
            made: () => stage.services.flatMap(({ id, replica_sets: sets }) => sets.map((set) => `${id}/${set.id}`)),
        },
        "a VPC": {
            endpoint: "createVpc",
            program: () => () => new Vpc("it", { name: "it", ...network }),
            made: () => [...stage.emulator.world.vpcs.keys()],
        },
        "a peering": {
            endpoint: "createPeering",
            program: () => {
                const { id } = stage.emulator.create.vpc({ name: "net", cidr: network.cidr });
                const peer = { peerAccountId: "1", peerRegionCode: regionCode, peerVpcId: "vpc-1" };
                return () => new Peering("it", { vpcId: id, ...peer });
            },
            made: () =>
                [...stage.emulator.world.vpcs.values()].flatMap((vpc) =>
                    vpc.peerings.map(({ id }) => `${vpc.id}/${id}`),
                ),
        },
    };

    describe.each(Object.keys(kinds))("of %s", (what) => {
        const { endpoint, program: start, made } = kinds[what]!;
        test.each(refusals)("with %s, makes one, which is in the state or in the error", async (_how, refusal) => {
            const program = start();
            answers(stage, endpoint, { kind: "status", ...refusal, when: "after" }, {});
            const up = await stage.tryUp(program);
            const [id, ...others] = made();
            expect(others).toEqual([]);
            if (up.ok) expect(heldIds()).toEqual([id]);
            else expect(`${heldIds().join()} ${said(up)}`).toContain(id);
            const next = await stage.tryUp(program);
            expect(made()).toEqual([id]);
            if (next.ok) expect(heldIds()).toEqual([id]);
            else expect(errorsOf(next).join()).toContain(id);
        });
    });
});

describe("a replacement that deletes first, and that was interrupted while it created", () => {
    type Opts = ConstructorParameters<typeof Service>[2];
    const named =
        (region: string, args: object = {}) =>
        () =>
            new Service("db", { name: "db", regionCode: region, ...args });
    const unnamed =
        (args: object = {}, opts: Opts = {}) =>
        () =>
            new Service("db", { regionCode, ...args }, { deleteBeforeReplace: true, ...opts });

    /** The new one is made; its answer is lost, and so is everything after it. */
    const cutOff = async (work: () => Promise<unknown>) => {
        stage.emulator.faults.add({ endpoint: "createService", do: { kind: "drop", when: "after" } });
        once(stage, "createService", () => answers(stage, "listServices", { kind: "status", status: 401 }));
        await work();
        stage.emulator.faults.clear();
        expect(ids()).toHaveLength(1);
        stage.calls();
    };

    const cases: readonly (readonly [string, () => Promise<unknown>, (args?: object) => () => unknown])[] = [
        [
            "with a given name",
            async () => {
                await stage.up(named(regionCode));
                await cutOff(() => stage.tryUp(named("eu-west-1")));
            },
            (args) => named("eu-west-1", args),
        ],
        [
            "with a generated name, forced by `--replace`",
            async () => {
                await stage.up(unnamed());
                await cutOff(() => stage.tryUp(unnamed(), { replace: ["db"] }));
            },
            (args) => unnamed(args),
        ],
    ];

    describe.each(cases)("%s", (_what, interrupt, program) => {
        test.each([{}, { refresh: true }])("goes on in the next `up` (%j), or says what to adopt", async (how) => {
            await interrupt();
            const [left] = ids();
            const next = await stage.tryUp(program(), how);
            if (!next.ok) {
                expect(errorsOf(next).join()).toContain(adopt(left!));
                const { up } = await stage.up(program({ adopt: left! }));
                expect(up.ok).toBe(true);
            }
            expect([heldIds(), ids()]).toEqual([[left], [left]]);
            expect(stage.calls().filter((call) => call !== "updateServicePassword")).toEqual([]);
            const { up } = await stage.up(program());
            expect(up.ok).toBe(true);
            expect([heldIds(), ids()]).toEqual([[left], [left]]);
        });

        test("can be got out of with `adopt`", async () => {
            await interrupt();
            const [left] = ids();
            await stage.up(program({ adopt: left! }));
            expect([heldIds(), ids()]).toEqual([[left], [left]]);
        });

        test("is a finding of the doctor, who names what is left beside the resource", async () => {
            await interrupt();
            const [left] = ids();
            const { findings } = await checked(stage.emulator, JSON.stringify(stage.stack.state));
            const finding = findings.find(({ urn }) => urn?.endsWith("::db"));
            expect(finding?.what).toContain(left);
            expect(finding?.repair).toMatch(new RegExp(`pulumi up|adopt: "${left!}"`));
        });
    });
});

describe("what an interrupted create has left under another generated name of this resource", () => {
    const orders =
        (args: object = {}) =>
        () =>
            new Service("orders", { regionCode, ...args });
    const ways: readonly (readonly [string, () => void, () => () => unknown])[] = [
        ["`pulumi stack rename`", () => stage.rename("prod"), () => orders()],
        ["a change of the region", () => undefined, () => orders({ regionCode: "eu-west-1" })],
    ];

    test.each(ways)(
        "is told of after %s, by the preview and the `up`, and is not taken",
        async (_what, change, program) => {
            await interrupted(stage, orders());
            const [left] = ids();
            change();
            await stage.clock.sleep(minutes(5));
            const preview = await stage.preview(program());
            const up = await stage.tryUp(program());
            expect([said(preview), said(up)]).toEqual([expect.stringContaining(left!), expect.stringContaining(left!)]);
            expect(heldIds()).not.toContain(left);
            expect(ids()).toContain(left);
        },
    );

    test("is not told of after the hour: by then it may be anybody's", async () => {
        await interrupted(stage, orders());
        const [left] = ids();
        stage.rename("prod");
        await stage.clock.sleep(hours(2));
        const { preview, up } = await stage.up(orders());
        expect(`${said(preview)} ${said(up)}`).not.toContain(left);
    });

    test("is not told of where it is the predecessor in the state", async () => {
        await stage.up(orders());
        const [old] = ids();
        const { preview, up } = await stage.up(orders({ regionCode: "eu-west-1" }));
        expect(`${said(preview)} ${said(up)}`).not.toContain(old);
    });

    test("is not told of where another resource of the program has it", async () => {
        await stage.up(orders());
        const [old] = ids();
        const moved = () => new Service("moved", { regionCode }, { aliases: [{ name: "orders" }] });
        await stage.up(moved);
        const { preview, up } = await stage.up(() => [
            new Service("moved", { regionCode }),
            new Service("orders", { regionCode: "eu-west-1" }),
        ]);
        expect(`${said(preview)} ${said(up)}`).not.toContain(old);
    });
});

test("a name that is given is taken by nobody: an error with `adopt`, however young what has it", async () => {
    const { id } = stage.emulator.create.service({ name: "db", age_ms: 0 });
    await isRefused(stage, () => new Service("db", { name: "db", regionCode }), id, adopt(id));
});

test("a web page with 200 is no answer of the API: what was asked for is asked for again", async () => {
    const db = (connectionPooler: boolean) => () => new Service("db", { regionCode, connectionPooler });
    await stage.up(db(false));
    answers(stage, "enableServicePooler", { kind: "html", when: "before" }, { count: 1 });
    await stage.up(db(true));
    expect(stage.services.map(({ pooler }) => pooler)).toEqual([true]);
});
