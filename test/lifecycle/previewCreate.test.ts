// What a preview tells of a creation: what it would take over, delete or fail for. Without HTTP.
import { systemClock } from "../../src/clock";
import { previewCreate, type Project } from "../../src/lifecycle";
import { Inventory, listingOf } from "../../src/lifecycle/creation/inventory";
import { UserError } from "../../src/lifecycle/errors";
import type { PreviewRequest } from "../../src/lifecycle/previewCreate";
import { failureOf } from "../support/inProcess";
import { definitionWith, place, newRequest, type Definition, type OneStep, type Row } from "./support/oneResource";

const { args } = newRequest;
const step = (title: string): OneStep => ({ call: undefined, args: {}, effect: {}, title, progress: title });

interface Circumstances {
    readonly definition?: Partial<Definition>;
    readonly request?: Partial<PreviewRequest>;
    /** The resource of this program that is creating the same. */
    readonly rival?: string;
    readonly createdAt?: () => number;
}

const now = 1_000_000_000;

/** The preview of a creation, where these rows exist, and how often they were listed. */
function preview(rows: readonly Row[], { definition = {}, request, rival, createdAt }: Circumstances = {}) {
    const lists: string[] = [];
    const inventory = new Inventory<Row>(systemClock, () => {
        lists.push("rows");
        return Promise.resolve(listingOf(rows, ({ name = "" }) => ({ id: "a", name, leaving: false })));
    });
    if (rival !== undefined) inventory.reserve("key", rival);
    const whole = definitionWith({
        plan: () => [],
        createSpec: (_project, _args, name) => ({
            name,
            key: "key",
            label: `row ${JSON.stringify(name)}`,
            progress: "creating",
            inventory,
            ...(createdAt && { createdAt }),
            create: () => Promise.reject(new Error("a preview creates nothing")),
        }),
        handle: (_project, id) => ({
            read: (options) => {
                lists.push(`${id} ${String(options.fresh)}`);
                return Promise.resolve(rows[0]);
            },
            until: () => Promise.reject(new Error("unused")),
            act: () => Promise.reject(new Error("unused")),
            remove: () => Promise.reject(new Error("unused")),
        }),
        ...definition,
    });
    const result = previewCreate(whole, { id: "proj", client: { now: () => now } } as Partial<Project> as Project, {
        ...newRequest,
        unknown: [],
        deletesFirst: false,
        ...request,
    });
    return { lists, result, inventory };
}

test("nothing is in the way: the list was tried, and the name is reserved", async () => {
    const { lists, result, inventory } = preview([]);
    expect(await result).toEqual({ problems: [] });
    expect(lists).toEqual(["rows"]);
    expect(inventory.otherCreatorOf("key", "another")).toBe("urn");
});

test("the name is the resource's own where none is given", async () => {
    const { problems } = await preview([{ name: "fallback" }], { request: { args: place } }).result;
    expect(problems).toEqual([
        { property: "name", reason: expect.stringContaining('There already is a row "fallback": a.') as string },
    ]);
});

describe("where the name is taken", () => {
    const taken = [{ ...place, name: "mine" }];
    const last = "Only a forced replacement (`--replace`, taint) fails here: it needs `deleteBeforeReplace: true`";

    test("the `up` would fail", async () => {
        const { problems, note, warning } = await preview(taken).result;
        expect(problems).toEqual([
            { property: "name", reason: expect.stringContaining('There already is a row "mine": a.') as string },
        ]);
        expect([note, warning]).toEqual([undefined, undefined]);
    });

    test("a type without names has no argument to blame", async () => {
        const rules = Object.entries(definitionWith().rules).filter(([key]) => key !== "name");
        const definition = { rules: Object.fromEntries(rules) as Definition["rules"] };
        const { problems } = await preview(taken, { definition }).result;
        expect(problems.map(({ property }) => property)).toEqual([""]);
    });

    test("it is taken over after an interruption: what that changes is told", async () => {
        const steps = [step("first"), step("second")];
        const { note } = await preview(taken, {
            request: { nameIsOwn: true },
            definition: { plan: () => steps },
            createdAt: () => now - 60_000,
        }).result;
        expect(note).toBe(
            "adopts row a; then first, second. It was left by an interrupted `pulumi up` (a, created 1 m ago); " +
                `from then on it belongs to this resource, and is deleted with it. ${last}`,
        );
    });

    test("it does not matter with `ignore`, and the list was tried", async () => {
        const { lists, result } = preview(taken, { request: { args: { ...args, onNameConflict: "ignore" } } });
        expect(await result).toEqual({ problems: [] });
        expect(lists.length).toBeGreaterThan(0);
    });

    test.each([
        [true, {}, " with its data", "the `up` fails"],
        [false, {}, "", "the `up` fails"],
        [
            false,
            { nameIsOwn: true },
            "",
            "it is taken over if an interrupted `pulumi up` has left it, and otherwise the `up` fails",
        ],
    ])("it may be deleted first (data %s, %j)", async (losesData, request, lost, otherwise) => {
        const circumstances = { definition: { losesData }, request: { ...request, deletesFirst: true } };
        expect(await preview(taken, circumstances).result).toEqual({
            problems: [],
            warning: `There already is a row "mine": a. If this resource is replaced, by \`--replace\` or a taint, it is DELETED first${lost}. If not, ${otherwise}.`,
        });
        expect(await preview([{ name: "others" }], circumstances).result).toEqual({ problems: [] });
    });
});

