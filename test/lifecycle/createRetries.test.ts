// When a create call that failed is repeated: after what the server asks for, and after a look at what it may have created.
import { ApiError } from "../../src/api";
import type { VirtualClock } from "../../src/emulator";
import { settleWindow, Task } from "../../src/lifecycle";
import { createOnce } from "../../src/lifecycle/creation/createOnce";
import { type CreateSpec, Inventory, listingOf } from "../../src/lifecycle/creation/createSpec";
import type { Claim } from "../../src/lifecycle/creation/findExisting";
import { retryInterval } from "../../src/lifecycle/wait/schedule";
import { failureOf } from "../support/inProcess";
import { claimOf } from "./support/claim";
import { onVirtualTime } from "./support/virtualTime";

const failure = (details: Partial<ConstructorParameters<typeof ApiError>[1]>) =>
    new ApiError("refused", { kind: "server", method: "POST", path: "/", outcomeUnknown: false, ...details });

const limit = 600_000;

interface Row {
    readonly id: string;
}

let clock: VirtualClock;
onVirtualTime((one) => (clock = one));

interface Circumstances {
    /** The first call that fails has created it all the same. */
    readonly applied?: boolean;
    /** Somebody else creates the same at that moment. */
    readonly twin?: boolean;
    /** What a list is answered with after the first call. */
    readonly listFails?: ApiError;
    /** Another resource that is creating the same. */
    readonly rival?: string;
    readonly claim?: Partial<Claim>;
}

/** A create whose calls fail in turn with these errors. */
function creation(
    errors: readonly ApiError[],
    { applied = false, twin = false, listFails, rival, claim }: Circumstances = {},
) {
    const calls: number[] = [];
    const lists: number[] = [];
    const lines: string[] = [];
    const existing = (): Row[] => {
        if (calls.length <= errors.length && !(applied && calls.length > 0)) return [];
        return twin ? [{ id: "a" }, { id: "b" }] : [{ id: "a" }];
    };
    const candidate = (record: unknown) => ({ id: (record as Row).id, name: "orders", leaving: false });
    const spec: CreateSpec = {
        name: "orders",
        key: "orders",
        label: 'service "orders"',
        progress: "creating",
        createdAt: () => 0,
        inventory: new Inventory<unknown>(clock, () => {
            lists.push(clock.now());
            if (calls.length > 0 && listFails !== undefined) return Promise.reject(listFails);
            return Promise.resolve(listingOf(existing(), candidate));
        }),
        create() {
            calls.push(clock.now());
            const error = errors[calls.length - 1];
            return error ? Promise.reject(error) : Promise.resolve({ id: "a" });
        },
    };
    const reporter = { status: (line: string) => void lines.push(line), note: () => undefined, debug: () => undefined };
    if (rival !== undefined) spec.inventory.reserve("orders", rival);
    const task = new Task("create", clock, limit, reporter);
    const result = createOnce(spec, task, { ...claimOf(), ...claim });
    return { calls, lists, lines, result };
}

test("a rate limit that says nothing is waited for a moment", async () => {
    const { calls, result } = creation([failure({ kind: "rateLimited", status: 429 })]);
    await result;
    expect(calls).toEqual([0, retryInterval(0)]);
});

test("one beyond the time limit is an error at once", async () => {
    const error = failure({ kind: "rateLimited", status: 429, retryAfter: limit + 1 });
    expect((await failureOf(creation([error]).result)).message).toContain("may exist all the same");
    expect(clock.now()).toBe(0);
});

test("a 503 may come after the work: it is looked for during the settle window, and then made again", async () => {
    const { calls, result } = creation([failure({ status: 503 })]);
    await result;
    expect(calls).toHaveLength(2);
    expect(calls[1]).toBeGreaterThanOrEqual(retryInterval(0) + settleWindow);
    expect(calls[1]).toBeLessThanOrEqual(retryInterval(0) + settleWindow + 10_000);
});

describe("a refusal that is final", () => {
    const refused = failure({ kind: "invalid", status: 400 });

    test("is the error where nothing is listed", async () => {
        const { calls, lists, result } = creation([refused]);
        expect((await failureOf(result)).message).toBe('refused. No service "orders" is listed.');
        expect([calls, lists, clock.now()]).toEqual([[0], [0, 0], 0]);
    });

    test("names what has appeared, where only its name tells that it may be the one", async () => {
        expect((await failureOf(creation([refused], { applied: true }).result)).message).toBe(
            "refused. a, created 0 s ago has appeared meanwhile, and is what was asked for, but only its name tells that it may be yours. " +
                'If it is, take it over: `adopt: "a"`. If not, choose another `name`.',
        );
    });

    test("counts as an answer after the work, where what has appeared has a generated name and is recent", async () => {
        const { calls, result } = creation([refused], { applied: true, claim: { nameIsOwn: true } });
        expect(await result).toMatchObject({ record: { id: "a" }, from: "found" });
        expect([calls, clock.now()]).toEqual([[0], 0]);
    });
});

describe("a refused key", () => {
    const refused = failure({ kind: "forbidden", status: 403 });

    test("that may not list either is the error", async () => {
        const { result } = creation([refused], { listFails: refused });
        expect((await failureOf(result)).message).toBe("refused");
    });

    test("hides nothing of what has appeared", async () => {
        const { result } = creation([refused], { applied: true, twin: true });
        expect((await failureOf(result)).message).toContain(
            "Several may be it: a, created 0 s ago; b, created 0 s ago",
        );
    });

    test("hides nothing of what is listed and whose own GET it may not read", async () => {
        const { result } = creation([refused], {
            applied: true,
            claim: { readOwn: () => Promise.reject(failure({ kind: "forbidden", status: 403 })) },
        });
        expect((await failureOf(result)).message).toContain("a, created 0 s ago may be it");
    });

    test("hides no list that fails for another reason", async () => {
        const { result } = creation([refused], { listFails: failure({ kind: "server", status: 500 }) });
        expect((await failureOf(result)).message).toContain("Whether it exists cannot be seen");
    });
});

test("two resources that both ignore conflicts create two", async () => {
    const { calls, result } = creation([], { rival: "urn-of-another", claim: { onConflict: "ignore" } });
    expect((await result).from).toBe("answer");
    expect(calls).toEqual([0]);
});

test("an accepted call without a record is never repeated", async () => {
    const { calls, result } = creation([failure({ kind: "unreadable", status: 202, outcomeUnknown: true })]);
    expect((await failureOf(result)).message).toContain("accepted the creation");
    expect(calls).toEqual([0]);
});
