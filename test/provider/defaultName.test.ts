// The name that a resource gets which is given none. What follows from it is in test/rules/names.
import fc from "fast-check";
import { unknownValue } from "../../src/config/propertyValues";
import { definitions } from "../../src/lifecycle";
import { defaultName, nameUnknown } from "../../src/provider/defaultName";
import { parseInputs } from "../../src/provider/inputs";

const regionCode = "us-east-1";
const urnOf = (type: string, name: string, stack = "dev") =>
    `urn:pulumi:${stack}::shop::pulumi-nodejs:dynamic/clouddb:${type}::${name}`;
const own = fc.string({ unit: "grapheme", minLength: 1, maxLength: 140 }).filter((text) => !text.includes("::"));
const inputsOf = (name: string, args: object, organization?: string, stack = "dev") =>
    parseInputs({ ...args, __clouddb: { urn: urnOf("Service", name, stack), organization } });
const nameOf = (...given: Parameters<typeof inputsOf>) =>
    defaultName(definitions.service, inputsOf(...given), "unique");

test("the hash is the same for the same resource, and another for each stack, organization, name and argument of a replacement", () => {
    const args = fc.record({
        regionCode: fc.constantFrom("us-east-1", "eu-west-1", undefined),
        addons: fc.constantFrom(["ai"], ["ai", "time-series"], []),
        projectId: fc.constantFrom("p", undefined),
    });
    fc.assert(
        fc.property(own, own, args, args, (name, other, one, two) => {
            const base = nameOf(name, one);
            expect(nameOf(name, { ...one, cpuMillis: 1000, vpcId: "v" })).toBe(base);
            expect(nameOf(name, { ...one, addons: [...one.addons].reverse() })).toBe(base);
            expect(nameOf(name, one, "acme")).not.toBe(base);
            expect(nameOf(name, one, undefined, "two")).not.toBe(base);
            if (other !== name) expect(nameOf(other, one)).not.toBe(base);
            if (JSON.stringify(one) !== JSON.stringify(two)) expect(nameOf(name, two)).not.toBe(base);
        }),
    );
});

test("the hash makes a name that the API takes, however long the resource's own is", () => {
    fc.assert(
        fc.property(own, (name) => {
            const full = String(nameOf(name, {}));
            expect(full.length).toBeLessThanOrEqual(128);
            expect(full).toMatch(/-[0-9a-z]{7}$/);
        }),
    );
});

test.each(["service", "vpc"] as const)(
    "the hash of a %s depends on every argument that only a replacement changes",
    (type) => {
        const definition = definitions[type];
        const replacing = Object.entries(definition.rules).flatMap(([key, rule]) => (rule === "replace" ? [key] : []));
        for (const key of replacing.filter((one) => one !== "name")) {
            const name = (value: unknown) =>
                defaultName(definition, parseInputs({ [key]: value, __clouddb: { urn: urnOf("X", "x") } }), "unique");
            expect([key, name(["a"])]).not.toEqual([key, name(["b"])]);
            expect([key, name(unknownValue)]).toEqual([key, nameUnknown]);
        }
    },
);

test("the hash is the same in every version of the package: what an earlier one has left is recognised", () => {
    const named = (type: "service" | "vpc", args: object) =>
        defaultName(
            definitions[type],
            parseInputs({ ...args, __clouddb: { urn: urnOf("X", "x"), organization: "acme" } }),
            "unique",
        );
    const forkFrom = { serviceId: "s1", strategy: "PITR", targetTime: "2026-01-01T00:00:00Z" };
    expect([
        named("service", {}),
        named("service", { regionCode, addons: ["time-series", "ai"], projectId: "p1" }),
        named("service", { forkFrom, name: "x", cpuMillis: 1000 }),
        named("vpc", { regionCode, cidr: "10.0.0.0/16" }),
    ]).toEqual(["x-thlpbjr", "x-jd7fjht", "x-b4ueh9r", "x-tmytqzx"]);
});

test("the own name, where that is asked for; none where it is not known", () => {
    const inputs = parseInputs({ __clouddb: { urn: urnOf("Service", "orders") } });
    expect(defaultName(definitions.service, inputs, "plain")).toBe("orders");
    expect(defaultName(definitions.readReplicaSet, inputs, "unique")).toBe("orders");
    expect(defaultName(definitions.service, parseInputs({}), "unique")).toBeUndefined();
});
