import fc from "fast-check";
import { ignoreChanges } from "../../src/engine/model/propertyPath";
import { type Properties, Secret } from "../../src/engine/model/values";
import { contains, parsePropertyPath } from "../../src/shared/propertyPath";

describe("property paths", () => {
    test.each([
        ["size", ["size"]],
        ["a.b.c", ["a", "b", "c"]],
        ["rules[0].port", ["rules", 0, "port"]],
        ['["a.b"].c', ["a.b", "c"]],
        ['a["b\\"c"]', ["a", 'b"c']],
        ["list[*].x", ["list", "*", "x"]],
        ["*", ["*"]],
    ])("%s", (text, path) => expect(parsePropertyPath(text)).toEqual(path));

    test.each(["a[", "a]", 'a["b', "a..b", "[-1]"])("%s is none", (text) =>
        expect(parsePropertyPath(text)).toBeUndefined(),
    );

    test("one contains what lies below it", () => {
        const path = (text: string) => parsePropertyPath(text)!;
        expect(contains(path("a"), path("a.b"))).toBe(true);
        expect(contains(path("a.*.c"), path("a[0].c"))).toBe(true);
        expect(contains(path("a.b"), path("a"))).toBe(false);
        expect(contains(path("*"), path("#initerror"))).toBe(true);
    });
});

describe("ignored changes", () => {
    const ignored = (wanted: Properties, before: Properties, ...paths: string[]) =>
        ignoreChanges(wanted, before, paths);

    test.each<[string, Properties, Properties, string, Properties]>([
        ["a changed value", { a: 2, b: 2 }, { a: 1, b: 1 }, "a", { a: 1, b: 2 }],
        ["an added one", { a: 2 }, {}, "a", {}],
        ["a removed one", {}, { a: 1 }, "a", { a: 1 }],
        ["one further down", { o: { x: 2, y: 2 } }, { o: { x: 1, y: 1 } }, "o.x", { o: { x: 1, y: 2 } }],
        ["one in a list", { l: [3, 4] }, { l: [1, 2] }, "l[1]", { l: [3, 2] }],
        ["all of a list", { l: [{ x: 3, y: 3 }] }, { l: [{ x: 1, y: 1 }] }, "l[*].x", { l: [{ x: 1, y: 3 }] }],
        ["a secret one", { a: 2 }, { a: new Secret(1) }, "a", { a: new Secret(1) }],
        ["one inside of a secret", { o: { x: 2 } }, { o: new Secret({ x: 1 }) }, "o.x", { o: { x: new Secret(1) } }],
    ])("%s stays", (_what, wanted, before, path, inputs) => {
        expect(ignored(wanted, before, path)).toEqual({ inputs, impossible: [] });
    });

    test("what is inside of something removed cannot be ignored, and is named", () => {
        expect(ignored({}, { o: { x: 1 } }, "o.x", "p")).toEqual({ inputs: {}, impossible: ["o.x"] });
        expect(ignored({ l: [1] }, { l: [1, 2] }, "l[1]").impossible).toEqual(["l[1]"]);
    });

    test("what the program wants is not touched itself", () => {
        const wanted = { o: { x: 2 } };
        ignored(wanted, { o: { x: 1 } }, "o.x");
        expect(wanted).toEqual({ o: { x: 2 } });
    });

    test("everything ignored is everything as before", () => {
        const values = fc.dictionary(fc.stringMatching(/^[a-d]$/), fc.oneof(fc.integer(), fc.string()));
        fc.assert(
            fc.property(values, values, (wanted, before) => {
                const names = [...new Set([...Object.keys(wanted), ...Object.keys(before)])];
                expect(ignored(wanted, before, ...names).inputs).toEqual(before);
                expect(ignored(wanted, before, "*").inputs).toEqual(before);
            }),
        );
    });
});
