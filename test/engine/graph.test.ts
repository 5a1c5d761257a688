import fc from "fast-check";
import type { Resource } from "../../src/engine/model/resource";
import { Graph } from "../../src/engine/plan/graph";
import { resource, urn } from "./resources";

/** Any state: each resource depends on some before it, one way or the other. */
const anyState = fc
    .array(
        fc.record({
            dependencies: fc.array(fc.nat(20), { maxLength: 3 }),
            property: fc.option(fc.nat(20)),
            parent: fc.option(fc.nat(20)),
            deletedWith: fc.option(fc.nat(20)),
            custom: fc.boolean(),
        }),
        { maxLength: 12 },
    )
    .map((drafts) => {
        const made: Resource[] = [];
        for (const [at, draft] of drafts.entries()) {
            const earlier = (index: number | null) => (index === null ? undefined : made[index % Math.max(at, 1)]?.urn);
            const property = earlier(draft.property);
            made.push(
                resource(`r${at}`, {
                    custom: draft.custom,
                    dependencies: draft.dependencies.flatMap((index) => earlier(index) ?? []),
                    propertyDependencies: property === undefined ? undefined : { p: [property] },
                    parent: earlier(draft.parent),
                    deletedWith: earlier(draft.deletedWith),
                }),
            );
        }
        return made;
    });

const directly = ({ dependencies, propertyDependencies = {}, parent, deletedWith }: Resource) =>
    new Set([...dependencies, ...Object.values(propertyDependencies).flat(), parent, deletedWith]);

describe("the graph of a state", () => {
    test("deletes each resource once, after its dependents", () => {
        fc.assert(
            fc.property(anyState, (state) => {
                const rounds = new Graph(state).deletionRounds(state);
                expect(rounds.flat().length).toBe(state.length);
                const round = new Map(rounds.flatMap((each, at) => each.map((one) => [one.urn, at] as const)));
                for (const each of state)
                    for (const dependency of directly(each))
                        if (dependency !== undefined) expect(round.get(each.urn)!).toBeLessThan(round.get(dependency)!);
            }),
        );
    });

    test("has a resource in the closure of each of its dependents", () => {
        fc.assert(
            fc.property(anyState, fc.nat(), (state, choice) => {
                fc.pre(state.length > 0);
                const graph = new Graph(state);
                const root = state[choice % state.length]!;
                const dependents = graph.dependentsOf(root, () => false, true);
                for (const dependent of dependents) expect(graph.closure([dependent])).toContain(root);
            }),
        );
    });

    test("a reference means the earlier of two resources that share a URN", () => {
        const old = resource("a", { delete: true });
        const dependent = resource("b", { dependencies: [urn("a")] });
        const now = resource("a");
        const graph = new Graph([old, dependent, now]);
        expect(graph.dependentsOf(now, () => false, false)).toEqual([]);
        expect(graph.deletionRounds([old, dependent])).toEqual([[dependent], [old]]);
    });
});
