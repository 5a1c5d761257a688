// What a list lacks is gone only if something else says so as well: its own GET, or, of many that were deleted, a second list and a
// sample.
import fc from "fast-check";
import { ApiError } from "../../src/api";
import { markIncomplete } from "../../src/api/lists";
import { VirtualClock } from "../../src/emulator";
import { CollectionReader } from "../../src/lifecycle/wait/collectionReader";
import { absent, GoneCheck } from "../../src/lifecycle/wait/goneCheck";
import type { Source } from "../../src/lifecycle/wait/source";
import { type Deployed, Stack } from "../support/inProcess";

const timedOut = () => new Error("time is up");
const ids = Array.from({ length: 20 }, (_, n) => `id-${n}`);
const outage = new ApiError("out of order", { kind: "server", method: "GET", path: "/", outcomeUnknown: false });

let clock: VirtualClock;
let end: () => void;
beforeEach(() => {
    clock = new VirtualClock(0);
    end = clock.autoAdvance();
});
afterEach(() => end());

interface Row {
    readonly id: string;
}

/** A collection in which each is gone from its moment on, and what its lists show of it. */
function collection(goneAt: (id: string) => number, shows: (existing: string[], nth: number) => string[]) {
    const asked: string[] = [];
    let lists = 0;
    const exists = (id: string) => clock.now() < goneAt(id);
    const source: Source<Row> = {
        list: () => {
            asked.push("list");
            return Promise.resolve(shows(ids.filter(exists), lists++).map((id) => ({ id })));
        },
        get: (id) => {
            asked.push(id);
            return Promise.resolve(exists(id) ? { id } : undefined);
        },
        idOf: ({ id }) => id,
    };
    return { asked, source };
}

/** Waits until each is gone, and returns when it was taken for gone. `known`: lists have shown them before. */
async function removeAll(
    source: Source<Row>,
    { leaving = true, known = true } = {},
): Promise<ReadonlyMap<string, number>> {
    const reader = new CollectionReader(source, clock, () => 0);
    if (known) await Promise.all(ids.map((id) => reader.read(id, { fresh: true })));
    const gone = await Promise.all(
        ids.map(async (id) => {
            const at = await reader.until(id, {
                look: (record, now) => (record === undefined ? now : undefined),
                deadline: 3_600_000,
                timedOut,
                leaving,
            });
            return [id, at] as const;
        }),
    );
    return new Map(gone);
}

test("many that were deleted are confirmed by one list and one GET", async () => {
    const { asked, source } = collection(
        () => 50,
        (existing) => existing,
    );
    await removeAll(source);
    // The list before, the one that lacks them, the second one, and the sample.
    expect(asked).toEqual(["list", "list", "list", "id-19"]);
});

test.each([
    ["a list has never shown", { known: false }],
    ["nobody has deleted", { leaving: false }],
])("what %s is confirmed by a GET each", async (_, how) => {
    const { asked, source } = collection(
        () => 50,
        (existing) => existing,
    );
    await removeAll(source, how);
    expect(asked.filter((what) => what !== "list").sort()).toEqual([...ids].sort());
});

/** Whether one was taken for gone that was there. */
function early(gone: ReadonlyMap<string, number>, goneAt: (id: string) => number): string[] {
    return [...gone].filter(([id, at]) => at < goneAt(id)).map(([id]) => id);
}

const moments = fc.array(fc.nat({ max: 20_000 }), { minLength: ids.length, maxLength: ids.length });
const by = (all: readonly number[]) => (id: string) => all[ids.indexOf(id)]!;

test("what was only looked for in a list that is recent, and is not in it, is confirmed by a GET each", async () => {
    const { asked, source } = collection(
        () => 50,
        () => [],
    );
    const reader = new CollectionReader(source, clock, () => 0);
    // The second look finds the list of the first.
    for (let look = 0; look < 2; look++) await Promise.all(ids.map((id) => reader.read(id, { recent: true })));
    asked.length = 0;
    const gone = ids.map((id) =>
        reader.until(id, {
            look: (record, now) => (record === undefined ? now : undefined),
            deadline: 3_600_000,
            timedOut,
            leaving: true,
        }),
    );
    await Promise.all(gone);
    expect(new Set(asked)).toEqual(new Set(["list", ...ids]));
});

