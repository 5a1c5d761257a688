// When a refused deletion is repeated, and what is told of it: on a virtual clock and without HTTP.
import type { VirtualClock } from "../../src/emulator";
import { remove, type Dependent, type Project } from "../../src/lifecycle";
import { goneInterval, settleWindow } from "../../src/lifecycle/wait/schedule";
import type { LastSeen } from "../../src/lifecycle/gone";
import { failureOf } from "../support/inProcess";
import { definitionWith, failure, limit, momentsUntil, OneResource, repeat } from "./support/oneResource";
import { onVirtualTime } from "./support/virtualTime";

let clock: VirtualClock;
onVirtualTime((one) => (clock = one));

interface Circumstances {
    readonly usedBy?: () => readonly Dependent[];
    readonly forceDestroy?: boolean;
    readonly lastSeen?: Partial<LastSeen>;
}

/** A deletion whose calls fail in turn with these errors. */
function deletion(errors: (Error | undefined)[] = [], circumstances: Circumstances = {}) {
    const { usedBy, forceDestroy = false, lastSeen } = circumstances;
    const one = new OneResource(clock, errors, "delete");
    one.onCall = () => (one.row = undefined);
    const handle = { ...one.handle, usedBy: () => Promise.resolve(usedBy?.() ?? []) };
    const forgotten: string[] = [];
    const project = {
        id: "p",
        client: { baseUrl: "https://here/v1" },
        serialise: (_key: string, work: () => Promise<unknown>) => work(),
        forget: (id: string) => void forgotten.push(id),
    } as Partial<Project> as Project;
    const definition = definitionWith({ handle: () => handle });
    const options = { forceDestroy, address: undefined, newUntil: -Infinity, unfinished: false, ...lastSeen };
    const run = () => remove(definition, project, "a", one.task, options);
    return { one, forgotten, run };
}

const busy = failure({ kind: "busy", status: 423 });
const other = failure({ kind: "conflict", status: 409, apiMessage: "not now" });
const inUse = failure({ kind: "conflict", status: 409, apiMessage: "it is in use" });

test("what is accepted is asked for once, and forgotten when it is gone", async () => {
    const { one, run, forgotten } = deletion();
    one.onCall = () => (one.row = { condition: "busy", status: "DELETING" });
    one.onLook = () => {
        if (clock.now() >= 5_000) one.row = undefined;
        expect(forgotten).toEqual([]);
    };
    await run();
    expect([one.calls, clock.now(), forgotten]).toEqual([[0], 5_000, ["a"]]);
    expect(one.lines).toEqual(["DELETING"]);
});

test("a record that says that it is gone is enough", async () => {
    const { one, run } = deletion();
    one.onCall = () => (one.row = { condition: "gone" });
    await run();
    expect(clock.now()).toBe(0);
});

test("a deletion that has not begun after the settle window is asked for again", async () => {
    const { one, run } = deletion();
    one.onCall = () => {
        if (one.calls.length === 3) one.row = undefined;
    };
    await run();
    expect(one.calls).toEqual([0, settleWindow, 2 * settleWindow]);
});

test.each(["busy", "unstable", "failed"] as const)("one that goes on (%s) is asked for once", async (condition) => {
    const { one, run } = deletion();
    one.onCall = () => (one.row = { condition, status: "MOVING" });
    expect((await failureOf(run())).message).toBe(
        "row a: still there 10 m after its deletion began (status MOVING). The next `pulumi destroy`, or `pulumi up` without the resource " +
            "in the program, goes on; before an `up` with it, run `pulumi refresh`. `customTimeouts: { delete: ... }` allows longer.",
    );
    expect([one.calls, clock.now()]).toEqual([[0], limit]);
    // At the beginning, and once a minute; none at the end, which is an error.
    expect(one.lines).toEqual(["MOVING", ...repeat(9, "MOVING, at most 10 m")]);
});

test("a deletion that is stuck says what went wrong at last", async () => {
    const { one, run } = deletion();
    one.onCall = () => (one.row = { condition: "busy" });
    one.lastError = busy;
    expect((await failureOf(run())).message).toContain("after its deletion began: refused. The next");
});

