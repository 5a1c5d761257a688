// What a creation does after its call: it waits, goes on to what is desired, and makes sure that it has made one only.
import type { VirtualClock } from "../../src/emulator";
import { create, IncompleteError, type CreateRequest, type Project } from "../../src/lifecycle";
import type { CreateSpec } from "../../src/lifecycle/creation/createSpec";
import { Inventory, listingOf } from "../../src/lifecycle/creation/inventory";
import type { VpcObserved } from "../../src/lifecycle/definitions/vpc";
import { settleWindow } from "../../src/lifecycle/wait/schedule";
import { failureOf } from "../support/inProcess";
import {
    definitionWith,
    failure,
    limit,
    OneResource,
    place,
    newRequest,
    type Definition,
    type Row,
} from "./support/oneResource";
import { onVirtualTime } from "./support/virtualTime";

let clock: VirtualClock;
onVirtualTime((one) => (clock = one));

const args = { ...place, name: "mine" };

interface Circumstances {
    readonly spec?: Partial<CreateSpec<VpcObserved, Row>>;
    readonly definition?: Partial<Definition>;
    readonly request?: Partial<CreateRequest>;
    /** When a list shows what the first attempt has made, too. */
    readonly twinFrom?: number;
}

/** A creation whose calls fail in turn with these errors. */
function creation(errors: (Error | undefined)[] = [], circumstances: Circumstances = {}) {
    const { spec = {}, definition = {}, request, twinFrom = Infinity } = circumstances;
    const one = new OneResource(clock, [], "create");
    one.row = { ...args, status: "READY" };
    const posts: number[] = [];
    const serialised: string[] = [];
    const inventory = new Inventory<Row>(clock, () => {
        const made = posts.length > errors.length ? ["a"] : [];
        const rows: readonly Row[] = [...made, ...(clock.now() >= twinFrom ? ["twin"] : [])].map((status) => ({
            ...args,
            status,
        }));
        return Promise.resolve(listingOf(rows, ({ status = "" }) => ({ id: status, name: "mine", leaving: false })));
    });
    const whole = definitionWith({
        plan: () => [],
        handle: () => one.handle,
        recordId: ({ status = "" }) => status,
        idOf: ({ status = "" }) => status,
        createSpec: (_project, _args, name) => ({
            name,
            key: name,
            label: `row ${JSON.stringify(name)}`,
            progress: "making it",
            inventory,
            create: () => {
                const error = errors[posts.length];
                posts.push(clock.now());
                return error ? Promise.reject(error) : Promise.resolve({ ...args, status: "a" });
            },
            ...spec,
        }),
        ...definition,
    });
    const project = {
        id: "proj",
        client: { now: () => clock.now() } as Project["client"],
        serialise: (key: string, work: () => Promise<unknown>) => {
            serialised.push(key);
            return work();
        },
    } as Partial<Project> as Project;
    const run = () => create(whole, project, { ...newRequest, ...request }, one.task);
    return { one, posts, serialised, run };
}

test("one call; what its answer shows is known, and no more is asked for", async () => {
    const { one, posts, run, serialised } = creation();
    const { resource, takenOver } = await run();
    expect([posts, takenOver, resource.id, serialised]).toEqual([[0], false, "a", []]);
    expect(resource.known.observed).toEqual({ ...args });
    expect([one.reads, one.lines]).toEqual([[], ["making it"]]);
});

test("what only the answer tells is kept, and what it is to show is waited for", async () => {
    const spec = { valuesFromAnswer: () => ({ projectId: "secret" }), effect: { name: "finished" } };
    const { one, run } = creation([], { spec });
    one.onLook = () => {
        if (clock.now() >= 5_000) one.row = { ...place, name: "finished" };
    };
    const { resource } = await run();
    expect([resource.known.observed.projectId, clock.now()]).toEqual(["secret", 5_000]);
    expect(one.lines).toEqual(["making it", "making it: a (waiting for name)", "making it: READY (waiting for name)"]);
});

test("what fails after the call keeps the id", async () => {
    const { one, run } = creation([], { spec: { effect: { name: "finished" } } });
    one.row = { condition: "failed", status: "BROKEN" };
    const error = await failureOf(run());
    expect(error).toBeInstanceOf(IncompleteError);
    expect(error).toMatchObject({ id: "a", message: "row a: making it failed: its status is BROKEN." });
});

test("a 404 of what was just created is not believed for as long as the creation may take", async () => {
    const { one, run } = creation([], { spec: { effect: { name: "finished" } } });
    one.row = undefined;
    const { message } = await failureOf(run());
    expect([message, clock.now()]).toEqual(["row a: making it failed: it was deleted meanwhile.", limit]);
});

test("a child is created in its parent's turn", async () => {
    const containedIn = {
        type: "Parent",
        argument: "regionCode" as const,
        forceDestroy: false,
        problems: () => Promise.resolve([]),
    };
    const { serialised, run } = creation([failure({ kind: "rateLimited", status: 429 })], {
        definition: { containedIn },
    });
    await run();
    expect(serialised).toEqual(["us-east-1", "us-east-1"]);
});

test("nothing is called where the arguments name what does not exist", async () => {
    const referenceProblems = () => Promise.resolve([{ property: "vpcId", reason: "does not exist" }]);
    const { posts, run } = creation([], { definition: { referenceProblems } });
    expect((await failureOf(run())).message).toBe("vpcId: does not exist");
    expect(posts).toEqual([]);
});

