import { refreshedBase } from "../../src/engine/run/phases";
import { resource, urn } from "./resources";

const found = <K, V>(...pairs: [K, V][]) => new Map(pairs);

describe("the state after a refresh", () => {
    test("has no dependencies on what is gone", () => {
        const gone = resource("gone");
        const left = resource("left", {
            dependencies: [urn("gone"), urn("other")],
            propertyDependencies: { a: [urn("gone")], b: [urn("other")], c: [] },
            deletedWith: urn("gone"),
        });
        const other = resource("other");
        const [, after] = refreshedBase([gone, other, left], found([gone, undefined]));
        expect(after).toMatchObject({ dependencies: [urn("other")], propertyDependencies: { b: [urn("other")] } });
        expect(after!.deletedWith).toBeUndefined();
    });

    test("what was inside of something gone has no parent", () => {
        const top = resource("top");
        const middle = resource("middle", { parent: urn("top") });
        const inner = resource("inner", { parent: urn("middle") });
        const leaf = resource("leaf", { parent: urn("inner") });
        const state = refreshedBase([top, middle, inner, leaf], found([middle, undefined], [inner, undefined]));
        expect(state.map(({ urn: each, parent }) => [each, parent])).toEqual([
            [urn("top"), undefined],
            [urn("leaf"), undefined],
        ]);
    });

    test("has what was found in place of what was there", () => {
        const old = resource("a");
        const now = resource("a", { outputs: { x: 1 } });
        expect(refreshedBase([old], found([old, now]))).toEqual([now]);
    });

    test("a dependency on a URN that another resource still bears stays", () => {
        const old = resource("a", { delete: true });
        const now = resource("a");
        const dependent = resource("b", { dependencies: [urn("a")] });
        const state = refreshedBase([old, now, dependent], found([old, undefined]));
        expect(state.at(-1)!.dependencies).toEqual([urn("a")]);
    });
});
