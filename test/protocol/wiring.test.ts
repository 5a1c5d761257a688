// Everything around the calls: configuration, the number of API requests, logging, and a missing log receiver.
import type { PropertyMap } from "../support/propertyMaps";
import { failureOf, urnOf, withRig, type Rig, type Type } from "./support";

const region = "us-east-1";
const net = { cidr: "10.0.0.0/16", regionCode: region };
const ask = (rig: Rig, endpoint: string) => rig.emulator.requests().filter((one) => one.endpoint === endpoint).length;

describe("the project", () => {
    test("is requested once, however many resources need it at the same time", () =>
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

    test("is requested again after a failure", () =>
        withRig(async (rig) => {
            rig.emulator.faults.add({ endpoint: "getCallerIdentity", do: { kind: "status", status: 401, body: {} } });
            const urn = urnOf("Vpc", "net");
            const failure = await failureOf(rig.provider.create(urn, rig.inputs("Vpc", "net", net)));
            expect(failure.message).toContain("401");
            expect(failure.kept).toBeUndefined();
            expect((await rig.provider.create(urn, rig.inputs("Vpc", "net", net))).id).not.toBe("");
        }));
});

test("the environment configures the provider, and an invalid key in it is reported once", () =>
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

describe("without an engine", () => {
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
        "at the invalid address %s, the provider works without a message",
        (engine) => withRig(life, { engine }),
    );
});

describe("null inputs", () => {
    const isPlain = (value: unknown): boolean =>
        value !== null &&
        value !== undefined &&
        (typeof value !== "object" || Object.values(value).every((item) => isPlain(item)));

    test.each<[Type, PropertyMap]>([
        ["Vpc", { ...net, name: null, projectId: null, adopt: null }],
        ["Service", { regionCode: region, vpcId: null, forkFrom: null, password: null, addons: [], paused: null }],
    ])("of a %s count as not given, and are not stored", (type, args) =>
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
