// The guide's pipeline for preview environments: its forks have generated names, so that what an interrupted `up` has left is taken over;
// another branch or expiry is another fork; and forks of versions that generated no names stay.
import * as pulumi from "@pulumi/pulumi";
import { PreviewFork, PrivateService, Service, Vpc, type PreviewForkArgs } from "../../src";
import { adopt, interrupted, isRefused, minutes, regionCode } from "./support/certain";
import { stage } from "./support/eachStage";
import { errorsOf, messagesOf, type Stage, stepsOf } from "./support/stage";

const login = { user: "tsdbadmin", database: "tsdb" };
const size = { cpuMillis: 500, memoryGbs: 2 };
let parent: string;
beforeEach(() => void (parent = stage.emulator.create.service({ name: "orders" }).id));

/** As in docs/guides/preview-environments.md. */
const fork =
    (args: Partial<PreviewForkArgs> = {}, name = "orders", options: pulumi.ComponentResourceOptions = {}) =>
    () =>
        new PreviewFork(
            name,
            {
                ...{
                    branch: "pr-42",
                    serviceId: parent,
                    ttlHours: 48,
                    service: { generatePassword: true },
                    login,
                    ...size,
                },
                ...args,
            } as PreviewForkArgs,
            options,
        );
const forks = () => stage.services.filter(({ id }) => id !== parent);
const ids = () => forks().map(({ id }) => id);
const names = () => forks().map(({ name }) => name);

describe("a fork that an interrupted `up` has left", () => {
    test("is taken over by the next one, which ends well and knows its password", async () => {
        const program = fork();
        await interrupted(stage, program);
        const [id, ...others] = ids();
        expect(others).toEqual([]);
        await stage.clock.sleep(minutes(10));
        const { preview } = await stage.up(program);
        expect(messagesOf(preview).join("\n")).toContain(`adopts service ${id!}`);
        expect([ids(), stage.heldAs("orders").id]).toEqual([[id], id]);
        expect(stage.heldAs("orders").outputs["password"]).toBe(forks()[0]!.password);
        const { up } = await stage.up(program);
        expect(stepsOf(up)).toEqual([]);
        await stage.destroy();
        expect(ids()).toEqual([]);
    });

    test("is named after the hour, and can be adopted", async () => {
        await interrupted(stage, fork());
        const [id] = ids();
        await stage.clock.sleep(minutes(70));
        await isRefused(stage, fork(), id!, adopt(id!));
        await stage.up(fork({ service: { generatePassword: true, adopt: id! } }));
        const { up } = await stage.up(fork());
        expect([stepsOf(up), ids(), stage.heldAs("orders").id]).toEqual([[], [id], id]);
    });

    test("is not in the way of the pipelines of other pull requests, on CI runners", async () => {
        const onCi = { PULUMI_BACKEND_URL: "s3://state", CI: "true" };
        await interrupted(stage.on(onCi), fork());
        const pipelines: Stage[] = [];
        for (const branch of ["pr-43", "pr-44"]) {
            const pipeline = stage.beside().on(onCi);
            pipeline.rename(branch);
            await pipeline.up(fork({ branch }));
            pipelines.push(pipeline);
        }
        expect(new Set([ids()[0], ...pipelines.map((one) => one.heldAs("orders").id)]).size).toBe(3);
    });
});

describe("the name of a fork", () => {
    test("has the branch, a hash and the expiry, and is known in the preview", async () => {
        await stage.up(fork());
        expect(names()).toEqual([expect.stringMatching(/^preview-orders-pr-42-[0-9a-z]{7}-ttl48h$/)]);
        expect(stage.heldAs("orders").inputs["name"]).toBe(names()[0]);
    });

    test("is at most 128 characters long, and a later `up` changes nothing", async () => {
        const long = {
            branch: `${"x".repeat(47)}/${"y".repeat(90)}`,
            expiresAt: "2030-01-31T12:00:00Z",
            ttlHours: undefined,
        };
        const program = () => new PreviewFork("o".repeat(90), { ...long, serviceId: parent });
        await stage.up(program);
        expect(names()[0]).toHaveLength(128);
        const { up } = await stage.up(program);
        expect(stepsOf(up)).toEqual([]);
    });

    test("is the old one with `autoName: plain`", async () => {
        await stage.with({ "clouddb:autoName": "plain" }).up(fork());
        expect(names()).toEqual(["preview-orders-pr-42-ttl48h"]);
    });

    test("stays with a change of anything else", async () => {
        await stage.up(fork());
        const before = names();
        await stage.up(fork({ cpuMillis: 1000, memoryGbs: 4 }));
        expect([names(), forks()[0]!.cpu_millis]).toEqual([before, 1000]);
    });

    test("stays where the branch depends on another resource", async () => {
        const net = (name: string) => new Vpc("net", { name, cidr: "10.0.0.0/16", regionCode });
        const program = (name: string) => () => fork({ branch: pulumi.interpolate`b-${net(name).id}` })();
        await stage.up(program("one"));
        const [before] = ids();
        const { up } = await stage.up(program("one"));
        expect([stepsOf(up), ids()]).toEqual([[], [before]]);
    });
});

test.each<[what: string, args: Partial<PreviewForkArgs>]>([
    ["branch", { branch: "pr-43" }],
    ["branch that reads the same", { branch: "pr/42" }],
    ["time to live", { ttlHours: 24 }],
    ["kind of expiry", { ttlHours: undefined, expiresAt: "2031-01-01T00:00:00Z" }],
])("another %s is another fork, which is created first", async (_what, args) => {
    await stage.up(fork());
    const before = ids();
    stage.calls();
    const { preview, up } = await stage.up(fork(args));
    const steps = ["create-replacement orders", "replace orders", "delete-replaced orders"];
    expect([stepsOf(preview), stepsOf(up)]).toEqual([steps, steps]);
    expect(stage.calls()).toEqual(["forkService", "updateServicePassword", "deleteService"]);
    expect(ids()).not.toEqual(before);
});

