// When the poll loop reads: its first reads, what waits share, a server that asks for a pause, a machine that was suspended.
import { ApiError, type ErrorKind } from "../../../src/provider/api";
import type { Clock } from "../../../src/shared/clock";
import { VirtualClock } from "../../../src/emulator";
import { PollLoop } from "../../../src/provider/lifecycle/wait/pollLoop";

const minute = 60_000;
const hour = 60 * minute;

const refusal = (kind: ErrorKind, retryAfter?: number) =>
    new ApiError(`refused (${kind})`, {
        kind,
        method: "GET",
        path: "/",
        outcomeUnknown: false,
        ...(retryAfter === undefined ? {} : { retryAfter }),
    });

let clock: VirtualClock;
let end: () => void;
beforeEach(() => {
    clock = new VirtualClock(0);
    end = clock.autoAdvance();
});
afterEach(() => {
    expect(clock.sleeping).toBe(0);
    end();
});

/** A loop without jitter; `answers` are thrown or taken as the moment of a record, in turn. */
function loop(answers: readonly (ApiError | undefined)[], time: Clock = clock) {
    const asked: number[] = [];
    const fetch = (ids: ReadonlySet<string>) => {
        const answer = answers[asked.length];
        asked.push(clock.now());
        return answer ? Promise.reject(answer) : Promise.resolve(new Map([...ids].map((id) => [id, clock.now()])));
    };
    const loop = new PollLoop<number>(time, fetch, () => 0);
    const wait = (id: string, from: number, deadline = hour) =>
        loop.wait(id, {
            look: (at) => (at !== undefined && at >= from ? at : undefined),
            deadline,
            timedOut: (last) => new Error(`time is up: ${last?.message ?? "no error"}`),
        });
    return { asked, wait };
}

test("the first reads come quickly, then one a second, then one in 2 % of the time waited", async () => {
    const { asked, wait } = loop([]);
    await wait("a", 3_000);
    expect(asked).toEqual([100, 200, 400, 800, 1_000, 2_000, 3_000]);
    const late = loop([]);
    await late.wait("a", clock.now() + 500_000);
    expect(late.asked.at(-1)! - late.asked.at(-2)!).toBeGreaterThan(9_000);
});

test("each wait has first reads of its own, which serve all others, at least 200 ms apart", async () => {
    const { asked, wait } = loop([]);
    const first = wait("a", 1_500);
    await clock.sleep(850);
    expect(await Promise.all([wait("b", 1_100), first])).toEqual([1_200, 2_200]);
    expect(asked).toEqual([100, 200, 400, 800, 1_000, 1_200, 2_200]);
});

test("a wait ends at its deadline, with a last read then", async () => {
    const { asked, wait } = loop([]);
    await expect(wait("a", hour, 100_500)).rejects.toThrow("time is up: no error");
    expect([asked.at(-1), clock.now()]).toEqual([100_500, 100_500]);
});

describe("a rate limit with a time", () => {
    test.each(["rateLimited", "server"] as const)("counts for all waits (%s)", async (kind) => {
        const { asked, wait } = loop([undefined, refusal(kind, 45_000)]);
        expect(await Promise.all([wait("a", 101), wait("b", 101)])).toEqual([45_300, 45_300]);
        expect(asked).toEqual([100, 300, 45_300]);
    });

    test("also counts for a wait that begins when the others have ended", async () => {
        const { asked, wait } = loop([refusal("rateLimited", 45_000)]);
        await expect(wait("a", 1, 10_000)).rejects.toThrow("time is up: refused (rateLimited)");
        expect(await wait("b", 1)).toBe(45_100);
        expect(asked).toEqual([100, 45_100]);
    });

    test("outlasts a deadline, which then ends the wait without another request", async () => {
        const { asked, wait } = loop([refusal("rateLimited", 24 * hour)]);
        const patient = wait("a", 1, 25 * hour);
        await expect(wait("b", 1, 10 * minute)).rejects.toThrow("time is up: refused (rateLimited)");
        expect(clock.now()).toBe(10 * minute);
        expect(await patient).toBe(24 * hour + 100);
        expect(asked).toEqual([100, 24 * hour + 100]);
    });

    test("is not shortened by another answer without a time", async () => {
        const asked: number[] = [];
        const fetch = () => {
            asked.push(clock.now());
            const later = (error: ApiError) => (asked.length === 1 ? Promise.reject(error) : Promise.resolve(1));
            const [long, none] = [later(refusal("rateLimited", 45_000)), later(refusal("transport"))];
            return Promise.resolve(new Map([["a", long] as const, ["b", none] as const]));
        };
        const loop = new PollLoop<number>(clock, fetch, () => 0);
        const wait = { look: (record?: number) => record, deadline: hour, timedOut: () => new Error("time is up") };
        await Promise.all([loop.wait("a", wait), loop.wait("b", wait)]);
        expect(asked).toEqual([100, 45_100]);
    });

    test("without a time, the next read is as usual", async () => {
        const { asked, wait } = loop([refusal("rateLimited"), refusal("unreadable"), refusal("transport")]);
        expect(await wait("a", 1)).toBe(800);
        expect(asked).toEqual([100, 200, 400, 800]);
    });
});

test("an error that does not pass ends the wait at once", async () => {
    const { wait } = loop([refusal("forbidden", 45_000)]);
    await expect(wait("a", 1)).rejects.toThrow("refused (forbidden)");
    expect(clock.now()).toBe(100);
});

test("a machine that was suspended during a sleep reads within 15 s", async () => {
    const sleeps: number[] = [];
    let suspended = 0;
    const time: Clock = {
        now: () => clock.now() + suspended,
        sleep(ms, signal) {
            sleeps.push(ms);
            return clock.sleep(ms, signal);
        },
    };
    const { asked, wait } = loop([refusal("rateLimited", hour)], time);
    const seen = wait("a", 1, 2 * hour);
    await clock.sleep(5_500);
    suspended = hour;
    expect(await seen).toBeLessThanOrEqual(5_500 + 15_000);
    expect(asked).toHaveLength(2);
    expect(Math.max(...sleeps)).toBeLessThanOrEqual(15_000);
});
