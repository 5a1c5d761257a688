// When the poll loop looks, where the server asks to be spared, or the clock jumps.
import { ApiError, type ErrorKind } from "../../src/api";
import type { Clock } from "../../src/clock";
import type { VirtualClock } from "../../src/emulator";
import { PollLoop } from "../../src/lifecycle/wait/pollLoop";
import { scheduleOf, type Schedule } from "../../src/lifecycle/wait/schedule";
import { onVirtualTime } from "./support/virtualTime";

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
onVirtualTime((one) => (clock = one));

/** Once a second, without first looks. */
const { usual, ...others } = scheduleOf();
const everySecond: Schedule = {
    ...others,
    quick: () => 1_000,
    steady: () => 1_000,
    usual: { ...usual, firstLook: 1_000 },
};

/** A loop that asks once a second; `answers` are thrown or taken as the moment of a record, in turn. */
function loop(answers: readonly (ApiError | undefined)[], time: Clock = clock) {
    const asked: number[] = [];
    const fetch = (ids: ReadonlySet<string>) => {
        const answer = answers[asked.length];
        asked.push(clock.now());
        return answer ? Promise.reject(answer) : Promise.resolve(new Map([...ids].map((id) => [id, clock.now()])));
    };
    const loop = new PollLoop<number>(time, fetch, everySecond);
    const wait = (id: string, from: number, deadline = hour) =>
        loop.wait(id, {
            look: (at) => (at !== undefined && at >= from ? at : undefined),
            deadline,
            timedOut: (last) => new Error(`time is up: ${last?.message ?? "no error"}`),
        });
    return { asked, wait };
}

describe("a rate limit that says for how long", () => {
    test.each(["rateLimited", "server"] as const)("is obeyed by all who wait (%s)", async (kind) => {
        const { asked, wait } = loop([undefined, refusal(kind, 45_000)]);
        expect(await Promise.all([wait("a", 2_001), wait("b", 2_001)])).toEqual([47_000, 47_000]);
        expect(asked).toEqual([1_000, 2_000, 47_000]);
    });

    test("is obeyed by who comes later", async () => {
        const { asked, wait } = loop([refusal("rateLimited", 45_000)]);
        const first = wait("a", 1);
        await clock.sleep(20_000);
        const second = wait("b", 1);
        expect(await Promise.all([first, second])).toEqual([46_000, 46_000]);
        expect(asked).toEqual([1_000, 46_000]);
    });

    test("is obeyed by who comes when nobody waits any more", async () => {
        const { asked, wait } = loop([refusal("rateLimited", 45_000)]);
        await expect(wait("a", 1, 10_000)).rejects.toThrow("time is up: refused (rateLimited)");
        expect(await wait("b", 1)).toBe(46_000);
        expect(asked).toEqual([1_000, 46_000]);
    });

    test("outlasts a deadline, which then ends the wait without another request", async () => {
        const { asked, wait } = loop([refusal("rateLimited", 24 * hour)]);
        const patient = wait("a", 1, 25 * hour);
        await expect(wait("b", 1, 10 * minute)).rejects.toThrow("time is up: refused (rateLimited)");
        expect(clock.now()).toBe(10 * minute);
        expect(await patient).toBe(24 * hour + 1_000);
        expect(asked).toEqual([1_000, 24 * hour + 1_000]);
    });

    test("is not shortened by another answer that says nothing", async () => {
        const asked: number[] = [];
        const fetch = () => {
            asked.push(clock.now());
            const later = (error: ApiError) => (asked.length === 1 ? Promise.reject(error) : Promise.resolve(1));
            const [long, none] = [later(refusal("rateLimited", 45_000)), later(refusal("transport"))];
            return Promise.resolve(new Map([["a", long] as const, ["b", none] as const]));
        };
        const loop = new PollLoop<number>(clock, fetch, everySecond);
        const wait = { look: (record?: number) => record, deadline: hour, timedOut: () => new Error("time is up") };
        await Promise.all([loop.wait("a", wait), loop.wait("b", wait)]);
        expect(asked).toEqual([1_000, 46_000]);
    });

    test("is as it was without one", async () => {
        const { asked, wait } = loop([refusal("rateLimited"), refusal("unreadable"), refusal("transport")]);
        expect(await wait("a", 1)).toBe(4_000);
        expect(asked).toEqual([1_000, 2_000, 3_000, 4_000]);
    });
});

test("an error that does not pass ends the wait at once", async () => {
    const { wait } = loop([refusal("forbidden", 45_000)]);
    await expect(wait("a", 1)).rejects.toThrow("refused (forbidden)");
    expect(clock.now()).toBe(1_000);
});

describe("a clock that jumps", () => {
    /** The virtual clock, `shift` milliseconds off, and how long its sleeps were. */
    function jumping() {
        const sleeps: number[] = [];
        const time = {
            shift: 0,
            sleeps,
            now: () => clock.now() + time.shift,
            sleep: (ms: number, signal?: AbortSignal) => {
                sleeps.push(ms);
                return clock.sleep(ms, signal);
            },
        };
        return time;
    }

    test.each([
        ["back an hour", -hour],
        ["back a day", -24 * hour],
        ["forth ten minutes", 10 * minute],
    ])("%s does not keep the loop from looking", async (_, shift) => {
        const time = jumping();
        const { asked, wait } = loop([], time);
        const seen = wait("a", 20_000);
        await clock.sleep(5_500);
        time.shift = shift;
        expect(await seen).toBeLessThanOrEqual(22_000);
        // How much of the sleep in which it jumped has passed cannot be told: that one is slept again.
        const pauses = asked.slice(1).map((at, index) => at - asked[index]!);
        expect(Math.max(...pauses)).toBeLessThanOrEqual(2_000);
    });

    test("back, while a look is under way, neither", async () => {
        const time = jumping();
        const asked: number[] = [];
        const fetch = () => {
            asked.push(clock.now());
            if (asked.length === 2) time.shift = -hour;
            return Promise.resolve(new Map([["a", clock.now()]]));
        };
        const loop = new PollLoop<number>(time, fetch, everySecond);
        const look = (at?: number) => (at === 3_000 ? at : undefined);
        const wait = { look, deadline: hour, timedOut: () => new Error("time is up") };
        expect(await loop.wait("a", wait)).toBe(3_000);
    });

    test("back does not give a wait more time", async () => {
        const time = jumping();
        const { wait } = loop([], time);
        const failure = expect(wait("a", hour, 10 * minute)).rejects.toThrow("time is up");
        await clock.sleep(5 * minute);
        time.shift = -hour;
        await failure;
        expect(clock.now()).toBeLessThanOrEqual(10 * minute + 1_000);
    });

    test("has no long sleep to jump in", async () => {
        const time = jumping();
        const { wait } = loop([refusal("rateLimited", hour)], time);
        expect(await wait("a", 1, 2 * hour)).toBe(hour + 1_000);
        expect(Math.max(...time.sleeps)).toBeLessThanOrEqual(15_000);
    });
});
