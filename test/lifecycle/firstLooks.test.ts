// When waits ask: soon after a call, then ever less often; and that many who wait share what one alone would ask.
import fc from "fast-check";
import type { VirtualClock } from "../../src/emulator";
import { CollectionReader } from "../../src/lifecycle/wait/collectionReader";
import { pollInterval } from "../../src/lifecycle/wait/schedule";
import { counting, type Asked } from "./support/counting";
import { onVirtualTime } from "./support/virtualTime";

const second = 1_000;
const minute = 60 * second;
const timedOut = () => new Error("time is up");

let clock: VirtualClock;
onVirtualTime((one) => (clock = one));

/** Something that the API begins at `from` and shows at `from + takes`, waited for from its beginning on. */
interface Work {
    readonly from: number;
    readonly takes: number;
}

interface Watched {
    readonly asked: readonly Asked[];
    /** How late each was told of. */
    readonly late: readonly number[];
}

async function watch(works: readonly Work[], random: () => number = () => 0): Promise<Watched> {
    const ids = works.map((_, n) => `id-${n}`);
    const { asked, source } = counting(clock, ids);
    const reader = new CollectionReader(source, clock, random);
    const began = clock.now();
    const wait = async ({ from, takes }: Work, n: number) => {
        await clock.sleep(from);
        const shownAt = began + from + takes;
        const toldAt = await reader.until(`id-${n}`, {
            look: (record) => (record && record.at >= shownAt ? record.at : undefined),
            deadline: shownAt + 60 * minute,
            timedOut,
        });
        return toldAt - shownAt;
    };
    const late = await Promise.all(works.map(wait));
    return { asked: asked.map(({ what, at }) => ({ what, at: at - began })), late };
}

/** At which moments something was asked. */
const ticksOf = ({ asked }: Watched): number[] => [...new Set(asked.map(({ at }) => at))];

const pausesOf = (ticks: readonly number[]): number[] => ticks.slice(1).map((at, n) => at - ticks[n]!);

const jitters = fc.float({ min: 0, max: Math.fround(0.999), noNaN: true });

/** The greatest lateness of one who waits alone. */
const bound = (takes: number): number => Math.max(takes <= 800 ? 400 : second, Math.min(takes * 0.02, 15 * second));

describe("one alone", () => {
    test("the schedule of a creation that takes 45 minutes, look by look", async () => {
        const takes = 45 * minute;
        const { asked, late } = await watch([{ from: 0, takes }]);
        const expected = [100, 200, 400, 800, 1_000];
        while (expected.at(-1)! < takes) {
            const waited = expected.at(-1)!;
            expected.push(waited + (waited <= 50_000 ? 1_000 : waited >= 750_000 ? 15_000 : waited / 50));
        }
        expect(asked.map(({ at }) => at)).toEqual(expected);
        expect(asked.length).toBe(321);
        expect(late[0]).toBeLessThanOrEqual(15_000);
    });

    test.each([
        [0, 100],
        [150, 200],
        [350, 400],
        [401, 800],
        [900, 1_000],
    ])("what takes %d ms is told of after %d ms", async (takes, told) => {
        expect((await watch([{ from: 0, takes }])).late).toEqual([told - takes]);
    });

    test("nobody is told later than 0.4 s of what is quick, 1 s of the rest, or 2 % of the time, whatever the jitter", async () => {
        await fc.assert(
            fc.asyncProperty(
                fc.oneof(fc.nat({ max: 2_000 }), fc.nat({ max: minute }), fc.nat({ max: 45 * minute })),
                jitters,
                async (takes, jitter) => {
                    const { late } = await watch([{ from: 0, takes }], () => jitter);
                    expect(late[0]).toBeLessThanOrEqual(bound(takes));
                },
            ),
            { numRuns: 30 },
        );
    });

    test("each of its calls, one after the other, has first looks", async () => {
        const { source, asked } = counting(clock, ["one"]);
        const reader = new CollectionReader(source, clock, () => 0);
        for (const takes of [5_000, 300, 1_500, 0]) {
            const from = clock.now();
            const look = (record?: { at: number }) => (record && record.at >= from + takes ? true : undefined);
            await reader.until("one", { look, deadline: from + minute, timedOut });
            expect(asked.find(({ at }) => at > from)?.at).toBe(from + 100);
        }
    });

    test("the interval after that: a fiftieth of the time waited, between 1 s and 15 s; jitter only shortens it, by a tenth at most", () => {
        fc.assert(
            fc.property(fc.nat({ max: 180 * minute }), jitters, (waited, chance) => {
                const full = Math.min(15_000, Math.max(1_000, waited * 0.02));
                expect(pollInterval(waited, () => 0)).toBe(full);
                expect(pollInterval(waited, () => chance)).toBeLessThanOrEqual(full);
                expect(pollInterval(waited, () => chance)).toBeGreaterThanOrEqual(full * 0.9);
            }),
        );
    });
});

