import { isDeepStrictEqual } from "node:util";
import { replacedBy, UserError, type CommonArgs, type Desired, type Kind } from "../lifecycle";
import { desiredOf, nameInUrn, parseInputs, type Bag } from "./inputs";
import { parseState } from "./state";

export interface Difference {
    readonly changes: boolean;
    readonly replaces: string[];
    readonly deleteBeforeReplace: boolean;
    /** What is going to happen, for the resource's row; empty when nothing is. */
    readonly plan: string;
    /** Something the user should not overlook: data would be lost. */
    readonly warning: string | undefined;
}

/** What an update would do: the very plan that it follows, from the stored state to the arguments. */
export function diff<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    id: string,
    olds: Bag,
    news: Bag,
): Difference {
    const state = parseState<Observed>(olds);
    const inputs = parseInputs<Args>(news);
    const desired = desiredOf(kind, inputs, state.given);
    const unknown = [...new Set(inputs.unknown.map(([first]) => String(first)))];
    const there = { ...state.outputs, ...state.knowledge.observed };
    const replaces = replacedBy(kind, id, desired, there, unknown);
    if (replaces.length > 0) {
        const refusal = kind.guard?.(there);
        const reason = `${replaces.join(" and ")} cannot change in place`;
        if (refusal !== undefined) throw new UserError(`${reason}, and ${refusal}`);
        const name = nameOf(kind, inputs.args, desired, nameInUrn(inputs.hidden.urn) ?? nameInUrn(state.hidden.urn));
        const lost = kind.lostByReplacing === undefined ? "" : `, ${kind.lostByReplacing}`;
        return {
            changes: true,
            replaces,
            // A name that is not known yet may be the old one.
            deleteBeforeReplace: unknown.includes("name") || kind.inTheWay(state.knowledge.observed, desired, name),
            plan: `REPLACE: ${reason}${lost}`,
            warning: kind.lostByReplacing === undefined ? undefined : `REPLACE: ${reason}${lost}.`,
        };
    }
    const { observed } = state.knowledge;
    const steps = kind.plan(observed, desired);
    const after = Object.assign({}, observed, ...steps.map(({ effect }) => effect)) as Partial<Observed>;
    const kept = Object.entries(kind.keeps(desired, after)).filter(
        ([key, value]) =>
            kind.rules[key as keyof Args] === "update" &&
            !unknown.includes(key) &&
            !sameKept(value, state.outputs[key]),
    );
    const open = unknown.filter((key) => (kind.rules as { [key: string]: unknown })[key] !== "keep");
    const titles = [
        ...steps.map(({ title }) => title),
        ...kept.map(([key, value]) => `${key} -> ${value === undefined ? "default" : JSON.stringify(value)}`),
        ...open.map((key) => `${key} when it is known`),
    ];
    return {
        changes: titles.length > 0,
        replaces: [],
        deleteBeforeReplace: false,
        plan: titles.join(", then "),
        warning: undefined,
    };
}

function nameOf<Args extends CommonArgs, Observed extends object, Record>(
    kind: Kind<Args, Observed, Record>,
    args: Partial<Args>,
    desired: Desired<Args>,
    fallback: string | undefined,
): string {
    return kind.nameOf({ ...desired, ...args }, fallback ?? "") ?? "";
}

/** An argument that is not given and one that says what holds anyway are the same. */
const sameKept = (now: unknown, before: unknown): boolean => isDeepStrictEqual(now, before) || (!now && !before);
