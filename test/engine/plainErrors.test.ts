import { inspect } from "node:util";
import { plainErrors } from "../../src/engine/children/plainErrors";

/** With a frame that some versions of Node never finish colouring. */
const troublesome = (error = new Error("what happened")) =>
    Object.assign(error, { stack: "Error: what happened\n    at f (/p/node_modules/@pulumi/output.ts:5:3)" });
const guarded = plainErrors(inspect);

test.each<[string, string]>([
    ["by an option", guarded(troublesome(), { colors: true })],
    ["by an argument", guarded(troublesome(), false, 2, true)],
    ["with a cause", guarded(new Error("outer", { cause: troublesome() }), { colors: true })],
    ["of a kind of its own", guarded(troublesome(new (class extends Error {})("what happened")), { colors: true })],
])("an error has no colours where they are asked for %s", (_how, shown) => {
    expect(shown).toMatch(/what happened\n +at f \(\/p\/node_modules\/@pulumi\/output.ts:5:3\)/);
    expect(shown).not.toContain("\u001b");
});

test("an error is shown as it was asked for in everything else", () => {
    const error = Object.assign(troublesome(), { deep: { deeper: { deepest: {} } } });
    expect(guarded(error)).toBe(inspect(error));
    for (const options of [{ depth: 0 }, { depth: 5 }, { compact: false }])
        expect(guarded(error, { ...options, colors: true })).toBe(inspect(error, options));
    expect(guarded(error, true, 0, true)).toBe(inspect(error, true, 0));
});

test("anything else keeps its colours", () => {
    expect(guarded("text", { colors: true })).toBe(inspect("text", { colors: true }));
    expect(guarded({ deep: [1] }, false, null, true)).toBe(inspect({ deep: [1] }, false, null, true));
});

test("it has all that inspect has, and the same defaults", () => {
    expect(guarded.custom).toBe(inspect.custom);
    expect(Object.keys(guarded)).toEqual(Object.keys(inspect));
    const { depth } = inspect.defaultOptions;
    try {
        guarded.defaultOptions = { depth: 0 };
        expect(inspect.defaultOptions.depth).toBe(0);
        expect(guarded({ a: { b: 1 } })).toBe("{ a: [Object] }");
    } finally {
        inspect.defaultOptions = { depth };
    }
});
