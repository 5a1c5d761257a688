// What is done about a record that has the name already: taken over, an error, or no obstacle.
import { systemClock } from "../../src/clock";
import { type CreateSpec, type Match, Inventory, listingOf } from "../../src/lifecycle/creation/createSpec";
import { findExisting, otherHashNotice, type Claim } from "../../src/lifecycle/creation/findExisting";
import { failureOf } from "../support/inProcess";
import { claimOf } from "./support/claim";

interface Row {
    readonly id: string;
    readonly name?: string;
    readonly leaving?: boolean;
    readonly match?: Match;
    readonly createdAt?: number;
}

interface Circumstances {
    readonly claim?: Partial<Claim>;
    readonly spec?: Partial<CreateSpec<never, Row>>;
    /** The resource of this process that has record "a". */
    readonly has?: string;
    /** Another resource of the program that has record "a", or is to adopt it. */
    readonly rival?: string;
    readonly managed?: readonly string[];
}

const minute = 60_000;
const hour = 60 * minute;
const now = 24 * hour;

function setUp(rows: readonly Row[], { claim, spec, has, rival, managed = [] }: Circumstances) {
    const inventory = new Inventory<Row>(systemClock, () => Promise.reject(new Error("asked")));
    if (has !== undefined) inventory.claim("a", "orders-abcdefg", has);
    const whole = {
        name: "orders-abcdefg",
        key: "orders-abcdefg",
        label: 'service "orders"',
        progress: "creating",
        inventory,
        create: () => Promise.reject(new Error("called")),
        match: ({ match = "same" }) => match,
        createdAt: ({ createdAt = now - minute }) => createdAt,
        ...spec,
    } satisfies CreateSpec<never, Row>;
    const listing = listingOf(rows, ({ id, name = whole.name, leaving = false }) => ({ id, name, leaving }));
    return {
        spec: whole as CreateSpec,
        candidates: listing.candidates,
        claim: {
            ...claimOf(),
            nameIsOwn: true,
            apiTime: () => now,
            program: {
                rivalOf: (id: string) => (id === "a" ? rival : undefined),
                take: () => undefined,
                manages: (id: string) => managed.includes(id),
            },
            ...claim,
        },
    };
}

/** The id of what is taken over. */
async function find(rows: readonly Row[], circumstances: Circumstances = {}): Promise<string | undefined> {
    const { spec, candidates, claim } = setUp(rows, circumstances);
    return ((await findExisting(spec, candidates, claim)) as Row | undefined)?.id;
}

const a = { id: "a" };
const ignore = { onConflict: "ignore" } as const;

test.each<[string, readonly Row[], Circumstances]>([
    ["nothing", [], {}],
    ["another name", [{ ...a, name: "others" }], {}],
    ["what is being deleted", [{ ...a, leaving: true }], {}],
    ["something else, where names may be shared", [{ ...a, match: "different" }], { spec: { uniqueName: false } }],
    ["anything of that name, with `ignore`", [a], { claim: ignore }],
])("%s is not in the way", async (_, rows, circumstances) => {
    expect(await find(rows, circumstances)).toBeUndefined();
});

test.each<[string, readonly Row[], Circumstances]>([
    ["with a generated name", [a], {}],
    ["in another case", [{ ...a, name: "Orders-ABCDEFG" }], {}],
    ["just within the hour", [{ ...a, createdAt: now - hour }], {}],
    ["by a clock a little ahead", [{ ...a, createdAt: now + minute }], {}],
    ["of the same resource", [a], { has: "urn" }],
    ["beside one that is being deleted", [{ id: "b", leaving: true }, a], {}],
    ["where the predecessor is another one", [a], { claim: { replacing: true, predecessor: "b" } }],
    [
        "without a time, in a parent of the program",
        [a],
        { spec: { createdAt: () => undefined, ownedBy: "p" }, managed: ["p"] },
    ],
])("what an interrupted creation has left is taken over: %s", async (_, rows, circumstances) => {
    expect(await find(rows, circumstances)).toBe("a");
});

const unknown = "It may be what an interrupted `pulumi up` has left, or another stack's";
const deleteFirst =
    "If it is the one that this operation replaces, set `deleteBeforeReplace: true` among the resource's options: it is then deleted first";

test.each<[string, readonly Row[], Circumstances, string]>([
    ["a name that the program gives", [a], { claim: { nameIsOwn: false } }, unknown],
    ["more than an hour old", [{ ...a, createdAt: now - hour - 1 }], {}, unknown],
    ["from the future", [{ ...a, createdAt: now + minute + 1 }], {}, unknown],
    ["without a time", [a], { spec: { createdAt: () => undefined } }, unknown],
    ["recent, in a parent of others", [a], { spec: { ownedBy: "p" } }, unknown],
    ["several", [a, { id: "b" }], {}, unknown],
    ["too little to tell", [{ ...a, match: "unclear" }], {}, `${unknown}: it does not show all that was asked for`],
    ["something else", [{ ...a, match: "different" }], {}, `${unknown}: it does not show all that was asked for`],
    [
        "not shown by its own GET",
        [a],
        { claim: { readOwn: () => Promise.resolve(undefined) } },
        "A list shows it, but its own GET does not",
    ],
    [
        "another by its own GET",
        [a],
        { claim: { readOwn: () => Promise.resolve({ ...a, match: "different" }) } },
        "it does not show all",
    ],
    ["the predecessor", [a], { claim: { replacing: true, predecessor: "a" } }, deleteFirst],
    ["perhaps the predecessor", [a], { claim: { replacing: true } }, deleteFirst],
    [
        "another resource's",
        [a],
        { rival: "other-urn" },
        "other-urn in this program has it, and two resources cannot share one",
    ],
])("anything else is an error: %s", async (_, rows, circumstances, doubt) => {
    expect((await failureOf(find(rows, circumstances))).message).toContain(doubt);
});

describe("a recent one of the same name with another hash", () => {
    const notice = (row: Partial<Row>, circumstances: Circumstances = {}) => {
        const { spec, candidates, claim } = setUp([{ ...a, name: "orders-1234567", ...row }], circumstances);
        return otherHashNotice(spec, candidates, claim);
    };

    test("is named, and not taken", () => {
        expect(notice({})).toMatch(
            /^orders-1234567 \(a, created 1 m ago\) has the name of this resource with another hash/,
        );
    });

    test.each<[string, Partial<Row>, Circumstances]>([
        ["with another name", { name: "others-1234567" }, {}],
        ["without a hash", { name: "orders-backup" }, {}],
        ["being deleted", { leaving: true }, {}],
        ["more than an hour old", { createdAt: now - 2 * hour }, {}],
        ["that this process has created", {}, { has: "another" }],
        ["that another resource has", {}, { rival: "another" }],
        ["that is the predecessor", {}, { claim: { predecessor: "a" } }],
        ["where the program gives the name", {}, { claim: { nameIsOwn: false } }],
    ])("is not named: one %s", (_, row, circumstances) => {
        expect(notice(row, circumstances)).toBeUndefined();
    });
});
