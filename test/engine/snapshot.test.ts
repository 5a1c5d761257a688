import fc from "fast-check";
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
    test("keeps only interrupted creates of an earlier operation", async () => {
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
    ])("%s is recorded before it begins, and its result after it", async (_what, stepOf, done, failed) => {
        for (const [applied, expected] of [
            [true, done],
            [false, failed],
        ] as const) {
            const old = a1();
            const { snapshot, saved } = snapshotOf({ resources: [old, b1()] });
            const step = stepOf(old);
            await snapshot.begin(step);
            await snapshot.end(step, applied);
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

    test("a resource that is deleted first stays until its replacement exists", async () => {
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

    test("unchanged resources are saved once, at the end", async () => {
        const old = a1();
        const { snapshot, saved } = snapshotOf({ resources: [old] });
        const step: Step = { op: "same", old, next: a2() };
        await snapshot.begin(step);
        await snapshot.end(step, true);
        expect(saved).toEqual([]);
        await snapshot.finish();
        expect(saved).toEqual(["a2"]);
    });

    test("saves never overlap, and include each change when it resolves", async () => {
        await fc.assert(
            fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 8 }), async (scheduler, count) => {
                let saved: string[] = [];
                let writing = 0;
                const snapshot = new Snapshot({ resources: [], pending: [] }, async ({ resources }) => {
                    expect(++writing).toBe(1);
                    await scheduler.schedule(Promise.resolve());
                    saved = resources.map(({ urn }) => urn);
                    writing--;
                });
                const create = async (name: string) => {
                    await snapshot.end({ op: "create", next: resource(name) }, true);
                    expect(saved).toContain(urn(name));
                };
                const names = Array.from({ length: count }, (_, at) => `r${at}`);
                const creations = names.map((name) => scheduler.schedule(Promise.resolve()).then(() => create(name)));
                await scheduler.waitFor(Promise.all(creations));
            }),
        );
    });

    test("saves that are requested during a save share the next one, and a failure reaches all of them", async () => {
        let writes = 0;
        const snapshot = new Snapshot({ resources: [], pending: [] }, () =>
            ++writes === 1 ? Promise.resolve() : Promise.reject(new Error("disk full")),
        );
        const first = snapshot.outputsChanged();
        await Promise.resolve();
        const later = await Promise.allSettled([1, 2, 3].map(() => snapshot.outputsChanged()));
        await first;
        expect(writes).toBe(2);
        expect(later.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    });
});
