// A transform of the program may have changed the hidden inputs as well.
import { parseInputs } from "../../src/provider/inputs";

const hiddenIn = (hidden: unknown) => parseInputs({ __clouddb: hidden }).hidden;

const right = {
    urn: "urn:a",
    timeouts: { create: "1h" },
    removed: ["paused"],
    organization: "acme",
    autoNamed: "unique",
};

test("what has its type is kept, and nothing else", () => {
    expect(hiddenIn({ ...right, later: 1 })).toEqual(right);
});

test.each([
    ["urn", 1],
    ["timeouts", ["1h"]],
    ["timeouts", null],
    ["removed", "paused"],
    ["removed", ["paused", 1]],
    ["organization", {}],
    ["autoNamed", "random"],
])("%s of a wrong type, %j, is dropped, and nothing else", (key, value) => {
    expect(hiddenIn({ ...right, [key]: value })).toEqual({ ...right, [key]: undefined });
});

test.each([[undefined], [null], ["text"], [["urn"]]])("%j is none at all", (hidden) => {
    expect(hiddenIn(hidden)).toEqual({});
});
