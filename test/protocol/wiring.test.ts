// Everything around the calls: configuration, the number of API requests, logging, and a missing log receiver.
import type { PropertyMap } from "../support/propertyMaps";
import { failureOf, urnOf, withRig, type Rig, type Type } from "./support";

const region = "us-east-1";
const net = { cidr: "10.0.0.0/16", regionCode: region };
const ask = (rig: Rig, endpoint: string) => rig.emulator.requests().filter((one) => one.endpoint === endpoint).length;

describe("the project", () => {
    test("is asked for once, by the first that needs it, however many come together", () =>
        withRig(async (rig) => {
            await rig.provider.check("", {}, rig.inputs("Vpc", "net", net));
            expect(rig.emulator.requests()).toEqual([]);
            const names = ["a", "b", "c", "d"];
            const made = await Promise.all(
                names.map((name, n) => rig.created("Vpc", name, { ...net, cidr: `10.${n}.0.0/16` })),
            );
            await rig.created("Service", "db", { regionCode: region });
            await Promise.all(made.map(({ id, outs }) => rig.provider.read(id, outs)));
            expect(ask(rig, "getCallerIdentity")).toBe(1);
            // Before the creations, to see what they have made, and for the reads: fewer than one for each.
            expect(ask(rig, "listVpcs")).toBeLessThanOrEqual(6);
            for (const { outs } of made) expect(outs["projectId"]).toBe(rig.emulator.projectId);
        }));

    test("that the state names is not asked for", () =>
        withRig(async (rig) => {
            const { id } = rig.emulator.create.vpc({ name: "net" });
            const stored = { ...rig.inputs("Vpc", "net", {}), projectId: rig.emulator.projectId };
            expect((await rig.provider.read(id, stored)).id).toBe(id);
            expect(rig.emulator.requests().map(({ endpoint }) => endpoint)).toEqual(["getVpc"]);
        }));

    test("that could not be asked for once is asked for again", () =>
        withRig(async (rig) => {
            rig.emulator.faults.add({ endpoint: "getCallerIdentity", do: { kind: "status", status: 401, body: {} } });
            const urn = urnOf("Vpc", "net");
            const failure = await failureOf(rig.provider.create(urn, rig.inputs("Vpc", "net", net)));
            expect(failure.message).toContain("401");
            expect(failure.kept).toBeUndefined();
            expect((await rig.provider.create(urn, rig.inputs("Vpc", "net", net))).id).not.toBe("");
        }));
});

test("the environment configures as well, and what is set there late is not looked at twice", () =>
    withRig(
        async (rig) => {
            await rig.provider.configure({ "clouddb:baseUrl": rig.emulator.url });
            const failure = await failureOf(rig.provider.check("", {}, rig.inputs("Vpc", "net", net)));
            expect(failure.message).toBe(
                "The API key contains a space, a line break or another character that is not visible ASCII. Check for characters that were copied with it.",
            );
            // The SDK would print it once more.
            expect(rig.provider.printed).not.toContain(failure.message);
        },
        { configure: false, environment: { CLOUDDB_API_KEY: "a key" } },
    ));

describe("where there is no engine", () => {
    const life = async ({ provider, created, updated, inputs }: Rig) => {
        const db = await created("Service", "db", { regionCode: region, cpuMillis: 1000, memoryGbs: 4 });
        const changed = await updated(db, { regionCode: region, cpuMillis: 2000, memoryGbs: 8 });
        const other = await provider.check("", db.inputs, inputs("Service", "db", { regionCode: "eu-west-1" }));
        expect(await provider.diff(db.id, changed.outs, other.inputs)).toMatchObject({ replaces: ["regionCode"] });
        await provider.delete(db.id, changed.outs);
        expect(provider.printed).toMatch(/^\d+\n$/);
        expect(provider.log).toEqual([]);
    };

    test.each([["nowhere"], ["/tmp/engine.sock"], ["--help"]])(
        "at what is no address (%s), all goes on without a message",
        (engine) => withRig(life, { engine }),
    );
});

