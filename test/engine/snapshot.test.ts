import type { Step } from "../../src/engine/plan/step";
import { Snapshot } from "../../src/engine/run/snapshot";
import type { StackState } from "../../src/engine/state/document";
import { resource, urn } from "./resources";

/** A snapshot that keeps all it has saved, as short texts. */
function snapshotOf(before: Partial<StackState>) {
    const saved: string[] = [];
    const snapshot = new Snapshot({ resources: [], pending: [], ...before }, (state) => {
        const resources = state.resources.map((each) => (each.delete ? `${each.id}!` : each.id));
        const pending = state.pending.map(({ type, resource: each }) => `${type} ${each.urn.split("::").at(-1)}`);
        saved.push([...resources, ...pending.map((text) => `(${text})`)].join(" "));
        return Promise.resolve();
    });
    return { snapshot, saved };
}

const a1 = () => resource("a", { id: "a1" });
const a2 = () => resource("a", { id: "a2" });
const b1 = () => resource("b", { id: "b1" });

describe("the state during an operation", () => {
    test("of interrupted steps, only creates outlast an operation, even one that does nothing", async () => {
        const pending: StackState["pending"] = [
            { resource: a1(), type: "deleting" },
            { resource: b1(), type: "creating" },
        ];
        const { snapshot, saved } = snapshotOf({ resources: [a1()], pending });
        await snapshot.finish();
        expect(saved).toEqual(["a1 (creating b)"]);
    });

    test.each<[string, (old: ReturnType<typeof a1>) => Step, string[], string[]]>([
        [
            "creating",
            () => ({ op: "create", next: a2() }),
            ["a1 b1 (creating a)", "a2 a1 b1"],
            ["a1 b1 (creating a)", "a1 b1"],
        ],
        [
            "updating",
            (old) => ({ op: "update", old, next: a2(), ignoreChanges: [] }),
            ["a1 b1 (updating a)", "a2 b1"],
            ["a1 b1 (updating a)", "a1 b1"],
        ],
        ["deleting", (old) => ({ op: "delete", old }), ["a1 b1 (deleting a)", "b1"], ["a1 b1 (deleting a)", "a1 b1"]],
        [
            "forgetting",
            (old) => ({ op: "discard", old }),
            ["a1 b1 (deleting a)", "b1"],
            ["a1 b1 (deleting a)", "a1 b1"],
        ],
        [
            "reading",
            (old) => ({ op: "read", old, next: a2() }),
            ["a1 b1 (reading a)", "a2 b1"],
            ["a1 b1 (reading a)", "a1 b1"],
        ],
    ])("%s is on record before it is done, and what came of it after", async (_what, stepOf, done, failed) => {
        for (const [took, expected] of [
            [true, done],
            [false, failed],
        ] as const) {
            const old = a1();
            const { snapshot, saved } = snapshotOf({ resources: [old, b1()] });
            const step = stepOf(old);
            await snapshot.begin(step);
            await snapshot.end(step, took);
            expect(saved).toEqual(expected);
        }
    });

    test("a replaced resource stays until it is deleted", async () => {
        const old = a1();
        const { snapshot, saved } = snapshotOf({ resources: [old] });
        const creation: Step = { op: "create-replacement", old, next: a2(), keys: [], pendingDelete: true };
        await snapshot.begin(creation);
        old.delete = true;
        await snapshot.end(creation, true);
        const deletion: Step = { op: "delete-replaced", old, replacementPending: false };
        await snapshot.begin(deletion);
        await snapshot.end(deletion, true);
        expect(saved).toEqual(["a1 (creating a)", "a2 a1!", "a2 a1! (deleting a)", "a2"]);
    });

    test("one that is deleted first stands for its replacement", async () => {
        const old = a1();
        const { snapshot, saved } = snapshotOf({ resources: [old] });
        const deletion: Step = { op: "delete-replaced", old, replacementPending: true };
        await snapshot.begin(deletion);
        old.pendingReplacement = true;
        await snapshot.end(deletion, true);
        const creation: Step = { op: "create-replacement", old, next: a2(), keys: [], pendingDelete: false };
        await snapshot.begin(creation);
        await snapshot.end(creation, true);
        expect(saved).toEqual(["a1 (deleting a)", "a1", "a1 (creating a)", "a2"]);
    });

    test("what did not change is saved once, at the end", async () => {
        const old = a1();
        const { snapshot, saved } = snapshotOf({ resources: [old] });
        const step: Step = { op: "same", old, next: a2() };
        await snapshot.begin(step);
        await snapshot.end(step, true);
        expect(saved).toEqual([]);
        await snapshot.finish();
        expect(saved).toEqual(["a2"]);
    });

    test("only interrupted creations are handed on: nobody knows whether they have happened", async () => {
        const { snapshot, saved } = snapshotOf({
            pending: [
                { type: "creating", resource: a1() },
                { type: "updating", resource: b1() },
            ],
        });
        await snapshot.outputsChanged();
        expect(saved).toEqual(["(creating a)"]);
    });

    test("former names are gone from it", () => {
        const old = resource("old");
        const dependent = resource("b", { dependencies: [urn("old")] });
        const { snapshot } = snapshotOf({ resources: [old, dependent] });
        void snapshot.end({ op: "same", old, next: resource("new", { aliases: [urn("old")] }) }, true);
        expect(snapshot.state.resources.map((each) => [each.urn, each.dependencies])).toEqual([
            [urn("new"), []],
            [urn("b"), [urn("new")]],
        ]);
    });
});
