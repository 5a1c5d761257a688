import fc from "fast-check";
import { KeyedLock } from "../../src/lifecycle/lock";

test("one at a time per key, in the order of arrival, whenever they arrive", () =>
    fc.assert(
        fc.asyncProperty(fc.scheduler(), fc.array(fc.constantFrom("a", "b"), { maxLength: 12 }), async (s, keys) => {
            const lock = new KeyedLock();
            const running = new Map<string, number>();
            const arrived: string[] = [];
            const begun: string[] = [];
            const runs = keys.map(async (key, n) => {
                await s.schedule(Promise.resolve(), `arrival ${n}`);
                arrived.push(`${key}${n}`);
                await lock.run(key, async () => {
                    begun.push(`${key}${n}`);
                    running.set(key, (running.get(key) ?? 0) + 1);
                    expect(running.get(key)).toBe(1);
                    await s.schedule(Promise.resolve(), `work ${n}`);
                    running.set(key, 0);
                });
            });
            await s.waitFor(Promise.all(runs));
            const ofKey = (events: readonly string[], key: string) => events.filter((event) => event.startsWith(key));
            for (const key of ["a", "b"]) expect(ofKey(begun, key)).toEqual(ofKey(arrived, key));
        }),
    ));
