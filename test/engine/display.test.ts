import { VirtualClock } from "../../src/emulator";
import { Display } from "../../src/engine/display";
import { changedPaths, showDuration, showValue } from "../../src/engine/displayText";
import { Secret, unknown, type Value } from "../../src/engine/model/values";
import type { Step } from "../../src/engine/plan/step";
import type { EngineEvent, Operation, Severity } from "../../src/engine/run/events";
import { resource, urn } from "./resources";

const start = (operation: Operation): EngineEvent => ({ kind: "start", operation, project: "p", stack: "dev" });
const step = (of: Step): EngineEvent => ({ kind: "step", step: of });
const done = (of: Step): EngineEvent => ({ kind: "done", step: of });
const whole = (...steps: Step[]) => steps.flatMap((each) => [step(each), done(each)]);
const failed = (of: Step): EngineEvent => ({ kind: "failed", step: of });
const status = (name: string, message: string): EngineEvent => ({ kind: "status", urn: urn(name), message });
const end = (changes: Record<string, number>, ok = true): EngineEvent => ({ kind: "end", ok, changes, duration: 1500 });

const create = (name: string, fields = {}): Step => ({ op: "create", next: resource(name, fields) });
const update = (name: string, before: object, after: object): Step => ({
    op: "update",
    old: resource(name, before),
    next: resource(name, after),
});
const refresh = (name: string, result: "same" | "update" | "delete", outputs = {}): Step => ({
    op: "refresh",
    old: resource(name, { outputs: { size: 1 } }),
    refreshed: { result, next: result === "delete" ? undefined : resource(name, { outputs }) },
});
const same = (name: string): Step => ({ op: "same", old: resource(name), next: resource(name) });

/** The lines that are printed for these events. */
function lines(...events: EngineEvent[]): string[] {
    let text = "";
    const clock = new VirtualClock();
    const display = new Display((more) => (text += more), clock);
    for (const event of events) display.on(event);
    display.close();
    return text.split("\n").slice(0, -1);
}

describe("the display", () => {
    test("prints the start, the progress and the end of a step, and the stack's outputs without secrets", () => {
        const orders = create("orders");
        // A verb that the provider's status begins with is not repeated, nor is the end.
        const words = ["CONFIGURING", "creating: 0 s of at most 45 m", "creatingly", "done in 2 s"];
        expect(
            lines(
                start("up"),
                step(orders),
                ...words.map((word) => status("orders", word)),
                done(orders),
                { kind: "outputs", outputs: { host: "h", password: new Secret("hunter2") } },
                end({ create: 1 }),
            ),
        ).toEqual([
            "up p/dev",
            " + T orders creating",
            " + T orders creating CONFIGURING",
            " + T orders creating: 0 s of at most 45 m",
            " + T orders creating creatingly",
            " + T orders created",
            "",
            "Outputs:",
            '    host: "h"',
            "    password: [secret]",
            "",
            "Resources:",
            "    + 1 created",
            "",
            "up done in 1.5 s",
        ]);
    });

    test("prints nothing for unchanged resources", () => {
        const [kept, looked] = [same("kept"), refresh("looked", "same", { size: 1 })];
        const provider: Step = { op: "create", next: resource("p", { type: "pulumi:providers:pulumi-nodejs" }) };
        const shown = lines(start("refresh"), ...whole(kept, looked, provider), end({ same: 2 }));
        expect(shown).toEqual(["refresh p/dev", "", "Resources:", "      2 unchanged", "", "refresh done in 1.5 s"]);
    });

    test("prints drift that a refresh found", () => {
        const [moved, gone] = [refresh("moved", "update", { size: 2 }), refresh("gone", "delete")];
        const shown = lines(start("refresh"), ...whole(moved, gone), end({ update: 1, delete: 1 }));
        expect(shown.slice(1, 3)).toEqual([" ~ T moved changed [diff: ~size]", " - T gone gone"]);
        expect(shown.slice(-4, -2)).toEqual(["    ~ 1 changed", "    - 1 gone"]);
    });

    test("prints one line per step in a preview", () => {
        const orders = update("orders", { inputs: { a: 1 } }, { inputs: { a: unknown } });
        expect(lines(start("preview"), ...whole(orders), end({ update: 1 })).slice(1, -2)).toEqual([
            " ~ T orders update [diff: ~a]",
            "",
            "Resources:",
            "    ~ 1 to update",
        ]);
    });

    test("prints failures where they happen, and their reasons at the end by resource", () => {
        const orders = create("orders");
        const error = { severity: "error" as const, urn: urn("orders"), message: "no such region\nchoose another" };
        const shown = lines(
            start("up"),
            step(orders),
            { kind: "diagnostic", diagnostic: error },
            failed(orders),
            { kind: "diagnostic", diagnostic: { severity: "error", message: "update failed" } },
            end({}, false),
        );
        expect(shown.slice(1)).toEqual([
            " + T orders creating",
            " ! T orders creating failed",
            "",
            "Diagnostics:",
            "  T orders:",
            "    error: no such region",
            "    choose another",
            "  error: update failed",
            "",
            "up failed in 1.5 s",
        ]);
    });

    test("prints an error once that the provider's process has also written", () => {
        const told = (severity: Severity, message: string, name?: string): EngineEvent => ({
            kind: "diagnostic",
            diagnostic: { severity, message, urn: name && urn(name) },
        });
        const shown = lines(
            start("destroy"),
            told("warning", "first of all"),
            told("info#err", "it is protected.: "),
            told("error", "it is protected.", "orders"),
            told("error", "1 error occurred:\n\t* no answer: none at all", "events"),
            told("info#err", "no answer: none at all: "),
            told("info#err", "TypeError: a defect: TypeError: a defect"),
            told("info#err", "    at provider.js:1:1"),
            told("error", "a defect", "net"),
        );
        expect(shown.slice(3)).toEqual([
            "  T orders:",
            "    error: it is protected.",
            "  T events:",
            "    error: 1 error occurred:",
            "    \t* no answer: none at all",
            "  T net:",
            "    error: a defect",
            "  warning: first of all",
            "  TypeError: a defect: TypeError: a defect",
            "      at provider.js:1:1",
        ]);
    });
});

test("the paths of changed properties are as deep as possible, without hidden ones", () => {
    const before = { a: 1, o: { x: 1, y: 2, __at: 1 }, gone: "g", pw: new Secret("x"), same: new Secret(1) };
    const after = { a: 1, o: { x: 2, y: 2, __at: 2 }, fresh: [1, null], pw: new Secret("y"), same: new Secret(1) };
    const changed = update(
        "orders",
        { inputs: { ...before, __provider: "a" } },
        { inputs: { ...after, __provider: "b" } },
    );
    expect(changedPaths(changed)).toEqual(["+fresh", "-gone", "~o.x", "~pw"]);
});

test.each([
    ["nested", { o: { s: new Secret(1), __at: 1, n: null } }, "{o: {s: [secret], n: null}}"],
    ["unknown", [unknown, "a"], '[(known after the update), "a"]'],
    ["long", "x".repeat(500), `"${"x".repeat(78)}…`],
])("a value that is %s is one short line", (_what, value, text) => expect(showValue(value as Value)).toBe(text));

test.each([
    [80, "0.1 s"],
    [9_949, "9.9 s"],
    [35_400, "35 s"],
    [725_000, "12 m 5 s"],
])("%d ms are %s", (ms, text) => expect(showDuration(ms)).toBe(text));
