// When the call of a step that failed is repeated, and what is told of it: on a virtual clock and without HTTP.
import type { VirtualClock } from "../../src/emulator";
import { Converger } from "../../src/lifecycle/converge";
import { UserError } from "../../src/lifecycle/errors";
import { ResourceInProgress } from "../../src/lifecycle/resourceInProgress";
import { settleWindow } from "../../src/lifecycle/wait/schedule";
import { failureOf } from "../support/inProcess";
import {
    definitionWith,
    failure,
    limit,
    momentsUntil,
    OneResource,
    repeat,
    type Definition,
    type OneStep,
} from "./support/oneResource";
import { onVirtualTime } from "./support/virtualTime";

let clock: VirtualClock;
onVirtualTime((one) => (clock = one));

const desired = { name: "new" };
const renaming = 'renaming to "new"';

interface Circumstances {
    readonly definition?: Partial<Definition>;
    /** Until this moment it is new. */
    readonly newUntil?: number;
}

/** An update to the name "new", whose calls fail in turn with these errors. */
function update(errors: (Error | undefined)[] = [], { definition = {}, newUntil = -Infinity }: Circumstances = {}) {
    const one = new OneResource(clock, errors);
    const known = { observed: { name: "old" }, assumed: new Set<string>(), spellings: {} };
    const resource = new ResourceInProgress(definitionWith(definition), "a", known);
    const converger = new Converger(one.handle, resource, one.task, (_key, work) => work(), newUntil);
    return { one, resource, converger, run: () => converger.converge(desired) };
}

const conflict = failure({ kind: "conflict", status: 409 });
const busy = failure({ kind: "busy", status: 423 });
const unavailable = failure({ status: 503 });
const broken = failure({ status: 500 });

test("a call that succeeds is made once", async () => {
    const { one, run, resource } = update();
    await run();
    expect([one.calls, one.steps, resource.known.observed]).toEqual([[0], [renaming], { name: "new" }]);
    expect(one.debugLines).toEqual([
        'row a: plan: rename to "new"',
        `row a, ${renaming}: settled, done`,
        "row a: plan: none",
    ]);
    expect(one.lines).toEqual([renaming]);
});

test("one whose outcome is unknown is repeated twice, with pauses", async () => {
    const { one, run } = update(repeat(9, broken));
    expect(await failureOf(run())).toBe(broken);
    expect(one.calls).toEqual(momentsUntil(4_000));
    expect(one.lines).toEqual([renaming, "waiting to try again: refused", "waiting to try again"]);
});

test("one that was applied all the same is not repeated", async () => {
    const { one, run } = update([failure({ outcomeUnknown: true })]);
    one.row = { name: "new" };
    await run();
    expect(one.calls).toEqual([0]);
});

test("what the server says will pass is repeated to the end of the time", async () => {
    const { one, run } = update(repeat(999, unavailable));
    const { message } = await failureOf(run());
    expect(message).toBe(
        `row a: ${renaming} did not complete within 10 m (last error: refused). ` +
            "The next `pulumi up` goes on from there; `customTimeouts: { update: ... }` allows longer.",
    );
    expect(one.calls).toEqual(momentsUntil(limit));
});

test("a rate limit is waited for as long as the server asks", async () => {
    const { one, run } = update([failure({ kind: "rateLimited", retryAfter: 30_000 })]);
    await run();
    expect(one.calls).toEqual([0, 30_000]);
});

test("one beyond the time limit is an error at once", async () => {
    const { one, run } = update([failure({ kind: "rateLimited", retryAfter: limit + 1 })]);
    expect((await failureOf(run())).message).toContain("did not complete within 10 m (last error: refused)");
    expect([one.calls, clock.now()]).toEqual([[0], 0]);
});

test("a pause to the very end of the time is taken", async () => {
    const { one, run } = update([failure({ kind: "rateLimited", retryAfter: limit })]);
    await run();
    expect(one.calls).toEqual([0, limit]);
});

test.each([0, 100_000])("a conflict is repeated for the settle window, %d ms after the beginning", async (begun) => {
    const { one, run } = update(repeat(999, conflict));
    await clock.sleep(begun);
    expect(await failureOf(run())).toBe(conflict);
    expect(one.calls.map(Math.round)).toEqual(momentsUntil(settleWindow).map((at) => Math.round(begun + at)));
});

