// Everything around the calls: configuration by the environment, and a missing log receiver.
import { failureOf } from "../support/inProcess";
import { withRig, type Rig } from "./support";

const region = "us-east-1";

test("the environment configures the provider, and an invalid key in it is reported once", () =>
    withRig(
        async (rig) => {
            await rig.provider.configure({ "clouddb:baseUrl": rig.emulator.url });
            const failure = await failureOf(rig.provider.check("", {}, rig.inputs("Vpc", "net", {})));
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
