import { createServer } from "node:http";
import { request as undiciRequest } from "undici";
import { VirtualClock } from "../../src/emulator";
import { Bench, textAt } from "./support/raw";

let clock: VirtualClock;
beforeEach(() => (clock = new VirtualClock(0)));

const minute = 60_000;

test("time stands still until it is told to go on", async () => {
    const woken: string[] = [];
    void clock.sleep(3000).then(() => woken.push(`three at ${clock.now()}`));
    void clock.sleep(1000).then(() => woken.push(`one at ${clock.now()}`));
    await clock.calm();
    expect([clock.now(), clock.sleeping]).toEqual([0, 2]);
    await clock.advance(2000);
    expect([clock.now(), clock.sleeping]).toEqual([2000, 1]);
    await clock.advance(5000);
    expect([clock.now(), clock.sleeping]).toEqual([7000, 0]);
    expect(woken).toEqual(["one at 1000", "three at 3000"]);
});

test("who wakes and sleeps again is woken at the exact time again, within one move", async () => {
    const seen: number[] = [];
    const poll = async () => {
        for (let n = 0; n < 5; n++) {
            await clock.sleep(700);
            seen.push(clock.now());
        }
    };
    void poll();
    await clock.advance(10_000);
    expect(seen).toEqual([700, 1400, 2100, 2800, 3500]);
});

test("those that are due together wake in the order in which they went to sleep", async () => {
    const woken: number[] = [];
    for (const n of [1, 2, 3]) void clock.sleep(1000).then(() => woken.push(n));
    await clock.advance(1000);
    expect(woken).toEqual([1, 2, 3]);
});

test.each([0, -5])("a sleep of %d ends without time", async (ms) => {
    await clock.sleep(ms);
    expect(clock.now()).toBe(0);
});

test("an aborted sleep rejects with the reason, and nobody sleeps any more", async () => {
    const abort = new AbortController();
    const sleep = clock.sleep(1000, abort.signal);
    abort.abort(new Error("enough"));
    await expect(sleep).rejects.toThrow("enough");
    await expect(clock.sleep(1000, abort.signal)).rejects.toThrow("enough");
    expect(clock.sleeping).toBe(0);
});

test("a signal that is aborted after the sleep harms nobody", async () => {
    const abort = new AbortController();
    const sleep = clock.sleep(1000, abort.signal);
    await clock.advance(1000);
    await sleep;
    abort.abort();
});

test("advancing by itself takes 45 minutes in one go, and stops when told to", async () => {
    const stop = clock.autoAdvance();
    await clock.sleep(45 * minute);
    expect(clock.now()).toBe(45 * minute);
    stop();
    void clock.sleep(1000);
    await clock.calm();
    expect([clock.now(), clock.sleeping]).toEqual([45 * minute, 1]);
});

test("stopping one who advances does not stop another", async () => {
    const stops = [clock.autoAdvance(), clock.autoAdvance()];
    await clock.sleep(1000);
    stops[0]!();
    await clock.sleep(1000);
    expect(clock.now()).toBe(2000);
    stops[1]!();
});

test("time waits for whoever says that it is not idle", async () => {
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

test("time waits for a connection that is being made to a server of this process", async () => {
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

describe("with an emulator", () => {
    let bench: Bench;
    beforeEach(async () => (bench = await Bench.start({ clock })));
    afterEach(() => bench.stop());

    /** Polls until the service is ready, as a client would, with a deadline that must not be passed. */
    async function ready(path: string, everyMs: number): Promise<number> {
        const abort = new AbortController();
        let late = false;
        void clock.sleep(5 * minute, abort.signal).then(
            () => (late = true),
            () => undefined,
        );
        for (let polls = 1; ; polls++) {
            const { body } = await bench.get(path);
            if (textAt(body, "status") === "READY") {
                abort.abort();
                expect(late).toBe(false);
                return polls;
            }
            await clock.sleep(everyMs);
        }
    }

    test("a client that polls over real HTTP polls at its exact times", async () => {
        const { body } = await bench.post("services", { name: "orders" });
        const stop = clock.autoAdvance();
        expect(await ready(`services/${textAt(body, "service_id")}`, 1000)).toBe(121);
        expect(clock.now()).toBe(120_000);
        const polls = bench.emulator.requests().filter(({ method }) => method === "GET");
        expect(polls.map(({ at }) => at)).toEqual(Array.from({ length: 121 }, (_, n) => n * 1000));
        stop();
    });

    test("many that poll at once do not push each other's time on", async () => {
        const stop = clock.autoAdvance();
        const paths = await Promise.all(
            Array.from({ length: 10 }, async (_, n) => {
                const { body } = await bench.post("services", { name: `s-${n}` });
                return `services/${textAt(body, "service_id")}`;
            }),
        );
        const polls = await Promise.all(paths.map((path, n) => ready(path, 4000 + 120 * n)));
        expect(polls).toEqual(paths.map((_, n) => Math.ceil(120_000 / (4000 + 120 * n)) + 1));
        stop();
    });

    test("a request that the emulator keeps waiting lets time go on", async () => {
        bench.emulator.faults.add({ do: { kind: "latency", ms: 10 * minute } });
        const stop = clock.autoAdvance();
        expect((await bench.get("vpcs")).status).toBe(200);
        expect(clock.now()).toBe(10 * minute);
        stop();
    });
});

test("the calendar can be set back; the time that passes never is", async () => {
    clock.setBack(3600_000);
    await clock.advance(minute);
    expect([clock.now(), clock.wallTime()]).toEqual([minute, minute - 3600_000]);
    clock.setBack(0);
    expect(clock.wallTime()).toBe(minute);
});