test("an operation in progress is waited for to the end of the time", async () => {
    const { one, run } = update(repeat(999, busy));
    expect((await failureOf(run())).message).toContain("did not complete within 10 m (last error: refused)");
    expect(one.calls).toEqual(momentsUntil(limit));
    expect(one.lines.slice(0, 3)).toEqual([
        renaming,
        "waiting for another operation to end: refused",
        "waiting for another operation to end",
    ]);
});

test.each(["invalid", "forbidden", "unauthorised", "notFound"] as const)("a refusal (%s) is final", async (kind) => {
    const error = failure({ kind, status: 400 });
    const { one, run } = update([error]);
    expect(await failureOf(run())).toBe(error);
    expect(one.calls).toEqual([0]);
});

test("a fault of ours is not repeated", async () => {
    const error = new Error("a fault of ours");
    const { one, run } = update([error]);
    expect(await failureOf(run())).toBe(error);
    expect(one.calls).toEqual([0]);
});

test("each step has its own tries", async () => {
    const first = { ...rename("one"), effect: {} };
    const second = { ...rename("new"), effect: { name: "new" } };
    const plan = ({ name }: { name?: string }): OneStep[] =>
        name === "old" ? [first, second] : name === "one" ? [second] : [];
    const { one, run } = update([broken, broken, undefined, broken, broken], { definition: { plan } });
    await run();
    expect(one.steps).toEqual([...repeat(3, first.progress), ...repeat(3, second.progress)]);
    expect(one.debugLines[0]).toBe("row a: plan: rename to one, then rename to new");
});

/** A step to a name. */
const rename = (name: string): OneStep => ({
    call: "rename",
    args: { name },
    effect: { name },
    title: `rename to ${name}`,
    progress: `renaming to ${name}`,
});

test("what a call may have done, though no record tells, is remembered", async () => {
    const step = { ...rename("new"), maybeApplied: { regionCode: "uncertain" } };
    const { run, resource } = update(repeat(3, broken), { definition: { plan: () => [step] } });
    await failureOf(run());
    expect(resource.known.observed).toEqual({ name: "old", regionCode: "uncertain" });
    const refused = update([failure({ kind: "invalid" })], { definition: { plan: () => [step] } });
    await failureOf(refused.run());
    expect(refused.resource.known.observed).toEqual({ name: "old" });
});

test("a step that does not last is carried out three times", async () => {
    const { one, run } = update([], { definition: { plan: () => [rename("new")] } });
    expect((await failureOf(run())).message).toBe("row a: renaming to new was carried out 3 times, but does not last.");
    expect(one.calls).toHaveLength(3);
});

describe("a call that needs it running", () => {
    const start: OneStep = { ...rename("started"), progress: "starting", effect: {} };
    const definition: Partial<Definition> = {
        startStep: ({ name }) => (name === "old" ? { ...start, call: "start" } : undefined),
    };

    test("is made after a start, and the start is not repeated", async () => {
        const { one, run } = update([conflict], { definition });
        await run();
        expect(one.steps).toEqual([renaming, "starting", renaming]);
        expect(clock.now()).toBe(0);
    });

    test("is not taken for one where it may have been applied, or is refused for another reason", async () => {
        const { one, run } = update([broken], { definition });
        await run();
        expect(one.steps).toEqual([renaming, renaming]);
        const other = update([failure({ kind: "forbidden" })], { definition });
        await failureOf(other.run());
        expect(other.one.steps).toEqual([renaming]);
    });

    test("is not the start itself", async () => {
        const { one, run } = update([conflict], {
            definition: { startStep: () => rename("started") },
        });
        await run();
        expect(one.steps).toEqual([renaming, renaming]);
    });
});

describe("after an update that failed", () => {
    const final = failure({ kind: "invalid" }, "It is wrong.");
    const restore = (): OneStep => ({ ...rename("paused"), progress: "pausing" });

    test("what was only done for it is undone", async () => {
        const { one, run } = update([final], { definition: { restore } });
        expect(await failureOf(run())).toBe(final);
        expect(one.steps).toEqual([renaming, "pausing"]);
        expect(one.lines).toEqual([renaming, "pausing"]);
    });

    test("and if that fails as well, both are told", async () => {
        const { run } = update([final, conflict], { definition: { restore } });
        const error = await failureOf(run());
        expect(error).toBeInstanceOf(UserError);
        expect(error.message).toBe("It is wrong. row a was started for this, and stays running: refused.");
        expect(error.cause).toBe(final);
    });

    test("nothing is undone where there is nothing", async () => {
        const { one, run } = update([final], { definition: { restore: () => undefined } });
        expect(await failureOf(run())).toBe(final);
        expect(one.steps).toEqual([renaming]);
    });
});