describe("one that the API does not know", () => {
    const unknown = (lastSeen?: Partial<LastSeen>) => {
        const { one, run } = deletion([], lastSeen && { lastSeen });
        one.row = undefined;
        one.isKnown = false;
        return { one, run };
    };

    test("is gone if it is absent for some seconds: nobody here has deleted it", async () => {
        const { one, run } = unknown();
        await run();
        expect([one.lines, clock.now()]).toEqual([["confirming that it is gone"], goneInterval]);
    });

    test("is not gone if it appears in between", async () => {
        const { one, run } = unknown();
        one.onLook = () => {
            one.row = clock.now() >= 3_000 && clock.now() < 8_000 ? { condition: "busy" } : undefined;
        };
        await run();
        expect(clock.now()).toBe(8_000 + goneInterval);
    });

    test("is confirmed to be gone while it is new", async () => {
        const { run } = unknown({ newUntil: 30_000 });
        await run();
        expect(clock.now()).toBe(30_000);
    });

    test("and whose creation was interrupted is not gone until the time of the creation is over", async () => {
        const { run } = unknown({ newUntil: settleWindow + 30_000, unfinished: true });
        expect((await failureOf(run())).message).toMatch(
            /^row a is not deleted: its creation was interrupted, .* It counts as deleted if it is still missing in 30 s\./,
        );
        expect(clock.now()).toBe(settleWindow);
        await run();
        expect(clock.now()).toBe(settleWindow + 30_000);
    });

    test("and that was accepted is gone, however new", async () => {
        await deletion([], { lastSeen: { newUntil: 30_000 } }).run();
        expect(clock.now()).toBe(0);
    });

    test("at another address than the one it was last seen at is an error that names both", async () => {
        const { one, run } = unknown({ address: "https://there/v1" });
        expect((await failureOf(run())).message).toMatch(
            /^row a was last seen at https:\/\/there\/v1\. It does not exist in project p at https:\/\/here\/v1,/,
        );
        expect(one.calls).toEqual([]);
    });
});

test("an operation in progress is waited for to the end of the time", async () => {
    const { one, run } = deletion(repeat(999, busy));
    expect((await failureOf(run())).message).toBe("row a could not be deleted within 10 m: refused.");
    expect(one.calls).toEqual(momentsUntil(limit));
    expect(one.lines).toEqual([
        "waiting for another operation to end: refused",
        expect.stringContaining("waiting for another operation to end"),
        ...repeat(one.lines.length - 2, expect.stringContaining("waiting for another operation to end") as string),
    ]);
});

test("what the server says will pass is repeated to the end of the time", async () => {
    const { one, run } = deletion(repeat(999, failure({ status: 503 })));
    await failureOf(run());
    expect(one.calls).toEqual(momentsUntil(limit));
    expect(one.lines[0]).toBe("waiting to try again: refused");
});

test("a rate limit is waited for as long as the server asks", async () => {
    const { one, run } = deletion([failure({ kind: "rateLimited", retryAfter: 30_000 })]);
    await run();
    expect(one.calls).toEqual([0, 30_000]);
});

test("another conflict is repeated for the settle window", async () => {
    const { one, run, forgotten } = deletion(repeat(999, other));
    expect(await failureOf(run())).toBe(other);
    expect([one.calls, forgotten]).toEqual([momentsUntil(settleWindow), []]);
});

test("a protection is final, and so is what is no refusal", async () => {
    const isProtected = failure({ kind: "conflict", apiMessage: "it is protected" });
    for (const error of [isProtected, failure({ kind: "forbidden" }), new Error("a fault of ours")]) {
        const { one, run } = deletion([error]);
        expect(await failureOf(run())).toBe(error);
        expect(one.calls).toEqual([0]);
    }
});

test("what is refused and gone all the same is gone; what is being deleted is waited for", async () => {
    for (const row of [undefined, { condition: "gone" } as const]) {
        const { one, run, forgotten } = deletion([failure({ kind: "conflict", apiMessage: "it is protected" })]);
        one.row = row;
        await run();
        expect([one.calls.length, forgotten, one.reads]).toEqual([1, ["a"], [{ fresh: true }]]);
    }
    const { one, run } = deletion(repeat(99, other));
    one.row = { condition: "busy" };
    expect((await failureOf(run())).message).toContain("could not be deleted within 10 m");
    expect(one.calls).toEqual(momentsUntil(limit));
});