test("two resources of one program with one name", async () => {
    const { problems } = await preview([], { rival: "another" }).result;
    expect(problems).toEqual([
        {
            property: "name",
            reason: 'Two resources of this program want to create row "mine": another and urn. Give one of them another `name`.',
        },
    ]);
    expect(await preview([], { rival: "urn" }).result).toEqual({ problems: [] });
});

describe("an adoption", () => {
    const request = { args: { ...args, adopt: "x" } };

    test("is told with what it changes; nothing is listed", async () => {
        const plan = jest.fn(() => [step("first")]);
        const resolveDesired = () => ({ name: "resolved" });
        const { lists, result } = preview([{ ...place, name: "theirs" }], {
            request,
            definition: { plan, resolveDesired },
        });
        expect(await result).toEqual({ problems: [], note: "adopts row x; then first" });
        expect(lists).toEqual(["x false"]);
        expect(plan).toHaveBeenCalledWith(expect.objectContaining({ name: "theirs" }), { name: "resolved" });
    });

    test.each<[string, readonly Row[], string]>([
        ["does not exist", [], "There is no row x in project proj to adopt."],
        [
            "differs",
            [{ ...place, cidr: "10.1.0.0/16" }],
            'row x cannot be adopted: cidr is "10.1.0.0/16", not "10.0.0.0/16".',
        ],
    ])("of what %s fails", async (_, rows, reason) => {
        const { problems } = await preview(rows, { request }).result;
        expect(problems).toEqual([{ property: "adopt", reason: expect.stringContaining(reason) as string }]);
    });
});

describe("what is not known yet", () => {
    test.each(["name", "adopt", "onNameConflict", "cidr", "regionCode", "projectId", "fixed"])(
        "%s decides what would be found: nothing is looked up",
        async (unknown) => {
            const definition = { fixedAtCreation: ["fixed" as "name"] };
            const { lists, result } = preview([{ name: "mine" }], { definition, request: { unknown: [unknown] } });
            expect([await result, lists]).toEqual([{ problems: [] }, []]);
        },
    );

    test.each(["profile", "anything"])("%s decides nothing", async (unknown) => {
        const { lists, result } = preview([], { request: { unknown: [unknown] } });
        expect([await result, lists]).toEqual([{ problems: [] }, ["rows"]]);
    });
});

test("what the arguments name has to exist: nothing else is looked up", async () => {
    const problems = [{ property: "vpcId", reason: "does not exist" }];
    const definition = { referenceProblems: () => Promise.resolve(problems) };
    const { lists, result } = preview([{ name: "mine" }], { definition });
    expect([await result, lists]).toEqual([{ problems }, []]);
});

test("what is no error for the user is no problem of an argument", async () => {
    const thrown = (error: Error) => ({
        definition: {
            createSpec: () => {
                throw error;
            },
        },
    });
    expect((await failureOf(preview([], thrown(new Error("a fault of ours"))).result)).message).toBe("a fault of ours");
    expect(await preview([], thrown(new UserError("told"))).result).toEqual({
        problems: [{ property: "name", reason: "told" }],
    });
});
