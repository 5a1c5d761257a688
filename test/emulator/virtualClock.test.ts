import { createServer } from "node:http";
import { request as undiciRequest } from "undici";
import { VirtualClock } from "../../src/emulator";
import { systemClock } from "../../src/shared/clock";
import { Bench, textAt } from "./support/raw";

let clock: VirtualClock;
beforeEach(() => (clock = new VirtualClock(0)));

const minute = 60_000;

test("sleepers wake in order, each at its own time, and may sleep again", async () => {
    const woken: string[] = [];
    const sleep = async (name: string, ms: number, count = 1) => {
        for (let n = 0; n < count; n++) {
            await clock.sleep(ms);
            woken.push(`${name} at ${clock.now()}`);
        }
    };
    for (const sleeper of [sleep("c", 3000), sleep("a", 1000), sleep("b", 1000), sleep("poll", 700, 3)]) void sleeper;
    await clock.calm();
    expect([clock.now(), clock.sleeping]).toEqual([0, 4]);
    await clock.advance(2000);
    expect(woken).toEqual(["poll at 700", "a at 1000", "b at 1000", "poll at 1400"]);
    expect([clock.now(), clock.sleeping]).toEqual([2000, 2]);
    await clock.advance(5000);
    expect(woken.slice(4)).toEqual(["poll at 2100", "c at 3000"]);
    expect([clock.now(), clock.sleeping]).toEqual([7000, 0]);
});

test.each([0, -5])("a sleep of %d ends at once", async (ms) => {
    await clock.sleep(ms);
    expect(clock.now()).toBe(0);
});

test("an aborted sleep rejects with the reason", async () => {
    const abort = new AbortController();
    const ended = clock.sleep(500, abort.signal);
    await clock.advance(500);
    await ended;
    const sleep = clock.sleep(1000, abort.signal);
    abort.abort(new Error("enough"));
    await expect(sleep).rejects.toThrow("enough");
    await expect(clock.sleep(1000, abort.signal)).rejects.toThrow("enough");
    expect(clock.sleeping).toBe(0);
});

test("autoAdvance jumps to the next sleeper until it is stopped, each caller for itself", async () => {
    const stops = [clock.autoAdvance(), clock.autoAdvance()];
    await clock.sleep(45 * minute);
    stops[0]!();
    await clock.sleep(minute);
    expect(clock.now()).toBe(46 * minute);
    stops[1]!();
    void clock.sleep(1000);
    await clock.calm();
    expect([clock.now(), clock.sleeping]).toEqual([46 * minute, 1]);
});

test("time stands still while an idle check fails", async () => {
    let idle = false;
    const stop = clock.autoAdvance({ idle: () => idle });
    let woken = false;
    void clock.sleep(1000).then(() => (woken = true));
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(woken).toBe(false);
    idle = true;
    await clock.calm();
    await clock.calm();
    expect(woken).toBe(true);
    stop();
});

test("a wait for other processes leaves them the CPU", async () => {
    const sleep = jest.spyOn(systemClock, "sleep");
    let asked = 0;
    clock.addIdleCheck(() => ++asked > 250);
    await clock.calm();
    expect(sleep.mock.calls.length).toBeGreaterThan(40);
    expect(sleep.mock.calls.length).toBeLessThan(60);
    sleep.mockRestore();
});

test("time stands still while a connection is being opened", async () => {
    const server = createServer((_, response) => response.end("{}")).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const stop = clock.autoAdvance();
    const deadline = clock.sleep(minute).then(() => "too late");
    const answer = undiciRequest(`http://127.0.0.1:${port}`).then(({ body }) => body.text());
    expect(await Promise.race([answer, deadline])).toBe("{}");
    stop();
    server.closeAllConnections();
    server.close();
});

test("clients that poll an emulator at once do not advance each other's time", async () => {
    const bench = await Bench.start({ clock });
    const stop = clock.autoAdvance();
    const polls = Array.from({ length: 10 }, async (_, n) => {
        const { body } = await bench.post("services", { name: `s-${n}` });
        const path = `services/${textAt(body, "service_id")}`;
        for (let count = 1; ; count++) {
            if (textAt((await bench.get(path)).body, "status") === "READY") return count;
            await clock.sleep(4000 + 120 * n);
        }
    });
    expect(await Promise.all(polls)).toEqual(polls.map((_, n) => Math.ceil(120_000 / (4000 + 120 * n)) + 1));
    stop();
    await bench.stop();
});

test("setBack changes the calendar time only", async () => {
    clock.setBack(3600_000);
    await clock.advance(minute);
    expect([clock.now(), clock.wallTime()]).toEqual([minute, minute - 3600_000]);
    clock.setBack(0);
    expect(clock.wallTime()).toBe(minute);
});
