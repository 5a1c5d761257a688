import { createUrn } from "../../src/engine/model/resource";
import { aliasUrns } from "../../src/engine/plan/planning";
import { withoutAliases } from "../../src/engine/run/snapshot";
import { resource, type, urn } from "./resources";

const place = { stack: "dev", project: "p", formerUrn: () => undefined };
const goal = (name: string, fields = {}) => ({ name, type, parent: undefined, aliases: [], ...fields });
const spec = (fields: object) => ({ name: "", type: "", stack: "", project: "", noParent: false, ...fields });

describe("a resource that had another name", () => {
    test.each([
        ["by a URN", { urn: "urn:whatever" }, "urn:whatever"],
        ["by a name", spec({ name: "old" }), urn("old")],
        ["by a type", spec({ type: "t:old:T" }), createUrn("dev", "p", undefined, "t:old:T", "new")],
        ["by a stack and a project", spec({ stack: "s", project: "q" }), createUrn("s", "q", undefined, type, "new")],
        ["by a parent", spec({ parent: urn("dad") }), createUrn("dev", "p", urn("dad"), type, "new")],
        ["by having had no parent", spec({ noParent: true }), urn("new")],
    ])("is found %s", (_how, alias, expected) => {
        const parent = urn("mum");
        const withParent = "noParent" in alias && alias.noParent ? { parent } : {};
        expect(aliasUrns(goal("new", { aliases: [alias], ...withParent }), place)).toEqual([expected]);
    });

    test("is found under the former name of its parent, and under its own with that in it", () => {
        const [mum, dad] = [urn("mum"), urn("dad")];
        const renamed = { ...place, formerUrn: (each: string) => (each === mum ? dad : undefined) };
        const found = aliasUrns(goal("mum-x", { parent: mum, aliases: [spec({ name: "mum-y" })] }), renamed);
        expect(found).toEqual([
            createUrn("dev", "p", mum, type, "mum-y"),
            createUrn("dev", "p", dad, type, "dad-x"),
            createUrn("dev", "p", dad, type, "dad-y"),
        ]);
    });

    test("leaves no trace of it in the state", () => {
        const child = createUrn("dev", "p", urn("old"), type, "child");
        const state = withoutAliases([
            resource("new", { aliases: [urn("old")] }),
            resource("b", {
                dependencies: [urn("old")],
                propertyDependencies: { a: [urn("old")] },
                deletedWith: urn("old"),
                provider: `${urn("old")}::some-id`,
            }),
            resource("child", { urn: child, parent: urn("old") }),
            resource("c", { dependencies: [child] }),
        ]);
        const childNow = createUrn("dev", "p", urn("new"), type, "child");
        expect(state.map((each) => each.urn)).toEqual([urn("new"), urn("b"), childNow, urn("c")]);
        expect(state[1]).toMatchObject({
            dependencies: [urn("new")],
            propertyDependencies: { a: [urn("new")] },
            deletedWith: urn("new"),
            provider: `${urn("new")}::some-id`,
        });
        expect(state[2]!.parent).toBe(urn("new"));
        expect(state[3]!.dependencies).toEqual([childNow]);
        expect(state.flatMap(({ aliases }) => aliases)).toEqual([]);
    });
});
