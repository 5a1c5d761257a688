// What a create whose answer was lost has created: taken if it is what was asked for, an error if that cannot be told.
import { markIncomplete, type UnreadableRecord } from "../../src/api/lists";
import { ApiError } from "../../src/api";
import { VirtualClock } from "../../src/emulator";
import { Task } from "../../src/lifecycle";
import type { CreateSpec, Match } from "../../src/lifecycle/creation/createSpec";
import { findCreated } from "../../src/lifecycle/creation/findCreated";
import { Inventory, listingOf } from "../../src/lifecycle/creation/inventory";
import { failureOf } from "../support/inProcess";
import { claimOf } from "./support/claim";
import { onVirtualTime } from "./support/virtualTime";

interface Row {
    readonly id: string;
    readonly name?: string;
    readonly match?: Match;
    readonly initialSize?: boolean;
}

const told: string[] = [];
const reporter = { status: (line: string) => void told.push(line), note: () => undefined, debug: () => undefined };
const failure = () => new ApiError("unused", { kind: "contract", method: "GET", path: "/", outcomeUnknown: false });

interface Window {
    readonly clock: VirtualClock;
    readonly limit: number;
    readonly window: number;
    /** When a list shows the records. */
    readonly shownAt: number;
}

const once = (): Window => ({ clock: new VirtualClock(0), limit: 60_000, window: 0, shownAt: 0 });

/** Looks in a list of these records: once, if nothing else is said. */
function look(
    rows: readonly Row[],
    unreadable: readonly UnreadableRecord[] = [],
    { clock, limit, window, shownAt }: Window = once(),
): Promise<Row | undefined> {
    const listed = () => {
        const list = clock.now() >= shownAt ? [...rows] : [];
        markIncomplete(list, { records: unreadable, failure });
        return list;
    };
    const candidate = ({ id, name = "orders" }: Row) => ({ id, name, leaving: false });
    const spec: CreateSpec<object, Row> = {
        name: "orders",
        key: "orders",
        label: 'service "orders"',
        progress: "creating",
        inventory: new Inventory<Row>(clock, () => Promise.resolve(listingOf(listed(), candidate))),
        create: () => Promise.reject(new Error("it was called already")),
        match: ({ match = "same" }) => match,
        showsInitialSize: ({ initialSize = true }) => initialSize,
    };
    const task = new Task("create", clock, limit, reporter);
    return findCreated(spec, task, claimOf("parent"), new Set(["old"]), window);
}

test("what is new, and is what was asked for, is taken", async () => {
    expect(await look([{ id: "a" }])).toEqual({ id: "a" });
});

test.each<[string, Row]>([
    ["was there before", { id: "old" }],
    ["has another name", { id: "a", name: "others" }],
    ["is something else", { id: "a", match: "different" }],
    ["has another size", { id: "a", initialSize: false }],
    ["has another size, and does not show the rest", { id: "a", initialSize: false, match: "unclear" }],
])("what %s is not taken", async (_, row) => {
    expect(await look([row])).toBeUndefined();
});

test("what does not show enough to tell is an error that names it", async () => {
    expect((await failureOf(look([{ id: "a", match: "unclear" }]))).message).toBe(
        'The answer to the creation of service "orders" was lost. parent/a may be it, but the API does not show enough of it to tell. ' +
            'If it is: `adopt: "parent/a"`. The next `pulumi up` looks for it before it creates another.',
    );
});

test.each<[string, UnreadableRecord, string | undefined]>([
    ["has the name", { id: "b", name: "Orders", detail: "no status" }, "b"],
    ["has no name", { id: "b", detail: "no name" }, "b"],
    ["has no id", { name: "orders", detail: "no id" }, "one without an id"],
    ["has another name", { id: "b", name: "others", detail: "no status" }, undefined],
    ["was there before", { id: "old", name: "orders", detail: "no status" }, undefined],
])("of records that cannot be read, one that %s", async (_, record, named) => {
    const found = look([], [record]);
    if (named === undefined) expect(await found).toBeUndefined();
    else expect((await failureOf(found)).message).toContain(`was lost. ${named} may be it`);
});

test("several that are what was asked for: none is taken", async () => {
    expect((await failureOf(look([{ id: "a" }, { id: "b" }]))).message).toContain(
        "several may be it: parent/a, parent/b. Delete those you do not need",
    );
});

describe("a list that lags", () => {
    let clock: VirtualClock;
    onVirtualTime((one) => (clock = one));
    beforeEach(() => void (told.length = 0));

    test("is asked again for as long as it may", async () => {
        const found = look([{ id: "a" }], [], { clock, limit: 600_000, window: 60_000, shownAt: 30_000 });
        expect(await found).toEqual({ id: "a" });
        expect(clock.now()).toBeGreaterThanOrEqual(30_000);
        expect(clock.now()).toBeLessThanOrEqual(31_000);
        expect(told).toEqual(["looking for what a lost answer may have created"]);
    });

    test.each([
        ["window", 600_000, 60_000],
        ["time", 60_000, 600_000],
    ])("is not asked beyond the end of the %s", async (_, limit, window) => {
        expect(await look([{ id: "a" }], [], { clock, limit, window, shownAt: Infinity })).toBeUndefined();
        expect(clock.now()).toBeGreaterThanOrEqual(60_000);
        expect(clock.now()).toBeLessThanOrEqual(61_500);
    });
});
