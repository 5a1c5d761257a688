import { Secret } from "../../src/engine/model/values";
import { changedNames, decide, type Difference, noDifference, settled } from "../../src/engine/plan/difference";
import { resource } from "./resources";

const some: Difference = { ...noDifference, changes: true };

// The recordings of test/conformance have the other cases.
test.each([
    ["replace keys without a change do nothing", { ...noDifference, replaceKeys: ["kind"] }, {}, [], { kind: "same" }],
    ["an init error is updated", noDifference, { initErrors: ["not ready"] }, [], { kind: "update" }],
    [
        "an init error is replaced if the program asks for it",
        noDifference,
        { initErrors: ["not ready"] },
        ["*"],
        { kind: "replace", keys: ["#initerror"], deleteFirst: false },
    ],
    [
        "only watched properties are replaced",
        { ...some, changedKeys: ["size", "label"] },
        {},
        ["label"],
        { kind: "replace", keys: ["label"], deleteFirst: false },
    ],
])("%s", (_what, difference, old, replaceOnChanges, expected) => {
    expect(decide(difference, resource("a", old), { replaceOnChanges })).toEqual(expected);
});

test("without an answer of the provider, the inputs are compared", () => {
    const unanswered = { ...noDifference, changes: undefined };
    expect(settled(unanswered, { a: 1 }, { a: 1 }).changes).toBe(false);
    expect(settled(unanswered, { a: 1, b: 1 }, { a: 2, c: 1 })).toMatchObject({
        changes: true,
        changedKeys: ["a", "b", "c"],
    });
    expect(settled(noDifference, { a: 1 }, { a: 2 }).changes).toBe(false);
});

test("a value that only became secret has not changed", () => {
    expect(changedNames({ a: { b: "x" } }, { a: { b: new Secret("x") } })).toEqual([]);
    expect(changedNames({ a: new Secret("x") }, { a: new Secret("y") })).toEqual(["a"]);
});