describe("what goes on before the next try", () => {
    test("is waited for", async () => {
        const { one, run } = update([conflict]);
        one.row = { name: "old", condition: "busy", status: "MOVING" };
        one.onLook = () => {
            if (clock.now() >= 100_000) one.row = { name: one.row?.name ?? "", condition: "settled" };
        };
        await run();
        expect(one.calls[0]).toBe(0);
        expect(one.calls[1]).toBeGreaterThanOrEqual(100_000);
        expect(one.lines).toContain("waiting for the operation in progress: MOVING");
    });

    test.each(["unstable", "failed"] as const)("%s is no obstacle: a step may repair it", async (condition) => {
        const { one, run } = update([conflict]);
        one.row = { name: "old", condition };
        one.onCall = () => (one.row = { name: "new" });
        await run();
        expect(one.calls).toEqual([0, 2_000]);
    });

    test("gone: says what to do", async () => {
        const { one, run } = update([conflict]);
        one.row = undefined;
        expect((await failureOf(run())).message).toBe(
            "row a no longer exists. Run `pulumi refresh`; the next `pulumi up` then creates it again.",
        );
    });

    test("a resource that was just created may not be shown yet", async () => {
        const { one, run } = update([conflict], { newUntil: 30_000 });
        one.row = undefined;
        one.onLook = () => {
            if (clock.now() >= 20_000) one.row ??= { name: "old" };
        };
        await run();
        expect(one.calls).toEqual([0, 20_000]);
    });

    test("a resource that was just created is looked for to the end of the time, and no longer", async () => {
        const { one, run } = update([conflict], { newUntil: limit + 1 });
        one.row = undefined;
        one.lastError = unavailable;
        expect((await failureOf(run())).message).toContain(
            "row a: waiting for the operation in progress did not complete within 10 m (last error: refused)",
        );
    });

    test("a resource that was just created, and is not shown in time, does not exist", async () => {
        const { one, run } = update([conflict], { newUntil: 30_000 });
        one.row = undefined;
        expect((await failureOf(run())).message).toContain("the API does not show it.");
        expect(clock.now()).toBe(30_000);
    });
});

describe("a wait", () => {
    test("shows what is missing, but no value that is no output; the error names all", async () => {
        const effect = { name: "new", cidr: "10.0.0.0/16" };
        const row = { name: "old", cidr: "10.1.0.0/16", status: "READY" };
        const { one, converger } = update([], { definition: { hidden: ["cidr"] } });
        one.row = row;
        one.lastError = unavailable;
        const { message } = await failureOf(converger.waitFor("changing", effect));
        expect(message).toContain("(status READY; still to come: name and cidr; last error: refused)");
        expect(one.lines[0]).toBe("changing: READY (waiting for name)");
        const shown = update();
        shown.one.row = row;
        await failureOf(shown.converger.waitFor("changing", effect));
        expect(shown.one.lines[0]).toBe("changing: READY (waiting for name and cidr)");
    });

    test("ends with what the API says went wrong, without a second full stop", async () => {
        const { one, converger } = update();
        one.row = { name: "new", condition: "settled", problem: "It broke." };
        const error = await failureOf(converger.waitFor("changing", {}));
        expect([error.message, error.name]).toEqual(["row a: changing failed: It broke.", "UserError"]);
        expect(one.debugLines).toEqual(["row a, changing: settled, failed: It broke."]);
    });

    test("takes the record that was just received, and asks for none", async () => {
        const { one, converger } = update();
        one.onLook = () => {
            throw new Error("asked");
        };
        await converger.waitFor("changing", { name: "new" }, { name: "new" });
        expect(one.reads).toEqual([]);
    });

    test("reads what a list leaves out by itself: at first, and before it is taken to be so", async () => {
        const { one, converger, resource } = update();
        one.row = {};
        await converger.waitFor("changing", { name: "new" });
        expect(one.reads).toEqual([
            { fresh: true, single: true },
            { fresh: true, single: true },
        ]);
        expect(clock.now()).toBe(settleWindow);
        expect(resource.known.observed).toEqual({ name: "new" });
        expect([...resource.known.assumed]).toEqual(["name"]);
        expect(one.debugLines).toEqual([
            "row a, changing: settled, waiting (name)",
            "row a, changing: settled, done (name)",
        ]);
    });
});
