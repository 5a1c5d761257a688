import { decide, noDifference } from "../../src/engine/plan/difference";
import { resource } from "./resources";

// The recordings of test/conformance have the other cases.
test.each([
    ["replace keys without a change do nothing", { ...noDifference, replaceKeys: ["kind"] }, {}, [], { kind: "same" }],
    [
        "an init error is replaced if the program asks for it",
        noDifference,
        { initErrors: ["not ready"] },
        ["*"],
        { kind: "replace", keys: ["#initerror"], deleteFirst: false },
    ],
])("%s", (_what, difference, old, replaceOnChanges, expected) => {
    expect(decide(difference, resource("a", old), { replaceOnChanges })).toEqual(expected);
});
