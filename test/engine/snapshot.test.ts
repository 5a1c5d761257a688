import fc from "fast-check";
import { Snapshot } from "../../src/engine/run/snapshot";
import { resource, urn } from "./resources";

// What is saved before and after each step is in the recordings of test/conformance and in test/kills.
describe("the state during an operation", () => {
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
        const first = snapshot.save();
        await Promise.resolve();
        const later = await Promise.allSettled([1, 2, 3].map(() => snapshot.save()));
        await first;
        expect(writes).toBe(2);
        expect(later.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    });
});
