// What a create whose answer was lost has created: taken if it is what was asked for, an error if that cannot be told.
import { markIncomplete, type UnreadableRecord } from "../../src/api/lists";
import { ApiError } from "../../src/api";
import { VirtualClock } from "../../src/emulator";
import { Task } from "../../src/lifecycle";
import type { CreateSpec, Match } from "../../src/lifecycle/creation/createSpec";
import { findCreated } from "../../src/lifecycle/creation/findCreated";
import type { Claim } from "../../src/lifecycle/creation/findExisting";
import { Inventory, listingOf } from "../../src/lifecycle/creation/inventory";
import { failureOf } from "../support/inProcess";
import { claimOf } from "./support/claim";

interface Row {
    readonly id: string;
    readonly name?: string;
    readonly match?: Match;
}

const told: string[] = [];
const reporter = { status: (line: string) => void told.push(line), note: () => undefined, debug: () => undefined };
const failure = () => new ApiError("unused", { kind: "contract", method: "GET", path: "/", outcomeUnknown: false });

interface Circumstances {
    readonly clock: VirtualClock;
    readonly limit: number;
    readonly window: number;
    readonly isUsual?: boolean;
    /** When a list shows the records. */
    readonly shownAt: number;
    /** What the list fails with. */
    readonly listError?: ApiError;
    readonly claim?: Partial<Claim>;
}

const once = (): Circumstances => ({ clock: new VirtualClock(0), limit: 60_000, window: 0, shownAt: 0 });

/** Looks in a list of these records: once, by default. */
function look(
    rows: readonly Row[],
    unreadable: readonly UnreadableRecord[] = [],
    { clock, limit, window, isUsual = false, shownAt, listError, claim }: Circumstances = once(),
): Promise<unknown> {
    const listed = () => {
        const list = clock.now() >= shownAt ? [...rows] : [];
        markIncomplete(list, { records: unreadable, failure });
        return list;
    };
    const candidate = ({ id, name = "orders" }: Row) => ({ id, name, leaving: false });
    const spec: CreateSpec<never, Row> = {
        name: "orders",
        key: "orders",
        label: 'service "orders"',
        progress: "creating",
        inventory: new Inventory<Row>(clock, () =>
            listError ? Promise.reject(listError) : Promise.resolve(listingOf(listed(), candidate)),
        ),
        create: () => Promise.reject(new Error("it was called already")),
        match: ({ match = "same" }) => match,
    };
    spec.inventory.claim("theirs", "others", "another");
    const task = new Task("create", clock, limit, reporter);
    const attempts = { listedBefore: new Set(["old"]), answer: "reset", window, isUsual };
    return findCreated(spec, task, { ...claimOf("parent"), ...claim }, attempts);
}

test("what is new, and is what was asked for, is taken", async () => {
    expect(await look([{ id: "a" }])).toEqual({ id: "a" });
});

test.each<[string, Row]>([
    ["was there before", { id: "old" }],
    ["has another name", { id: "a", name: "others" }],
    ["is something else", { id: "a", match: "different" }],
    ["another resource of the program has created", { id: "theirs" }],
])("what %s is not taken", async (_, row) => {
    expect(await look([row])).toBeUndefined();
});

const begin = 'The creation of service "orders" may have been carried out: reset. ';
const later = "The next `pulumi up` looks for it before it creates another.";

test("what does not show enough to tell is an error that names it", async () => {
    expect((await failureOf(look([{ id: "a", match: "unclear" }]))).message).toBe(
        `${begin}parent/a may be it, but the API does not show enough of it to tell. If it is: \`adopt: "parent/a"\`. ${later}`,
    );
});

test.each<[string, Row | undefined]>([
    ["does not show", undefined],
    ["shows as something else", { id: "a", match: "different" }],
])("what its own GET %s is not taken, and an error names it", async (_, own) => {
    const found = look([{ id: "a" }], [], { ...once(), claim: { readOwn: () => Promise.resolve(own) } });
    expect((await failureOf(found)).message).toContain("parent/a may be it");
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
    else expect((await failureOf(found)).message).toContain(`${begin}${named} may be it`);
});

test("several that are what was asked for: none is taken", async () => {
    expect((await failureOf(look([{ id: "a" }, { id: "b" }]))).message).toBe(
        `${begin}Several may be it: parent/a; parent/b. Delete those you do not need, and \`adopt\` one.`,
    );
});
