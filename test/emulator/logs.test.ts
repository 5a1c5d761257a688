import { bench } from "./support/eachBench";
import { at, textAt } from "./support/raw";

interface Entry {
    message: string;
    severity: string;
    timestamp: string;
}

const entriesOf = (body: unknown) => at(body, "entries") as Entry[];
const messagesOf = (body: unknown) => at(body, "logs") as string[];
const path = "services/orders/logs";
const addLogs = (lines: object[]) => bench.control("POST", "/resources/orders/logs", lines);

/** Creates a service with these log lines, 10 ms apart, the last one now, at 10 s. */
async function createWith(lines: { message: string; severity?: string; node?: number }[]): Promise<void> {
    bench.emulator.create.service({ id: "orders", age_ms: 0, replica_count: 1 });
    await bench.pass(10);
    const newest = bench.clock.now();
    const timed = lines.map((line, n) => ({ ...line, at: newest - (lines.length - 1 - n) * 10 }));
    expect((await addLogs(timed)).status).toBe(204);
}

test.each([500, 1100])("%d lines come in pages of 500, newest first, whatever is added meanwhile", async (count) => {
    const lines = Array.from({ length: count }, (_, n) => ({ message: `line ${n}` }));
    await createWith(lines);
    const seen: string[] = [];
    for (let cursor: string | undefined = ""; cursor !== undefined;) {
        const { body } = await bench.get(`${path}${cursor}`);
        expect(messagesOf(body)).toEqual(entriesOf(body).map(({ message }) => message));
        expect(messagesOf(body)).toHaveLength(Math.min(500, count - seen.length));
        const times = entriesOf(body).map(({ timestamp }) => timestamp);
        expect(times).toEqual([...times].sort().reverse());
        expect(at(body, "lastCursor")).toBe(at(body, "last_cursor"));
        seen.push(...messagesOf(body));
        cursor = at(body, "last_cursor") === undefined ? undefined : `?cursor=${textAt(body, "last_cursor")}`;
        await addLogs([{ message: "later" }]);
    }
    expect(seen).toEqual(lines.map(({ message }) => message).reverse());
});

const mixed = [
    { message: "connection received from app", severity: "LOG" },
    { message: "Deadlock detected", severity: "ERROR", node: 1 },
    { message: "connection lost: deadlock", severity: "FATAL" },
    { message: "disk is getting full", severity: "WARNING", node: 1 },
];

test.each([
    ["search=connection", [2, 0]],
    ["search=deadlock&search=CONNECTION", [2]],
    ["severities=ERROR&severities=FATAL", [2, 1]],
    ["severities=warning", [3]],
    ["severities=PANIC", []],
    ["node=0", [2, 0]],
    ["node=1", [3, 1]],
    ["node=1&search=disk", [3]],
    ["since=2030-01-01T00:00:09.980Z", [3, 2]],
    ["until=2030-01-01T00:00:09.990Z", [1, 0]],
    ["since=2030-01-01T00:00:09.970Z&until=2030-01-01T00:00:10Z", [2, 1]],
    ["since=2030-01-01T01:00:09.980%2B01:00", [3, 2]],
])("?%s gives %j", async (query, lines) => {
    await createWith(mixed);
    const { body } = await bench.get(`${path}?${query}`);
    expect(messagesOf(body)).toEqual(lines.map((n) => mixed[n]!.message));
});

test("routine lines are the same whenever they are read", async () => {
    bench.emulator.create.service({ id: "orders" });
    const first = (await bench.get(path)).body;
    expect(messagesOf(first)).toHaveLength(500);
    expect(new Set(entriesOf(first).map(({ severity }) => severity)).size).toBeGreaterThan(2);
    await bench.pass(120);
    const later = (await bench.get(path)).body;
    expect(entriesOf(later).slice(4)).toEqual(entriesOf(first).slice(0, 496));
});

/** The lines of what happens to a service, `second severity message`, oldest first. */
async function events(id: string, search: string, query = ""): Promise<string[]> {
    const { body } = await bench.get(`services/${id}/logs?search=${encodeURIComponent(search)}${query}`);
    const secondOf = ({ timestamp }: Entry) => (Date.parse(timestamp) - Date.UTC(2030, 0, 1)) / 1000;
    return entriesOf(body)
        .map((entry) => `${secondOf(entry)} ${entry.severity} ${entry.message}`)
        .reverse();
}

test("the log has each operation and status of a service", async () => {
    const { body } = await bench.post("services", { name: "orders" });
    const id = textAt(body, "service_id");
    await bench.pass(120);
    expect(await events(id, "creation")).toEqual(["0 LOG creation started", "120 LOG creation completed"]);
    await bench.post(`services/${id}/setHA`, { replica_count: 1 });
    await bench.pass(90);
    expect(await events(id, "streaming", "&node=1")).toEqual(["210 LOG started streaming WAL from primary"]);
    await bench.post(`services/${id}/stop`);
    await bench.pass(40);
    expect(await events(id, "administrator")).toEqual([
        "210 FATAL terminating connection due to administrator command",
    ]);
    expect(await events(id, "status is")).toEqual([
        "10 LOG status is CONFIGURING",
        "120 LOG status is READY",
        "120 LOG status is CONFIGURING",
        "210 LOG status is READY",
        "210 LOG status is PAUSING",
        "250 LOG status is PAUSED",
    ]);
    expect((await events(id, "ready to accept"))[0]).toMatch(/^120 LOG/);
});

test("the log has forks, of both services, and failures", async () => {
    bench.emulator.create.service({ id: "orders", age_ms: 0 });
    const forked = await bench.post("services/orders/forkService", { fork_strategy: "LAST_SNAPSHOT" });
    const fork = textAt(forked.body, "service_id");
    expect(await events("orders", "fork")).toEqual([`0 LOG forked as service ${fork}`]);
    expect(await events(fork, "fork")).toEqual(["0 LOG fork of the last snapshot of service orders started"]);
    bench.emulator.faults.add({ endpoint: "resizeService", do: { kind: "fail", message: "out of capacity" } });
    await bench.post("services/orders/resize", { cpu_millis: "2000", memory_gbs: "8" });
    await bench.pass(200);
    expect(await events("orders", "resize failed")).toEqual(["160 ERROR resize failed: out of capacity"]);
});
