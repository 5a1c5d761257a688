// What a list of half a second ago still says.
import { VirtualClock } from "../../src/emulator";
import { CollectionReader } from "../../src/lifecycle/wait/collectionReader";
import { RecentList } from "../../src/lifecycle/wait/recentList";
import { failureOf, Stack } from "../support/inProcess";

describe("the last list", () => {
    const records = new Map([
        ["a", 1],
        ["b", 2],
    ]);
    const kept = () => {
        const recent = new RecentList<number>();
        recent.keep(recent.begin(1_000), records);
        return recent;
    };

    test("counts for half a second, for what it shows", () => {
        expect(kept().record("a", 1_500)).toBe(1);
        expect(kept().record("a", 1_501)).toBeUndefined();
        expect(kept().record("c", 1_000)).toBeUndefined();
        expect(new RecentList().record("a", 0)).toBeUndefined();
    });

    test("does not count where the clock was set back", () => {
        expect(kept().record("a", 0)).toBeUndefined();
    });

    test("does not count for what was changed after it, or while it was under way", () => {
        const recent = kept();
        recent.changed("a");
        expect([recent.record("a", 1_100), recent.record("b", 1_100)]).toEqual([undefined, 2]);
        const begun = recent.begin(1_200);
        recent.changed("b");
        recent.keep(begun, records);
        expect([recent.record("a", 1_300), recent.record("b", 1_300)]).toEqual([1, undefined]);
    });

    test("is the one that was requested last, whichever is answered last", () => {
        const recent = new RecentList<number>();
        const [first, second] = [recent.begin(1_000), recent.begin(1_100)];
        recent.keep(second, new Map([["a", 2]]));
        recent.keep(first, new Map([["a", 1]]));
        expect(recent.record("a", 1_200)).toBe(2);
    });
});

test("a replica set that the program has just made keeps its service from being deleted, however recent the list", async () => {
    const stack = await Stack.start({ timeScale: 0, quirks: { backupAfterMs: 0 } });
    const set = { nodes: 1, cpuMillis: 500, memoryGbs: 2 };
    const [first, second] = await Promise.all([stack.up("Service", "first", {}), stack.up("Service", "second", {})]);
    await stack.destroy(first);
    const start = stack.clock.now();
    const made = await stack.up("ReadReplicaSet", "reports", { serviceId: second.id, ...set });
    const before = stack.clock.now();
    expect((await failureOf(stack.destroy(second))).message).toContain(
        `it still has read replica set reports (${made.id})`,
    );
    expect(before - start).toBeLessThanOrEqual(500);
    await stack.stop();
});

/** A collection of `a` and `b`, whose list takes 200 ms, and `c`, which only its own GET shows. */
function slowReader() {
    const clock = new VirtualClock(0);
    const asked: string[] = [];
    const reader = new CollectionReader<{ id: string }>(
        {
            list: async () => {
                asked.push("list");
                await clock.sleep(200);
                return [{ id: "a" }, { id: "b" }];
            },
            get: (id) => {
                asked.push(id);
                return Promise.resolve(["a", "b", "c"].includes(id) ? { id } : undefined);
            },
            idOf: ({ id }) => id,
        },
        clock,
    );
    return { clock, reader, asked, end: clock.autoAdvance() };
}

test("a look that comes while a list is under way does not cause another one", async () => {
    const { clock, reader, asked, end } = slowReader();
    const first = reader.read("a", { recent: true });
    await clock.sleep(100);
    expect(await Promise.all([first, reader.read("b", { recent: true })])).toEqual([{ id: "a" }, { id: "b" }]);
    expect(asked).toEqual(["list"]);
    end();
});

test("nor does a read of a refresh, unless it comes for the second time; what the list lacks is asked for", async () => {
    const { clock, reader, asked, end } = slowReader();
    const first = Promise.all([reader.read("a"), reader.read("d")]);
    await clock.sleep(100);
    const later = Promise.all([reader.read("b"), reader.read("c"), reader.read("e")]);
    expect(await first).toEqual([{ id: "a" }, undefined]);
    expect(await later).toEqual([{ id: "b" }, { id: "c" }, undefined]);
    expect(asked).toEqual(["list", "d", "c", "e"]);
    asked.length = 0;
    const again = reader.read("a");
    await clock.sleep(100);
    expect(await Promise.all([again, reader.read("a")])).toEqual([{ id: "a" }, { id: "a" }]);
    expect(asked).toEqual(["list", "list"]);
    end();
});

test("a read that must be fresh does not take the list that was under way when it came", async () => {
    const { clock, reader, asked, end } = slowReader();
    const first = Promise.all([reader.read("a"), reader.read("b")]);
    await clock.sleep(100);
    await Promise.all([first, reader.read("a", { fresh: true })]);
    expect(asked).toEqual(["list", "list"]);
    end();
});