describe("after an attempt that may have created another", () => {
    const making = "making sure that no earlier attempt has created another";

    test("the settle window is waited out, and none is found", async () => {
        const { one, posts, run } = creation([failure({ kind: "rateLimited", status: 429 })]);
        await run();
        expect([posts, clock.now()]).toEqual([[0, 2_000], 2_000 + settleWindow]);
        expect(one.lines).toContain(making);
    });

    test("the end of the time is not passed", async () => {
        const late = failure({ kind: "rateLimited", status: 429, retryAfter: limit - 10_000 });
        const { posts, run } = creation([late]);
        await run();
        expect([posts, clock.now()]).toEqual([[0, limit - 10_000], limit]);
    });

    test("a creation that takes longer than the window waits no more", async () => {
        const { one, run } = creation([failure({ status: 503 })], { spec: { effect: { name: "finished" } } });
        one.onLook = () => {
            if (clock.now() >= 200_000) one.row = { ...place, name: "finished" };
        };
        await run();
        expect(clock.now()).toBeGreaterThanOrEqual(200_000);
        expect(clock.now()).toBeLessThan(201_000);
        expect(one.lines).not.toContain(making);
    });

    test("both are told where there is another", async () => {
        const { run } = creation([failure({ kind: "rateLimited", status: 429 })], { twinFrom: 30_000 });
        const error = await failureOf(run());
        expect(error).toBeInstanceOf(IncompleteError);
        expect(error.message).toBe(
            'row "mine" was created more than once (a; twin): a call that was answered with an error may have created one as well. ' +
                "Delete what is not needed. The next `pulumi up` goes on with a.",
        );
    });
});

describe("an adoption", () => {
    const adopting = { request: { args: { ...args, adopt: "x" } } };

    test("calls nothing, waits for what goes on, and says so", async () => {
        const { one, posts, run } = creation([], adopting);
        one.row = { ...args, condition: "busy", status: "MOVING" };
        one.onLook = () => {
            if (clock.now() >= 3_000) one.row = { ...args };
        };
        const { resource, takenOver } = await run();
        expect([posts, takenOver, resource.id, clock.now()]).toEqual([[], false, "x", 3_000]);
        expect(one.lines).toEqual(["adopting: MOVING"]);
        expect(one.reads).toEqual([{ fresh: true }]);
    });

    test("of what does not exist, or differs, is an error without an id", async () => {
        const { one, run } = creation([], adopting);
        one.row = undefined;
        expect((await failureOf(run())).message).toBe("There is no row x in project proj to adopt.");
        const other = creation([], adopting);
        other.one.row = { ...args, cidr: "10.1.0.0/16" };
        const error = await failureOf(other.run());
        expect(error.message).toContain("row x cannot be adopted: cidr is");
        expect(error).not.toBeInstanceOf(IncompleteError);
    });

    test("that fails later keeps the id", async () => {
        const { one, run } = creation([], adopting);
        one.row = { ...args, condition: "failed", status: "BROKEN" };
        expect(await failureOf(run())).toMatchObject({
            id: "x",
            message: "row x: adopting failed: its status is BROKEN.",
        });
    });

    test("of what an interrupted `up` has left: it is taken over, by its name", async () => {
        const left = { twinFrom: 0, request: { nameIsOwn: true }, spec: { createdAt: () => clock.now() } };
        const { one, posts, run } = creation([], left);
        const { resource, takenOver } = await run();
        expect([posts, takenOver, resource.id]).toEqual([[], true, "twin"]);
        expect(one.reads).toEqual([{ fresh: true, single: true }]);
    });

    test("of what another resource of the program has is an error, and what is adopted is noted", async () => {
        const taken: string[] = [];
        const program = { rivalOf: () => "urn-other", take: (id: string) => void taken.push(id), manages: () => false };
        const { request } = adopting;
        const shared = creation([], { request: { ...request, program } });
        expect((await failureOf(shared.run())).message).toMatch(
            /^row x belongs to urn-other in this program as well\. Two resources cannot share one/,
        );
        await creation([], { request: { ...request, program: { ...program, rivalOf: () => undefined } } }).run();
        expect(taken).toEqual(["x"]);
    });
});

describe("what a lost answer has created", () => {
    const lost = failure({ outcomeUnknown: true });
    const found = (request: Partial<CreateRequest> = {}, later?: (isProven: boolean) => void) => {
        const spec: Partial<CreateSpec<VpcObserved, Row>> = {
            createdAt: () => 0,
            valuesFromAnswer(_answer, isProven) {
                later?.(isProven);
                return {};
            },
        };
        const made = creation([lost], { twinFrom: 1, request, spec });
        made.one.row = { ...args, status: "twin" };
        return made;
    };

    test.each([true, false])("is proven to be this one only by a generated name (%s)", async (nameIsOwn) => {
        const proven: boolean[] = [];
        const { posts, run } = found({ nameIsOwn }, (isProven) => void proven.push(isProven));
        const { resource, takenOver } = await run();
        expect([posts, resource.id, takenOver, proven]).toEqual([[0], "twin", false, [nameIsOwn]]);
    });

    test.each<Record<string, unknown>>([{ password: "secret" }, { generatePassword: true }])(
        "by a name that the program gives: no password is set (%j), the id is kept",
        async (password) => {
            const { run } = found({ args: { ...args, ...password } });
            const error = await failureOf(run());
            expect(error).toBeInstanceOf(IncompleteError);
            expect(error).toMatchObject({ id: "twin" });
            expect(error.message).toMatch(
                /^The answer to the creation of row twin was lost\. .* so its password was not changed\. .* run `pulumi up` again, which sets the password\.$/,
            );
            expect((await found({ args: { ...args, ...password }, nameIsOwn: true }).run()).resource.id).toBe("twin");
        },
    );
});
