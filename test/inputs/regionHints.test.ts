// A region that looks misspelt: the preview of a creation names the nearest, and nothing is refused that the API accepts.
import { Service, Vpc, type ServiceArgs } from "../../src";
import { knownRegions } from "../../src/shared/regions";
import { errorsOf, Stage, stepsOf, warningsOf } from "../rules/support/stage";

let stage: Stage;
beforeEach(async () => void (stage = await Stage.start({}, { lenient: true })));
afterEach(() => stage.stop());

const hint = (meant: string) =>
    `orders: \`regionCode\` is none of the known codes: did you mean ${meant}? The API decides whether it exists.`;

const programs: readonly (readonly [type: string, program: (regionCode?: string) => () => unknown])[] = [
    ["Service", (regionCode) => () => new Service("orders", { regionCode })],
    [
        "Vpc",
        (regionCode = "us-east-1") =>
            () =>
                new Vpc("orders", { cidr: "10.0.0.0/16", regionCode }),
    ],
];

describe.each(programs)("a %s", (_, program) => {
    const hintsFor = async (regionCode?: string) => {
        const preview = await stage.preview(program(regionCode));
        expect(errorsOf(preview)).toEqual([]);
        return warningsOf(preview);
    };

    test.each([
        ["us-esat-1", "us-east-1"],
        ["us-east1", "us-east-1"],
        ["US-EAST-1", "us-east-1"],
        ["eu-centrl-1", "eu-central-1"],
        ["west-europe", "westeurope"],
    ])("in %s: the preview names %s", async (regionCode, meant) => {
        expect(await hintsFor(regionCode)).toEqual([hint(meant)]);
    });

    test.each(["mars", "here-be-dragons", "aws:us-east-1"])("in %s, which is close to none: nothing", async (code) => {
        expect(await hintsFor(code)).toEqual([]);
    });

    test("in a known region, or in one that the API chooses: nothing", async () => {
        for (const regionCode of [...knownRegions, undefined]) expect(await hintsFor(regionCode)).toEqual([]);
    });

    test("only the preview says it, once: neither the `up` nor a run of the unchanged program", async () => {
        const { preview, up } = await stage.up(program("us-esat-1"));
        expect([warningsOf(preview), warningsOf(up)]).toEqual([[hint("us-east-1")], []]);
        const again = await stage.up(program("us-esat-1"));
        expect([again.preview, again.up].flatMap(warningsOf)).toEqual([]);
    });

    test("a change of the region: the preview of the replacement says it once", async () => {
        await stage.up(program("us-east-1"));
        const { preview, up } = await stage.up(program("eu-wset-1"));
        expect(warningsOf(preview).filter((text) => text.includes("did you mean"))).toEqual([hint("eu-west-1")]);
        expect(warningsOf(up).filter((text) => text.includes("did you mean"))).toEqual([]);
        expect(stepsOf(up)).toContain("create-replacement orders");
    });
});

test("a change of another argument, an adoption, and a region that is not known yet: nothing", async () => {
    const orders = (args: ServiceArgs) => () => new Service("orders", { regionCode: "us-esat-1", ...args });
    await stage.up(orders({}));
    expect(warningsOf(await stage.preview(orders({ replicaCount: 1 })))).toEqual([]);
    const adopt = stage.emulator.create.service({ name: "theirs", region_code: "us-esat-1" }).id;
    const adopting = () => (orders({})(), new Service("theirs", { adopt, regionCode: "us-esat-1" }));
    expect(warningsOf(await stage.preview(adopting))).toEqual([]);
    const unknown = () => {
        const first = new Service("first", {});
        new Service("second", { regionCode: first.regionCode.apply(() => "us-esat-1") });
    };
    expect(warningsOf(await stage.preview(unknown)).join()).not.toContain("did you mean");
});

test("the strict emulator refuses what the preview has warned of", async () => {
    const strict = await Stage.start();
    const program = () => new Service("orders", { regionCode: "us-esat-1" });
    expect(warningsOf(await strict.preview(program))).toEqual([hint("us-east-1")]);
    expect(errorsOf(await strict.tryUp(program)).join()).toContain(
        "422 INVALID_REGION region_code: the API has no region us-esat-1",
    );
    expect(strict.services).toEqual([]);
    await strict.stop();
});
