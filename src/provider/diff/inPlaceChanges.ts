import { isDeepStrictEqual } from "node:util";
import type { CurrentProperties } from "../../lifecycle";
import { givenIn } from "../inputs";
import type { Comparison } from "./comparison";

/** What an update would change without a replacement. */
export interface InPlaceChanges {
    /** For the plan in the resource's row. */
    readonly titles: readonly string[];
    /** The observed values after the steps. */
    readonly after: CurrentProperties;
    /** Changed outputs that follow from the arguments and that only the state keeps. */
    readonly outputs: CurrentProperties;
}

export function inPlaceChanges(comparison: Comparison, isPreview: boolean): InPlaceChanges {
    const { definition, state, inputs, desired, unknown } = comparison;
    const { observed } = state.remembered;
    const { rules } = definition;
    const steps = definition.plan(observed, desired);
    const after = Object.assign({}, observed, ...steps.map(({ effect }) => effect)) as CurrentProperties;
    const outputs = changedOutputs(comparison, after);

    const given = givenIn(inputs);
    const changing = [...steps.flatMap(({ effect }) => Object.keys(effect)), ...Object.keys(outputs)];
    const released = state.given.filter(
        (key) =>
            !given.includes(key) && !changing.includes(key) && (rules[key] === "update" || rules[key] === "replace"),
    );
    const timeouts = state.stored && !isDeepStrictEqual(state.hidden.timeouts ?? {}, inputs.hidden.timeouts ?? {});
    // In a preview an unknown argument that would replace is reported by possibleReplacement.
    const mayChangeInPlace = (key: string) => rules[key] === "update" || (rules[key] === "replace" && !isPreview);
    const titles = [
        ...(state.hidden.unfinished === true ? ["finish the interrupted operation"] : []),
        ...(isDeleting(state.outputs) ? ["fail, since it is being deleted"] : []),
        ...steps.map(({ title }) => title),
        ...Object.entries(outputs).map(
            ([key, value]) => `${key} -> ${value === undefined ? "default" : JSON.stringify(value)}`,
        ),
        ...unknown.filter(mayChangeInPlace).map((key) => `${key} when it is known`),
        ...released.map((key) => `${key} is no longer managed`),
        ...(timeouts ? ["customTimeouts"] : []),
    ];
    return { titles, after, outputs };
}

/** As the last refresh has seen it. */
const isDeleting = ({ status }: CurrentProperties): boolean => typeof status === "string" && /^deleting$/i.test(status);

function changedOutputs(
    { definition, state, inputs, desired, unknown }: Comparison,
    after: CurrentProperties,
): CurrentProperties {
    const { protections = [], guardedBy = [], rules } = definition;
    const given = givenIn(inputs);
    const isManaged = (key: string) => given.includes(key) || state.given.includes(key);
    // A protection that the program has never set stays as stored, even if what it depends on was changed elsewhere.
    const isLeftAlone = (key: string) => protections.includes(key) && ![key, ...guardedBy].some(isManaged);
    return Object.fromEntries(
        Object.entries(definition.argumentOutputs(desired, after)).filter(
            ([key, value]) =>
                rules[key] === "update" &&
                !unknown.includes(key) &&
                !isLeftAlone(key) &&
                !isSameOutput(value, state.outputs[key]),
        ),
    );
}

/** An omitted argument equals one that is false or empty. */
const isSameOutput = (now: unknown, before: unknown): boolean => isDeepStrictEqual(now, before) || (!now && !before);