describe("what came to nothing in the bags", () => {
    const isPlain = (value: unknown): boolean =>
        value !== null &&
        value !== undefined &&
        (typeof value !== "object" || Object.values(value).every((item) => isPlain(item)));

    test.each<[Type, PropertyMap]>([
        ["Vpc", { ...net, name: null, projectId: null, adopt: null }],
        ["Service", { regionCode: region, vpcId: null, forkFrom: null, password: null, addons: [], paused: null }],
    ])("of a %s: a null counts as not given, and none is stored", (type, args) =>
        withRig(async ({ created, provider, emulator, calls }) => {
            const { id, inputs, outs } = await created(type, "thing", args);
            // The default name is an input as well.
            const given = [...Object.keys(args).filter((key) => args[key] !== null), "name"];
            expect(
                Object.keys(inputs)
                    .filter((key) => !key.startsWith("__"))
                    .sort(),
            ).toEqual(given.sort());
            expect((outs["__clouddb"] as { given: string[] }).given).toEqual(given.sort());
            expect(isPlain(inputs) && isPlain(outs)).toBe(true);
            const read = await provider.read(id, outs);
            expect(isPlain(read.props) && isPlain(read.inputs)).toBe(true);
            expect(read.inputs).toEqual(inputs);
            calls();
            expect(
                await provider.diff(id, { ...outs, vpcId: null, poolerEndpoint: null }, { ...inputs, vpcId: null }),
            ).toMatchObject({ changes: false });
            expect(emulator.requests()).toEqual([]);
        }),
    );
});

test("two resources of one service in parallel take turns, and both arrive", () =>
    withRig(async (rig) => {
        const { emulator, created, updated } = rig;
        const db = await created("Service", "db", { regionCode: region, cpuMillis: 1000, memoryGbs: 4 });
        const set = (name: string, cpuMillis = 1000) => ({ serviceId: db.id, name, nodes: 1, cpuMillis, memoryGbs: 4 });
        emulator.drift(db.id, { backup_at: 0 });
        const one = await created("ReadReplicaSet", "one", set("one"));
        emulator.clearRequests();
        const [resized, grown, made] = await Promise.all([
            updated(db, { regionCode: region, cpuMillis: 2000, memoryGbs: 8, replicaCount: 1 }),
            updated(one, set("one", 2000)),
            created("ReadReplicaSet", "two", set("two")),
        ]);
        expect(resized.outs).toMatchObject({ cpuMillis: 2000, replicaCount: 1, status: "READY" });
        expect(grown.outs).toMatchObject({ cpuMillis: 2000, status: "active" });
        expect(made.outs).toMatchObject({ name: "two", status: "active" });
        const done = emulator.requests().filter(({ method, status = 0 }) => method === "POST" && status < 300);
        const names = done.map(({ endpoint }) => endpoint ?? "").sort();
        expect(names).toEqual(["createReplicaSet", "resizeReplicaSet", "resizeService", "setServiceHa"]);
    }));

test("a time-out says what was awaited and how it goes on; the update that follows does", () =>
    withRig(async ({ provider, emulator, created, inputs, calls }) => {
        const db = await created("Service", "db", { regionCode: region, cpuMillis: 1000, memoryGbs: 4 });
        emulator.faults.add({ endpoint: "resizeService", do: { kind: "stuck" } });
        const args = { regionCode: region, cpuMillis: 2000, memoryGbs: 8, connectionPooler: true };
        const { inputs: news } = await provider.check("", db.inputs, inputs("Service", "db", args, { update: "90s" }));
        const failure = await failureOf(provider.update(db.id, db.outs, news));
        expect(failure.message).toBe(
            `service ${db.id}: resizing to 2 CPU / 8 GB did not complete within 1 m 30 s (status UPGRADING). ` +
                "The next `pulumi up` goes on from there; `customTimeouts: { update: ... }` allows longer.",
        );
        expect(failure.kept).toMatchObject({ id: db.id, reasons: [failure.message] });
        expect(failure.kept!.properties).toMatchObject({ status: "UPGRADING", __provider: news["__provider"] });
        emulator.finish(db.id);
        calls();
        const { outs } = await provider.update(db.id, failure.kept!.properties, news);
        expect(outs).toMatchObject({ cpuMillis: 2000, memoryGbs: 8, connectionPooler: true, status: "READY" });
        expect(calls()).toEqual(["enableServicePooler"]);
    }));

describe("PeeringActivation", () => {
    test("waits until the other side has accepted, and owns nothing", () =>
        withRig(async ({ provider, emulator, created, inputs, calls }) => {
            const vpc = await created("Vpc", "net", net);
            const far = { peerAccountId: "123456789012", peerRegionCode: region, peerVpcId: "vpc-1" };
            const peering = await created("Peering", "peer", { vpcId: vpc.id, ...far });
            emulator.acceptPeering(peering.id.split("/")[1]!);
            const active = await created("PeeringActivation", "active", { peeringId: peering.id });
            expect(active.id).toBe(peering.id);
            expect(active.outs).toMatchObject({ status: "active", peeringId: peering.id });
            const read = await provider.read(active.id, active.outs);
            expect(read.inputs).toEqual(active.inputs);
            const other = inputs("PeeringActivation", "active", { peeringId: "v/p" });
            expect(await provider.diff(active.id, active.outs, other)).toMatchObject({ replaces: ["peeringId"] });
            calls();
            await provider.delete(active.id, active.outs);
            expect(emulator.requests()).toEqual([]);
        }));
});
