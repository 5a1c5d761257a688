// The provider's process: what it makes of the line that a state stores instead of code, what it prints, and where it gets its
// configuration and its engine from.
import * as pulumi from "@pulumi/pulumi";
import type { PropertyMap } from "../../support/propertyMaps";
import { registrationsOf, unwrapped } from "../../support/monitor";
import { Service } from "../../../src";
import { failureOf, urnOf } from "../../support/inProcess";
import { type Rig, withRig } from "./support";

const region = "us-east-1";

/** A dynamic resource of the SDK with the same type. */
class Theirs extends pulumi.dynamic.Resource {
    constructor(name: string) {
        const provider: pulumi.dynamic.ResourceProvider = {
            check: (_olds: unknown, news: unknown) => Promise.resolve({ inputs: news }),
            create: () => Promise.resolve({ id: "theirs", outs: { made: true } }),
        };
        super(provider, name, { regionCode: "us-east-1" }, {}, "clouddb", "Service");
    }
}

test("our resources and those of the SDK have the same type, property and host", async () => {
    const [theirs, ours] = await registrationsOf(async () => {
        await new Promise((resolve) => new Theirs("theirs").urn.apply(resolve));
        new Service("ours", { regionCode: "us-east-1" });
    });
    expect(ours!.type).toBe(theirs!.type);
    const [bagOfTheirs, bagOfOurs] = [theirs, ours].map((one) => unwrapped(one!.properties) as PropertyMap);
    const added = Object.keys(bagOfOurs!).filter((key) => !(key in bagOfTheirs!));
    expect(added).toEqual(["__clouddb"]);
    expect(typeof bagOfTheirs!["__provider"]).toBe("string");
    expect(String(bagOfOurs!["__provider"]).length * 10).toBeLessThan(String(bagOfTheirs!["__provider"]).length);
    await withRig(async ({ provider }) => {
        for (const bag of [bagOfTheirs!, bagOfOurs!]) {
            const { inputs, failures } = await provider.check(urnOf("Service", "thing"), {}, bag);
            expect(failures).toEqual([]);
            // Only the default name is added.
            const hidden = bag["__clouddb"] as PropertyMap | undefined;
            const added =
                hidden === undefined
                    ? {}
                    : {
                          name: expect.stringMatching(/^ours-\w{7}$/) as unknown,
                          __clouddb: { ...hidden, autoNamed: "unique" },
                      };
            expect(inputs).toEqual({ ...bag, ...added });
            const { id, outs } = await provider.create(urnOf("Service", "thing"), inputs);
            expect(id).not.toBe("");
            expect(outs["__provider"]).toBe(bag["__provider"]);
        }
    });
});

test("an error of diff, read or delete is only its message, which is not printed as well", () =>
    withRig(async ({ provider, created, inputs, emulator }) => {
        const db = await created("Service", "db", { regionCode: region, environment: "PROD" });
        const before = provider.printed;
        const elsewhere = inputs("Service", "db", { regionCode: "eu-west-1", environment: "PROD" });
        const unchanged = await failureOf(provider.diff(db.id, db.outs, elsewhere));
        expect(unchanged.message).toMatch(
            /^regionCode cannot change in place, and service "db-\w{7}" is protected from deletion\. To keep it, undo the change in the program\. To allow it: 1\. /,
        );
        const refused = await failureOf(provider.delete(db.id, db.outs));
        expect(refused.message).toBe(
            `service "${String(db.outs["name"])}" is protected from deletion. To allow it: 1. set \`deletionProtection: false\` on the resource and run \`pulumi up\`; 2. then delete or replace it.`,
        );
        emulator.faults.add({
            verb: "GET",
            count: null,
            do: { kind: "status", status: 403, body: { message: "not yours" } },
        });
        const forbidden = await failureOf(provider.read(db.id, db.outs));
        expect(forbidden.message).toContain("403 not yours");
        const printed = provider.printed.slice(before.length).trimEnd().split("\n");
        expect(new Set(printed)).toEqual(
            new Set(["pulumi-clouddb: an operation failed. Its resource shows the error."]),
        );
    }));

test("progress and plans are ephemeral messages of the resource, warnings stay", () =>
    withRig(async ({ provider, created, updated, inputs }) => {
        const db = await created("Service", "db", { regionCode: region, cpuMillis: 1000, memoryGbs: 4 });
        await updated(db, { regionCode: region, cpuMillis: 4000, memoryGbs: 16, replicaCount: 1 });
        const { inputs: replaced } = await provider.check(
            "",
            db.inputs,
            inputs("Service", "db", { regionCode: "eu-central-1" }),
        );
        await provider.diff(db.id, db.outs, replaced);
        const lines = provider.log;
        // The steps of an update show in the row of the stack as well, which has no URN.
        expect(new Set(lines.map(({ urn }) => urn))).toEqual(new Set([urnOf("Service", "db"), ""]));
        const ofStack = lines.filter(({ urn }) => urn === "").map(({ message, ephemeral }) => ({ message, ephemeral }));
        expect(ofStack[0]).toEqual({ message: "db: resizing 1 CPU / 4 GB -> 4 CPU / 16 GB", ephemeral: true });
        const said = (text: string | RegExp, ephemeral: boolean) =>
            lines.some((line) => line.ephemeral === ephemeral && new RegExp(text).test(line.message));
        expect(said(/^resize 1 CPU \/ 4 GB -> 4 CPU \/ 16 GB, then HA 0 -> 1$/, true)).toBe(true);
        expect(
            said(/^resizing 1 CPU \/ 4 GB -> 4 CPU \/ 16 GB: [A-Z]+( \(waiting for .*\))?(, at most 45 m)?$/, true),
        ).toBe(true);
        expect(
            said(
                /^db: REPLACE: regionCode cannot change in place; its data will be lost; the new one is created first\.$/,
                false,
            ),
        ).toBe(true);
    }));

test("the environment configures the provider, and an invalid key in it is reported once", () =>
    withRig(
        async (rig) => {
            await rig.provider.configure({ "clouddb:baseUrl": rig.emulator.url });
            const failure = await failureOf(
                rig.provider.check("", {}, rig.inputs("Vpc", "net", { cidr: "10.0.0.0/16", regionCode: region })),
            );
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