describe("many", () => {
    const works = (takes: fc.Arbitrary<number>) =>
        fc.array(fc.record({ from: fc.nat({ max: minute }), takes }), { minLength: 2, maxLength: 50 });

    test("share one request a tick, and ask no more often than one alone, with one series of first looks", async () => {
        const { asked, late } = await watch(
            Array.from({ length: 50 }, (_, n) => ({ from: n * 15, takes: 5 * minute - n * 15 })),
        );
        const alone = await watch([{ from: 0, takes: 5 * minute }]);
        expect(asked.length).toBeLessThanOrEqual(1.1 * alone.asked.length);
        expect(Math.max(...late)).toBeLessThanOrEqual(6_000);
    });

    test("who come one after the other do not each bring first looks: at most one series in 10 s, whenever they come", async () => {
        await fc.assert(
            fc.asyncProperty(works(fc.integer({ min: 2_000, max: 2 * minute })), jitters, async (all, jitter) => {
                const watched = await watch(all, () => jitter);
                const ticks = ticksOf(watched);
                expect(watched.asked.length).toBe(ticks.length);
                const early = ticks.filter((at, n) => n > 0 && at - ticks[n - 1]! < 900);
                for (const from of early) {
                    const within = early.filter((at) => at >= from && at < from + 10_000);
                    // The looks of the first five moments, and of those of the series that begins within these 10 s.
                    expect(within.length).toBeLessThanOrEqual(10);
                }
                const takes = Math.max(...all.map((work) => work.from + work.takes));
                expect(ticks.length).toBeLessThanOrEqual(takes / 900 + 5 * (2 + takes / 10_000));
            }),
            { numRuns: 25 },
        );
    });

    test("never ask twice within 40 ms, and within 100 ms only after a look that was of use; none is told late, quick or not", async () => {
        const takes = fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 5_000 }), fc.nat({ max: 3 * minute }));
        await fc.assert(
            fc.asyncProperty(works(takes), jitters, async (all, jitter) => {
                const watched = await watch(all, () => jitter);
                const ticks = ticksOf(watched);
                expect(Math.min(...pausesOf(ticks))).toBeGreaterThanOrEqual(40);
                const told = new Set(all.map(({ from, takes: took }, n) => from + took + watched.late[n]!));
                const useless = ticks.filter((at, n) => !told.has(at) && ticks[n + 1]! - at < 100);
                expect(useless).toEqual([]);
                for (const [n, { takes: took }] of all.entries())
                    expect(watched.late[n]).toBeLessThanOrEqual(Math.max(second, bound(took)));
            }),
            { numRuns: 25 },
        );
    });

    test("that are quick pay for each other: all are told at once, beside one that takes long", async () => {
        const quick = Array.from({ length: 50 }, (_, n) => ({ from: 20_000 + n * 300, takes: 50 }));
        const { late } = await watch([{ from: 0, takes: 2 * minute }, ...quick]);
        // The first finds a loop that has given up on being quick.
        expect(late[1]).toBeLessThanOrEqual(second);
        expect(Math.max(...late.slice(2))).toBeLessThanOrEqual(150);
    });

    test("in waves, as the engine sends them, share one look each, when none has come for a moment", async () => {
        const ids = Array.from({ length: 7 * 8 }, (_, n) => `id-${n}`);
        const queue = [...ids];
        const { asked, source } = counting(clock, ids);
        const reader = new CollectionReader(source, clock, () => 0);
        const worker = async (_: unknown, n: number) => {
            for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
                await clock.sleep(n * 10);
                const from = clock.now();
                const look = (record?: { at: number }) => (record && record.at >= from + 5 ? true : undefined);
                await reader.until(id, { look, deadline: from + minute, timedOut });
            }
        };
        await Promise.all(Array.from({ length: 8 }, worker));
        // Where the first wave was done at once, the others need not wait for 100 ms.
        expect(asked).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => ({ what: "list", at: 110 + n * 90 })));
    });

    /** Waits of the same loop, each for something that takes so long from now on. */
    function waves() {
        const { asked, source } = counting(clock, ["id-0", "id-1", "id-2"]);
        const reader = new CollectionReader(source, clock, () => 0);
        const began = clock.now();
        const take = (...times: number[]) =>
            Promise.all(
                times.map((takes, n) => {
                    const from = clock.now();
                    const look = (record?: { at: number }) => (record && record.at >= from + takes ? true : undefined);
                    return reader.until(`id-${n}`, { look, deadline: from + minute, timedOut });
                }),
            );
        return { take, moments: () => asked.map(({ at }) => at - began) };
    }

    test("in waves, of which each first look has ended several, do not wait 100 ms for the next: 20 ms after the last is enough", async () => {
        const { take, moments } = waves();
        for (const times of [[5, 5, 5], [5, 5, 5], [60], [5]]) {
            await take(...times);
            await clock.sleep(70);
        }
        // What takes longer costs a look, and the next has the usual time again.
        expect([...new Set(moments())]).toEqual([100, 190, 280, 380, 550]);
    });

    test("who are done one by one wait 100 ms each: they would cost a look each", async () => {
        const { take, moments } = waves();
        for (const times of [[5], [5, 5], [5]]) {
            await take(...times);
            await clock.sleep(70);
        }
        expect([...new Set(moments())]).toEqual([100, 270, 440]);
    });

    test("who keep coming do not put off the first look", async () => {
        const all = Array.from({ length: 50 }, (_, n) => ({ from: n * 20, takes: n < 1 ? 5 : 3_000 }));
        const { late } = await watch(all);
        expect(late[0]).toBe(195);
    });
});
