import { definitions, type AnyDefinition } from "../../../src/provider/lifecycle";

const types: readonly AnyDefinition[] = Object.values(definitions);

// The doctor reports, and declares in a program, in the order of the registry.
test("the registry has every parent before its children", () => {
    const order = types.map(({ type }) => type);
    const children = types.filter(({ containedIn }) => containedIn !== undefined);
    expect(children.length).toBeGreaterThan(0);
    for (const { type, containedIn } of children)
        expect([type, order.slice(0, order.indexOf(type))]).toEqual([
            type,
            expect.arrayContaining([containedIn!.type]),
        ]);
});

describe.each(types.filter(({ rules }) => "name" in rules))("a $type has a name", (definition) => {
    const { type, containedIn, naming } = definition;
    const parent = containedIn?.argument ?? "regionCode";
    const old = { name: "mine", [parent]: "p" };

    test("and is deleted before another one of it is created in the same place", () => {
        // VPCs may share a name.
        const unique = type !== "Vpc";
        expect(naming?.mustDeleteFirst(old, { [parent]: "p" }, "mine")).toBe(unique);
        expect(naming?.mustDeleteFirst(old, { [parent]: "q" }, "mine")).toBe(unique && containedIn === undefined);
        expect(naming?.mustDeleteFirst(old, { [parent]: "p" }, "yours")).toBe(false);
        expect(naming?.mustDeleteFirst(old, { [parent]: "p", adopt: "another" }, "mine")).toBe(false);
    });
});

test.each(["peering", "peeringActivation"] as const)("a %s has no name, and is deleted after its successor", (name) => {
    const { records, naming }: AnyDefinition = definitions[name];
    expect(Object.keys(records.sameSpelling)).not.toContain("name");
    expect(naming).toBeUndefined();
});
