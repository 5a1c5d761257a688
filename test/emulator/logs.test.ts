import { at, Bench, textAt } from "./support/raw";

interface Entry {
    message: string;
    severity: string;
    timestamp: string;
}

let bench: Bench;
beforeEach(async () => (bench = await Bench.start()));
afterEach(() => bench.stop());

const entriesOf = (body: unknown) => at(body, "entries") as Entry[];
const messagesOf = (body: unknown) => at(body, "logs") as string[];

/** A service with these log lines, one per second, the last one now. */
async function serviceWith(lines: { message: string; severity?: string; node?: number }[], given: object = {}) {
    const { id } = bench.emulator.create.service({ age_ms: 0, ...given });
    await bench.pass(10);
    const newest = bench.clock.now();
    const timed = lines.map((line, n) => ({ ...line, at: newest - (lines.length - 1 - n) * 10 }));
    expect((await bench.control("POST", `/resources/${id}/logs`, timed)).status).toBe(204);
    return `services/${id}/logs`;
}

test("pages of 500 in reverse order, each going on where the one before ended, whatever is written meanwhile", async () => {
    const lines = Array.from({ length: 1100 }, (_, n) => ({ message: `line ${n}` }));
    const path = await serviceWith(lines);
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor = "";
    do {
        const { status, body } = await bench.get(`${path}${cursor}`);
        expect(status).toBe(200);
        expect(messagesOf(body)).toEqual(entriesOf(body).map(({ message }) => message));
        const times = entriesOf(body).map(({ timestamp }) => timestamp);
        expect(times).toEqual([...times].sort().reverse());
        expect(at(body, "lastCursor")).toBe(at(body, "last_cursor"));
        sizes.push(messagesOf(body).length);
        seen.push(...messagesOf(body));
        cursor = at(body, "last_cursor") === undefined ? "" : `?cursor=${textAt(body, "last_cursor")}`;
        await bench.control("POST", `/resources/${path.split("/")[1]!}/logs`, [{ message: "later" }]);
    } while (cursor !== "");
    expect(sizes).toEqual([500, 500, 100]);
    expect(seen).toEqual(lines.map(({ message }) => message).reverse());
});

test("exactly one page has no cursor", async () => {
    const path = await serviceWith(Array.from({ length: 500 }, (_, n) => ({ message: `line ${n}` })));
    const { body } = await bench.get(path);
    expect(messagesOf(body)).toHaveLength(500);
    expect(body).not.toHaveProperty("last_cursor");
    expect(body).not.toHaveProperty("lastCursor");
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
])("?%s gives %j", async (query, wanted) => {
    const path = await serviceWith(mixed, { replica_count: 1 });
    const { body } = await bench.get(`${path}?${query}`);
    expect(messagesOf(body)).toEqual(wanted.map((n) => mixed[n]!.message));
});

test.each([
    ["node=2", 422, "INVALID_NODE"],
    ["node=-1", 400, "INVALID_REQUEST"],
    ["node=x", 400, "INVALID_REQUEST"],
    ["node=0&node=1", 400, "INVALID_REQUEST"],
    ["since=yesterday", 400, "INVALID_REQUEST"],
    ["since=2030-01-02T00:00:00Z&until=2030-01-01T00:00:00Z", 422, "INVALID_RANGE"],
    ["cursor=nonsense", 400, "INVALID_CURSOR"],
    ["limit=5", 400, "INVALID_REQUEST"],
])("?%s is refused", async (query, status, code) => {
    const path = await serviceWith(mixed, { replica_count: 1 });
    expect(await bench.get(`${path}?${query}`)).toMatchObject({ status, body: { code } });
});

test("a database writes by itself, and has written the same when asked again", async () => {
    const { id } = bench.emulator.create.service({ age_ms: 24 * 3_600_000 });
    const first = await bench.get(`services/${id}/logs`);
    expect(messagesOf(first.body)).toHaveLength(500);
    expect(new Set(entriesOf(first.body).map(({ severity }) => severity)).size).toBeGreaterThan(2);
    expect((await bench.get(`services/${id}/logs`)).body).toEqual(first.body);
    await bench.pass(120);
    const later = messagesOf((await bench.get(`services/${id}/logs`)).body);
    expect(later.slice(4)).toEqual(messagesOf(first.body).slice(0, 496));
});

describe("what happens to a service is in its log", () => {
    /** `severity message`, oldest first. */
    const life = async (id: string, query = "") => {
        const { status, body } = await bench.get(`services/${id}/logs${query}`);
        expect(status).toBe(200);
        return entriesOf(body)
            .map(({ severity, message }) => `${severity} ${message}`)
            .reverse();
    };

    test("its creation, each change and its end, with their times", async () => {
        const made = await bench.post("services", { name: "orders", region_code: "us-east-1" });
        const id = textAt(made.body, "service_id");
        await bench.pass(15);
        expect(await life(id)).toEqual(["LOG creation started", "LOG status is CONFIGURING"]);
        await bench.pass(110);
        const ready = [
            "LOG creation completed",
            "LOG status is READY",
            "LOG database system is ready to accept connections",
        ];
        expect((await life(id, "?search=creation")).at(-1)).toBe(ready[0]);
        const { body } = await bench.get(`services/${id}/logs?search=ready to accept`.replaceAll(" ", "%20"));
        expect(entriesOf(body).map(({ timestamp }) => timestamp)).toEqual(["2030-01-01T00:02:00.000Z"]);
        await bench.post(`services/${id}/setHA`, { replica_count: 1 });
        await bench.pass(91);
        expect(await life(id, "?node=1&search=streaming")).toEqual(["LOG started streaming WAL from primary"]);
        await bench.post(`services/${id}/stop`, {});
        await bench.pass(41);
        const since = new Date(bench.clock.now() - 42_000).toISOString();
        expect(await life(id, `?severities=FATAL&since=${since}&search=administrator`)).toEqual([
            "FATAL terminating connection due to administrator command",
        ]);
        expect((await life(id, "?search=status")).at(-1)).toBe("LOG status is PAUSED");
    });

    test("a fork, in both logs; and a change that failed", async () => {
        const parent = bench.emulator.create.service({ name: "parent", age_ms: 0 });
        await bench.pass(1);
        const forked = await bench.post(`services/${parent.id}/forkService`, { fork_strategy: "LAST_SNAPSHOT" });
        const fork = textAt(forked.body, "service_id");
        expect(await life(parent.id)).toEqual([`LOG forked as service ${fork}`]);
        expect(await life(fork)).toEqual([`LOG fork of the last snapshot of service ${parent.id} started`]);
        bench.emulator.faults.add({ endpoint: "resizeService", do: { kind: "fail", message: "out of capacity" } });
        const resize = await bench.post(`services/${parent.id}/resize`, { cpu_millis: "2000", memory_gbs: "8" });
        expect([resize.status, resize.body]).toEqual([202, expect.anything()]);
        await bench.pass(200);
        expect(await life(parent.id, "?severities=ERROR&search=resize")).toEqual([
            "ERROR resize failed: out of capacity",
        ]);
    });
});
