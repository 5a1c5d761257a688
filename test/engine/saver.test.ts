import fc from "fast-check";
import { Saver } from "../../src/engine/run/snapshot";

describe("saving", () => {
    test("never overlaps, and what is asked for is there when it resolves", async () => {
        await fc.assert(
            fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 8 }), async (scheduler, count) => {
                let value = 0;
                let saved = 0;
                let writing = 0;
                const saver = new Saver(async () => {
                    expect(++writing).toBe(1);
                    const seen = value;
                    await scheduler.schedule(Promise.resolve());
                    saved = seen;
                    writing--;
                });
                const change = async () => {
                    const mine = ++value;
                    await saver.save();
                    expect(saved).toBeGreaterThanOrEqual(mine);
                };
                const changes = Array.from({ length: count }, (_, at) =>
                    scheduler.schedule(Promise.resolve(), `change ${at}`).then(change),
                );
                await scheduler.waitFor(Promise.all(changes));
            }),
        );
    });

    test("calls while one is under way share the next", async () => {
        let writes = 0;
        let release: () => void = () => undefined;
        const saver = new Saver(() => {
            writes++;
            return new Promise((resolve) => (release = resolve));
        });
        const first = saver.save();
        await Promise.resolve();
        const rest = [saver.save(), saver.save(), saver.save()];
        expect(new Set(rest).size).toBe(1);
        release();
        await first;
        await Promise.resolve();
        release();
        await Promise.all(rest);
        expect(writes).toBe(2);
    });

    test("what can wait is saved at the end", async () => {
        let writes = 0;
        const saver = new Saver(() => {
            writes++;
            return Promise.resolve();
        });
        await saver.flush();
        expect(writes).toBe(0);
        saver.later();
        await saver.flush();
        await saver.flush();
        expect(writes).toBe(1);
    });

    test("a failure is everybody's", async () => {
        const saver = new Saver(() => Promise.reject(new Error("disk full")));
        await expect(saver.save()).rejects.toThrow("disk full");
        await expect(saver.save()).rejects.toThrow("disk full");
    });
});