describe("one that is in use", () => {
    const fork = { label: "fork f", leaving: false };
    const leaving = { label: "set s", leaving: true };
    const removed: number[] = [];
    const removable = { ...fork, label: "set r", remove: () => Promise.resolve(void removed.push(clock.now())) };
    beforeEach(() => void (removed.length = 0));

    test("by something that nobody knows is repeated to the end of the time", async () => {
        const { one, run } = deletion(repeat(999, inUse));
        expect((await failureOf(run())).message).toBe("row a could not be deleted within 10 m: refused.");
        expect(one.calls).toEqual(momentsUntil(limit));
        expect(one.lines[0]).toBe("waiting: still in use: refused");
    });

    test("by what is being deleted, as well", async () => {
        const { one, run } = deletion(repeat(999, inUse), { usedBy: () => [leaving] });
        expect((await failureOf(run())).message).toBe(
            "row a could not be deleted within 10 m: refused; it is held by set s.",
        );
        expect(one.lines[0]).toBe("waiting: still in use: refused; it is held by set s");
    });

    test.each([
        ["", false, [leaving, fork]],
        [", even by force: it is not deleted", true, [fork]],
        [", which would be deleted by force", false, [removable]],
    ])("by what stays is repeated for the settle window%s", async (_, forceDestroy, held) => {
        const { one, run } = deletion(repeat(999, inUse), { usedBy: () => held, forceDestroy });
        const stays = held.at(-1)!.label;
        expect((await failureOf(run())).message).toBe(
            `row a could not be deleted: refused; it is held by ${stays}. ` +
                "Delete or detach what holds it first; what other resources or stacks own is not deleted on the way.",
        );
        expect([one.calls, removed]).toEqual([momentsUntil(settleWindow), []]);
    });

    test("by what goes by force is repeated until it has gone", async () => {
        const held = () => (clock.now() < 100_000 ? [removable] : []);
        const refused = momentsUntil(100_000);
        const { one, run } = deletion(repeat(refused.length, inUse), { usedBy: held, forceDestroy: true });
        await run();
        expect(one.calls.at(-1)).toBeGreaterThan(100_000);
        expect(removed).toEqual(one.calls.filter((at) => at < 100_000));
    });

    test.each(["in use by a fork", "in use: a backup is made"])("%s: nothing is deleted by force", async (words) => {
        const about = failure({ kind: "conflict", status: 409, apiMessage: words });
        await deletion([about], { usedBy: () => [removable], forceDestroy: true }).run();
        expect(removed).toEqual([]);
    });

    test("by force, and what holds it cannot go yet: the row says why", async () => {
        const refusal = failure({ kind: "conflict" }, "too early");
        const stuck = { ...removable, remove: () => Promise.reject(refusal) };
        const { one, run } = deletion([inUse], { usedBy: () => [stuck], forceDestroy: true });
        await run();
        expect(one.lines[0]).toBe(
            "waiting: still in use: refused; it is held by set r; what holds it cannot go yet: too early",
        );
        const fault = { ...removable, remove: () => Promise.reject(new Error("a fault of ours")) };
        expect((await failureOf(deletion([inUse], { usedBy: () => [fault], forceDestroy: true }).run())).message).toBe(
            "a fault of ours",
        );
    });

    test.each([
        ["may not be read now", failure({ kind: "conflict" }), "refused"],
        ["is not there", failure({ kind: "notFound" }), "refused"],
        ["is a fault of ours", new Error("a fault of ours"), "a fault of ours"],
        ["is forbidden", failure({ kind: "forbidden" }, "forbidden"), "forbidden"],
    ])("by what %s", async (_, error, message) => {
        const usedBy = () => {
            throw error;
        };
        const { run } = deletion(repeat(999, inUse), { usedBy });
        expect((await failureOf(run())).message).toContain(message);
    });
});
