import { Secret } from "../../src/engine/model/values";
import { changedNames, decide, type Difference, noDifference, settled } from "../../src/engine/plan/difference";
import { resource } from "./resources";

const some: Difference = { ...noDifference, changes: true };
const none = { replaceOnChanges: [] };

describe("what is to be done about an existing resource", () => {
    test.each([
        ["nothing, when nothing differs", noDifference, {}, none, { kind: "same" }],
        ["an update", some, {}, none, { kind: "update" }],
        [
            "a replacement, for the properties that the provider names",
            { ...some, replaceKeys: ["kind"] },
            {},
            none,
            { kind: "replace", keys: ["kind"], deleteFirst: false },
        ],
        [
            "nothing, when it names some but nothing differs",
            { ...noDifference, replaceKeys: ["kind"] },
            {},
            none,
            { kind: "same" },
        ],
        [
            "a deletion first, when the provider wants it",
            { ...some, replaceKeys: ["kind"], deleteBeforeReplace: true },
            {},
            none,
            { kind: "replace", keys: ["kind"], deleteFirst: true },
        ],
        [
            "what the program wants of the order, over the provider",
            { ...some, replaceKeys: ["kind"], deleteBeforeReplace: true },
            {},
            { replaceOnChanges: [], deleteBeforeReplace: false },
            { kind: "replace", keys: ["kind"], deleteFirst: false },
        ],
        ["another try, when it never came up", noDifference, { initErrors: ["not ready"] }, none, { kind: "update" }],
        [
            "a replacement of what never came up, when the program wants it",
            noDifference,
            { initErrors: ["not ready"] },
            { replaceOnChanges: ["*"] },
            { kind: "replace", keys: ["#initerror"], deleteFirst: false },
        ],
        [
            "a replacement for what the program watches",
            { ...some, changedKeys: ["size", "label"] },
            {},
            { replaceOnChanges: ["label"] },
            { kind: "replace", keys: ["label"], deleteFirst: false },
        ],
        [
            "the end of a replacement that was begun",
            noDifference,
            { pendingReplacement: true },
            none,
            { kind: "replace", keys: [], deleteFirst: false },
        ],
    ])("%s", (_what, difference, old, wishes, expected) => {
        expect(decide(difference, resource("a", old), wishes)).toEqual(expected);
    });

    test("a provider that does not say is taken by its inputs", () => {
        const unanswered = { ...noDifference, changes: undefined };
        expect(settled(unanswered, { a: 1 }, { a: 1 }).changes).toBe(false);
        expect(settled(unanswered, { a: 1, b: 1 }, { a: 2, c: 1 })).toMatchObject({
            changes: true,
            changedKeys: ["a", "b", "c"],
        });
        expect(settled(noDifference, { a: 1 }, { a: 2 }).changes).toBe(false);
    });

    test("a value that has only become secret has not changed", () => {
        expect(changedNames({ a: { b: "x" } }, { a: { b: new Secret("x") } })).toEqual([]);
        expect(changedNames({ a: new Secret("x") }, { a: new Secret("y") })).toEqual(["a"]);
    });
});