describe("a fork whose component is renamed with an alias", () => {
    const renamed = (args: Partial<PreviewForkArgs> = {}) => fork(args, "renamed", { aliases: [{ name: "orders" }] });

    test.each([false, true])("keeps its database and its name (refresh: %s)", async (refresh) => {
        await stage.up(fork());
        const before = [ids(), names()];
        if (refresh) await stage.refresh();
        for (const program of [renamed(), renamed(), fork({}, "again", { aliases: [{ name: "renamed" }] })]) {
            const { preview, up } = await stage.up(program, { refresh });
            expect([stepsOf(preview), stepsOf(up)]).toEqual([[], []]);
            expect([ids(), names()]).toEqual(before);
        }
    });

    test.each(["a renamed", "a moved and renamed"])(
        "keeps its database where the first `up` of %s one stops early",
        async (how) => {
            class Team extends pulumi.ComponentResource {
                constructor() {
                    super("my:index:Team", "team");
                }
            }
            const names = (component: string) => [component, `${component}-vpc`, `${component}-peering`];
            const peering = { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-0a1b2c3d" };
            /** What depends on the size of `first` is registered after it. */
            const program = (cpuMillis: number, suffix: string, options: pulumi.ComponentResourceOptions) => () => {
                const first = new Service("first", { cpuMillis, memoryGbs: cpuMillis / 250 });
                const after = first.cpuMillis.apply((size) => size ?? 0);
                const moved = how.includes("moved") && suffix !== "" ? { parent: new Team() } : {};
                const aliased = (name: string) => ({
                    ...moved,
                    ...(suffix === ""
                        ? {}
                        : { aliases: [{ name, ...("parent" in moved ? { parent: pulumi.rootStackResource } : {}) }] }),
                    ...options,
                });
                const serviceId = after.apply(() => parent);
                new PreviewFork(`fork${suffix}`, { branch: "pr-42", serviceId, ...size }, aliased("fork"));
                const service = { ...size, memoryGbs: after.apply(() => 2) };
                new PrivateService(
                    `net${suffix}`,
                    { regionCode, cidr: "10.9.0.0/16", peering, service },
                    aliased("net"),
                );
            };
            await stage.up(program(1000, "", {}));
            const before = [[...stage.emulator.world.services.keys()], [...stage.emulator.world.vpcs.keys()]];
            stage.emulator.faults.add({
                endpoint: "resizeService",
                do: { kind: "status", status: 400, body: { message: "no capacity" } },
            });
            const failed = await stage.tryUp(program(2000, "-2", {}));
            expect(errorsOf(failed).join()).toContain("no capacity");
            stage.calls();
            const { up } = await stage.up(program(2000, "-2", {}));
            expect([stepsOf(up), stage.calls()]).toEqual([["update first"], ["resizeService"]]);
            expect([[...stage.emulator.world.services.keys()], [...stage.emulator.world.vpcs.keys()]]).toEqual(before);
            expect(stage.held.map(({ name }) => name)).toEqual(expect.arrayContaining(names("net-2")));
        },
    );

    test("is known by its name where a version stored no more", async () => {
        await stage.up(fork());
        const before = ids();
        stage.forgetBookkeeping("orders", "nameAround");
        await stage.refresh();
        const { up } = await stage.up(fork());
        expect([stepsOf(up), ids()]).toEqual([[], before]);
        stage.forgetBookkeeping("orders", "nameAround");
        const { preview } = await stage.up(fork({ branch: "pr-43" }));
        expect(stepsOf(preview)).toContain("replace orders");
    });

    test("is still replaced for another branch", async () => {
        await stage.up(fork());
        await stage.up(renamed());
        const { up } = await stage.up(renamed({ branch: "pr-43" }));
        expect(stepsOf(up)).toContain("replace renamed");
        expect(names()).toEqual([expect.stringMatching(/^preview-renamed-pr-43-[0-9a-z]{7}-ttl48h$/)]);
    });
});

describe("a fork of a version that generated no names", () => {
    /** As that version has declared it. */
    const old = (name: string) => () => {
        const component = new pulumi.ComponentResource("clouddb:index:PreviewFork", "orders");
        const forkFrom = { serviceId: parent, strategy: "LAST_SNAPSHOT" } as const;
        new Service(
            "orders",
            { environment: "DEV", ...size, name, forkFrom, generatePassword: true },
            { parent: component },
        );
    };

    test("keeps its name, with and without a refresh", async () => {
        await stage.up(old("preview-orders-pr-42-ttl48h"));
        const before = ids();
        for (const refresh of [false, true, false]) {
            const { preview, up } = await stage.up(fork(), { refresh });
            expect([stepsOf(preview), stepsOf(up)]).toEqual([[], []]);
        }
        expect([ids(), names()]).toEqual([before, ["preview-orders-pr-42-ttl48h"]]);
    });

    test.each<[string, Partial<PreviewForkArgs>]>([
        ["branch", { branch: "pr-42-fixes" }],
        ["shorter branch, though the rest of the old one is as long as a hash", { branch: "pr" }],
        ["time to live", { ttlHours: 24 }],
    ])("is replaced by one with another %s", async (_what, args) => {
        await stage.up(old("preview-orders-pr-feature-ttl48h"));
        const { up } = await stage.up(fork(args));
        expect(stepsOf(up)).toContain("replace orders");
        expect(names()[0]).toMatch(/-[0-9a-z]{7}-ttl(48|24)h$/);
    });
});