describe("what is still there is not taken for gone", () => {
    test("where a list lacks some of it once", async () => {
        const bits = fc.array(fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }), {
            minLength: 5,
            maxLength: 40,
        });
        await fc.assert(
            fc.asyncProperty(moments, bits, async (all, lacks) => {
                const from = clock.now();
                const goneAt = (id: string) => from + by(all)(id);
                // A list lacks nothing that the list before it has lacked.
                const isLacking = (id: string, nth: number): boolean =>
                    nth > 0 && lacks[nth % lacks.length]![ids.indexOf(id)]! && !isLacking(id, nth - 1);
                const { source } = collection(goneAt, (existing, nth) => existing.filter((id) => !isLacking(id, nth)));
                expect(early(await removeAll(source), goneAt)).toEqual([]);
            }),
            { numRuns: 50 },
        );
    });

    test("where lists are late to show what is new", async () => {
        await fc.assert(
            fc.asyncProperty(moments, fc.subarray(ids), async (all, listed) => {
                const from = clock.now();
                const goneAt = (id: string) => from + by(all)(id);
                const { source } = collection(goneAt, (existing) => existing.filter((id) => listed.includes(id)));
                expect(early(await removeAll(source), goneAt)).toEqual([]);
            }),
            { numRuns: 50 },
        );
    });

    test("where lists leave out what is being deleted, whichever is gone first", async () => {
        const lasting = moments.map((all) => all.map((moment) => 300 + moment));
        await fc.assert(
            fc.asyncProperty(lasting, async (all) => {
                const from = clock.now();
                const goneAt = (id: string) => from + by(all)(id);
                const { source } = collection(goneAt, (existing, nth) => (nth === 0 ? existing : []));
                expect(early(await removeAll(source), goneAt)).toEqual([]);
            }),
            { numRuns: 50 },
        );
    });

    test("where the second list, or the sample, fails", async () => {
        const goneAt = () => 5_000;
        const { source } = collection(goneAt, (existing, nth) => (nth === 1 ? [] : existing));
        let failures = 0;
        const failing: Source<Row> = {
            ...source,
            get: (id) => (failures++ < 3 ? Promise.reject(outage) : source.get(id)),
        };
        expect(early(await removeAll(failing), goneAt)).toEqual([]);
        expect(failures).toBeGreaterThan(3);
    });
});

describe("calls", () => {
    let stack: Stack;
    beforeEach(async () => {
        stack = await Stack.start({ timeScale: 0.0001 });
    });
    afterEach(() => stack.stop());

    const deployed = (id: string): Deployed => ({
        type: "Service",
        name: id,
        id,
        inputs: {},
        outs: {
            projectId: stack.emulator.projectId,
            deletionProtection: false,
            __clouddb: { v: 1, urn: id, given: [] },
        },
    });

    test.each([
        ["all at once", 100],
        ["16 at a time", 16],
    ])("a destroy of 100 services, %s: at most 130 calls", async (_, parallel) => {
        const queue = stack.emulator.create.services(100).map(({ id }) => deployed(id));
        const before = stack.clock.now();
        stack.emulator.clearRequests();
        const worker = async () => {
            for (let one = queue.pop(); one !== undefined; one = queue.pop()) await stack.destroy(one);
        };
        await Promise.all(Array.from({ length: parallel }, worker));
        expect(stack.emulator.world.services.size).toBe(0);
        expect(stack.calls()).toEqual(Array(100).fill("deleteService"));
        expect(stack.emulator.requests().length).toBeLessThanOrEqual(130);
        expect(stack.clock.now() - before).toBeLessThanOrEqual(100 * Math.ceil(100 / parallel));
    });

    test("one service alone is gone when its GET and a list say so", async () => {
        const { id } = stack.emulator.create.service();
        stack.emulator.clearRequests();
        await stack.destroy(deployed(id));
        const asked = stack.emulator.requests().map(({ endpoint }) => endpoint);
        expect(asked.slice(asked.indexOf("deleteService"))).toEqual(["deleteService", "getService", "listServices"]);
    });
});

describe("a record that cannot be read", () => {
    const unreadable = (id: string): Row[] => {
        const list: Row[] = [];
        markIncomplete(list, { records: [{ id, detail: "no status" }], failure: () => outage });
        return list;
    };

    test("is not gone; those of others do not matter", () => {
        expect(() => absent("id-3", unreadable("id-3"))).toThrow(outage);
        expect(absent("id-4", unreadable("id-3"))).toBeUndefined();
    });

    test.each([
        ["first", [unreadable("id-3"), []]],
        ["second", [[], unreadable("id-3")]],
    ] as const)("is not gone either where only the %s of two lists has it", async (_, [first, second]) => {
        const source = {
            list: () => Promise.resolve(second),
            get: () => Promise.resolve(undefined),
            idOf: ({ id }: Row) => id,
        };
        const check = new GoneCheck(source, clock);
        for (const id of ids) check.listed(id);
        const answers = await Promise.allSettled(check.confirmAll(ids, new Set(ids), first).values());
        expect(answers.flatMap(({ status }, n) => (status === "rejected" ? [ids[n]] : []))).toEqual(["id-3"]);
    });
});
