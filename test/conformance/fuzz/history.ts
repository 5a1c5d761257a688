import fc from "fast-check";
import type { Operation } from "../../../src/engine";
import { oneOf } from "../../histories/model/random";
import type { Faults, Stage } from "../recording";
import { addition, type Edit, edit, edited } from "./edits";
import { type Part, type Program, sourceOf, urnOf } from "./model";

const mutating = ["create", "update", "delete"];
const calls = ["check", "diff", "create", "read", "update", "delete"];

/** What an operation meets; parts are meant by an index, as in edits. */
interface Trouble {
    faults: { at: number; call: string; kind: "fail" | "half" }[];
    drift: { at: number; gone: boolean }[];
    kill?: { at: number; call: string };
}

/** An operation, after some edits of the program. */
export interface Deed {
    edits: Edit[];
    op: Operation;
    refresh: boolean;
    /** Of the parts of this program and of the one before. */
    targets: number[];
    config?: string;
    trouble: Trouble;
}

const at = fc.nat({ max: 9 });

/** Mostly none. @param weight of none against some */
const few = <T>(item: fc.Arbitrary<T>, weight: number): fc.Arbitrary<T[]> =>
    oneOf([weight, fc.constant<T[]>([])], [1, fc.array(item, { minLength: 1, maxLength: 2 })]);

/** Mostly not. @param weight of not against so */
const seldom = <T>(item: fc.Arbitrary<T>, weight: number): fc.Arbitrary<T | undefined> =>
    oneOf([weight, fc.constant(undefined)], [1, item]);

const trouble: fc.Arbitrary<Trouble> = fc.record({
    faults: few(
        fc.record({ at, call: fc.constantFrom(...calls), kind: fc.constantFrom<"fail" | "half">("fail", "half") }),
        3,
    ),
    drift: few(fc.record({ at, gone: fc.boolean() }), 2),
    kill: seldom(fc.record({ at, call: fc.constantFrom(...mutating) }), 9),
});

const op = oneOf<Operation[]>(
    [8, fc.constant("up")],
    [2, fc.constant("preview")],
    [2, fc.constant("refresh")],
    [1, fc.constant("destroy")],
);

const deed = (edits: fc.Arbitrary<Edit[]>): fc.Arbitrary<Deed> =>
    fc.record({
        edits,
        op,
        refresh: fc.nat({ max: 5 }).map((chance) => chance === 1),
        targets: few(at, 3),
        config: seldom(fc.constantFrom("one", "two"), 7),
        trouble,
    });

/** Begins with some resources. */
export const history: fc.Arbitrary<Deed[]> = fc
    .tuple(
        fc.array(addition, { minLength: 2, maxLength: 6, size: "max" }),
        fc.array(deed(fc.array(edit, { maxLength: 4, size: "max" })), { minLength: 1, maxLength: 7, size: "max" }),
    )
    .map(([edits, deeds]) => {
        const calm = { faults: [], drift: [] };
        return [{ edits, op: "up", refresh: false, targets: [], trouble: calm } satisfies Deed, ...deeds];
    });

function faultsOf({ faults, kill }: Trouble, parts: readonly Part[]): Faults {
    const found: Faults = {};
    for (const { at: index, call, kind } of [...faults, ...(kill ? [{ ...kill, kind: "hang" as const }] : [])]) {
        const part = parts[index % parts.length];
        if (part) (found[part.key] ??= {})[call] = kind;
    }
    return found;
}

const driftOf = ({ drift }: Trouble, parts: readonly Part[]): Record<string, unknown> =>
    Object.fromEntries(
        drift.flatMap(({ at: index, gone }) => {
            const part = parts[index % parts.length];
            return part ? [[part.key, gone ? null : { label: "drifted" }]] : [];
        }),
    );

/** The stages of a scenario: what both engines are told to do. */
export function stagesOf(deeds: readonly Deed[]): Omit<Stage, "expected">[] {
    const known = new Set<string>();
    let program: Program = [];
    return deeds.map(({ edits, op, refresh, targets, config, trouble: met }) => {
        const before = program;
        program = edited(program, edits, known);
        const parts = [...program, ...before.filter(({ key }) => !program.some((part) => part.key === key))];
        const urns = targets.flatMap((index) => parts[index % parts.length] ?? []).map(urnOf);
        const refreshes = refresh && (op === "up" || op === "preview");
        return {
            op,
            args: [...(refreshes ? ["--refresh"] : []), ...[...new Set(urns)].flatMap((urn) => ["--target", urn])],
            program: sourceOf(program),
            ...(config !== undefined && { config: { "trace:plain": config } }),
            drift: driftOf(met, parts),
            faults: faultsOf(met, parts),
            ...(met.kill && op !== "preview" && { kill: met.kill.call }),
        };
    });
}
