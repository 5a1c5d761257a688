import { definitions, type AnyDefinition } from "../../src/lifecycle";

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
