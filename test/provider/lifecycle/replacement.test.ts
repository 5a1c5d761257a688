// Which changes replace a resource, and which differences only spell the same in another way.
import {
    definitions,
    mergeObservation,
    nothingKnown,
    replacedBy,
    type AnyDefinition,
} from "../../../src/provider/lifecycle";
import { newSpellings, sameCode, sameName, type Spellings } from "../../../src/provider/lifecycle/spelling";

const { vpc, service, peering, peeringActivation }: Readonly<Record<keyof typeof definitions, AnyDefinition>> =
    definitions;
const there = { cidr: "10.0.0.0/16", regionCode: "us-east-1", name: "net" };

describe("what replaces", () => {
    const replaces = (desired: object, spellings?: Spellings, unknown: readonly string[] = []) =>
        replacedBy(vpc, desired, there, unknown, spellings);

    test("only an argument that is given, and differs, and cannot change in place", () => {
        expect(replaces({})).toEqual([]);
        expect(replaces(there)).toEqual([]);
        expect(replaces({ ...there, name: "core" })).toEqual([]);
        expect(replaces({ cidr: null, regionCode: undefined })).toEqual([]);
        expect(replaces({ ...there, regionCode: "eu-west-1" })).toEqual(["regionCode"]);
        expect(replaces({ cidr: "10.1.0.0/16", regionCode: "eu-west-1" })).toEqual(["cidr", "regionCode"]);
    });

    test("an unknown argument only where the definition says so", () => {
        expect(replaces({ regionCode: "eu-west-1" }, {}, ["regionCode"])).toEqual([]);
        const pair = { peeringId: "v/p" };
        expect(replacedBy(peeringActivation, pair, pair, ["peeringId"])).toEqual(["peeringId"]);
        expect(replacedBy(peering, { vpcId: "v", peerVpcId: "p" }, {}, ["vpcId", "peerVpcId"])).toEqual(["vpcId"]);
    });

    test("not the order of addons, nor what a fork was made from", () => {
        const current = { addons: ["ai", "time-series"], forkFrom: { serviceId: "p", strategy: "NOW" } };
        const by = (wanted: object) => replacedBy(service, wanted, current, []);
        expect(by({ addons: ["time-series", "ai"], forkFrom: { serviceId: "q", strategy: "PITR" } })).toEqual([]);
        expect(by({ addons: ["ai"] })).toEqual(["addons"]);
    });

    const shown = "use1";
    test.each<[string, string, Spellings | undefined, readonly string[]]>([
        ["another text", "eu-west-1", undefined, ["regionCode"]],
        ["another spelling of it, whenever the API begins to use it", "aws:US-EAST-1", undefined, []],
        ["what the answer to the creation showed for it", shown, { regionCode: { asked: "us-east-1", shown } }, []],
        ["another spelling of that", "aws:USE1", { regionCode: { asked: "us-east-1", shown } }, []],
        ["what was shown for another text", shown, { regionCode: { asked: "us-west-1", shown } }, ["regionCode"]],
        ["neither", "euw1", { regionCode: { asked: "us-east-1", shown } }, ["regionCode"]],
        ["what was shown for another argument", shown, { cidr: { asked: "us-east-1", shown } }, ["regionCode"]],
    ])("%s", (_what, regionCode, spellings, replaced) => {
        expect(replaces({ regionCode }, spellings)).toEqual(replaced);
    });

    test("what is no text has no spelling, and neither has an argument that is not normalised", () => {
        const texts = (wanted: unknown, current: unknown) =>
            replacedBy(vpc, { regionCode: wanted }, { regionCode: current }, []);
        expect(texts("us-east-1", 1)).toEqual(["regionCode"]);
        expect(texts(1, "us-east-1")).toEqual(["regionCode"]);
        const never = { ...vpc, records: { ...vpc.records, sameSpelling: {} } };
        expect(replacedBy(never, { cidr: "10.0.0.0/16" }, { cidr: "10.0.0.0/16 " }, [])).toEqual(["cidr"]);
    });
});

describe("spellings", () => {
    test("are remembered only where no comparison knows them", () => {
        const asked = { name: "Net", regionCode: "us-east-1", cidr: "10.0.0.0/16", projectId: "P" };
        const seen = { name: "net", regionCode: "use1", cidr: "10.0.0.0/16", projectId: "p" };
        expect(newSpellings(vpc.records.sameSpelling, asked, seen)).toEqual({
            regionCode: { asked: "us-east-1", shown: "use1" },
        });
        expect(newSpellings(vpc.records.sameSpelling, asked, {})).toEqual({});
        expect(newSpellings(vpc.records.sameSpelling, {}, seen)).toEqual({});
    });

    test("what the API shows stays as it was, in any of its spellings", () => {
        const before = {
            ...nothingKnown(),
            observed: { name: "Net", regionCode: "us-east-1" },
            spellings: { regionCode: { asked: "us-east-1", shown: "use1" } },
        };
        const seenAs = (values: object) => mergeObservation(vpc.records, before, { ...values }).observed;
        expect(seenAs({ name: "net", regionCode: "aws:USE1" })).toEqual(before.observed);
        expect(seenAs({ name: "NET ", regionCode: "aws:us-east-1" })).toEqual(before.observed);
        expect(seenAs({ name: "core", regionCode: "euw1" })).toEqual({ name: "core", regionCode: "euw1" });
    });

    test.each([
        ["Orders", "orders", true, true],
        [" orders ", "orders", true, true],
        ["us-east-1", "aws:us-east-1", false, true],
        ["aws/us-east-1", "us-east-1", false, true],
        ["east-1", "us-east-1", false, false],
        ["aws:us-east-1", "gcp:us-east-1", false, false],
    ])("%j and %j: the same name %s, the same code %s", (asked, shown, name, code) => {
        expect([sameName(asked, shown), sameCode(asked, shown)]).toEqual([name, code]);
    });
});
