import { unknownValue } from "../../src/config/propertyValues";
import { withGivenValues, withoutShownSecrets } from "../../src/provider/givenValue";

const reasonFor = (property: string, inputs: Record<string, unknown>) =>
    withGivenValues([{ property, reason: "must be a region" }], inputs)[0]?.reason;

test.each([
    ["a nested value", "addons[0]", { addons: [{ a: 1 }] }, '{"a":1}'],
    ["a text that looks like a number", "cpuMillis", { cpuMillis: "2000" }, '"2000"'],
    ["one that looks like a negative or exponential number", "cpuMillis", { cpuMillis: "-2e+3" }, '"-2e+3"'],
    ["one that looks like a boolean", "connectionPooler", { connectionPooler: "True" }, '"True"'],
    ["a text with a space at its end", "regionCode", { regionCode: "us-east-1 " }, '"us-east-1 "'],
    [
        "a time-out, which is a hidden input",
        "customTimeouts.create",
        { __clouddb: { timeouts: { create: "1x" } } },
        '"1x"',
    ],
    ["a text of 60 characters with its quotes", "addons[0]", { addons: ["x".repeat(58)] }, `"${"x".repeat(58)}"`],
    ["more, cut off", "addons[0]", { addons: ["x".repeat(59)] }, `"${"x".repeat(59)}...`],
])("shows %s", (_what, property, inputs, shown) => {
    expect(reasonFor(property, inputs)).toBe(`must be a region; given: ${shown}`);
});

test.each([
    ["the engine shows", "regionCode", { regionCode: "mars" }],
    ["is empty, which the reason says", "regionCode", { regionCode: "" }],
    ["the engine shows, with a word within", "regionCode", { regionCode: "not-true" }],
    ["is not known yet", "addons[0]", { addons: [unknownValue] }],
    ["is within nothing", "forkFrom.serviceId.more", { forkFrom: { serviceId: null } }],
    ["is secret", "password", { password: ["hunter2"] }],
    ["is within a secret", "password[0]", { password: ["hunter2"] }],
    ["is missing", "forkFrom.serviceId", { forkFrom: {} }],
    ["is null", "forkFrom.serviceId", { forkFrom: { serviceId: null } }],
    ["is within something that is no object", "forkFrom.serviceId", { forkFrom: "s1" }],
])("does not show what %s", (_what, property, inputs) => {
    expect(reasonFor(property, inputs)).toBe("must be a region");
});

test("does not show what is not wrong by its value", () => {
    const problems = [{ property: "pasword[0]", reason: "is no argument of a Service" }];
    expect(withGivenValues(problems, { pasword: ["hunter2"] })).toEqual(problems);
    const range = [{ property: "addons[0]", reason: "must be one that is known, or can be left out" }];
    expect(withGivenValues(range, { addons: ["x"] })[0]?.reason).toContain('; given: "x"');
});

test.each([
    ["of a secret argument", "password", ""],
    ["within a secret argument", "password[0]", ""],
    ["of an argument that does not exist, which may be a misspelt password", "pasword", ""],
    ["of another argument", "cpuMillis", "cpuMillis"],
    ["within another argument", "forkFrom.serviceId", "forkFrom.serviceId"],
    ["of a time-out", "customTimeouts.create", "customTimeouts.create"],
])("a problem %s is reported where the CLI prints no secret", (_what, property, at) => {
    const known = ["cpuMillis", "forkFrom", "password"];
    const [problem] = withoutShownSecrets([{ property, reason: "is wrong" }], known);
    expect(problem).toEqual(
        at === "" ? { property: "", reason: `${property} is wrong` } : { property, reason: "is wrong" },
    );
});
