import { isDeepStrictEqual } from "node:util";
import {
    nameFor,
    replacedBy,
    UserError,
    type CommonArgs,
    type Desired,
    type ResourceDefinition,
    type Step,
    type CurrentProperties,
} from "../lifecycle";
import { desiredOf, givenIn, nameInUrn, parseInputs, type PropertyMap, type Inputs } from "./inputs";
import { parseState, type State } from "./state";

export interface Difference {
    readonly changes: boolean;
    readonly replaces: string[];
    readonly deleteBeforeReplace: boolean;
    /** What is going to happen, for the resource's row; empty when nothing is. */
    readonly plan: string;
    /** What the user should not overlook: data would be lost. */
    readonly warnings: readonly string[];
    /** Only when everything is known can be told whether the resource is replaced. */
    readonly mayReplace: boolean;
}

/** Who asks for a difference. */
export interface DiffContext {
    /** A program that is run, or previewed. Otherwise a refresh asks, or what depends on something that is replaced. */
    readonly program: { readonly preview: boolean } | undefined;
    /** In a refresh: nothing is going to happen. */
    readonly refresh: boolean;
    /** Whether a preview has said of the thing of this id that it may be replaced. */
    mayBeReplaced(id: unknown): boolean;
}

const nothing: Omit<Difference, "changes" | "plan"> = {
    replaces: [],
    deleteBeforeReplace: false,
    warnings: [],
    mayReplace: false,
};

/** What an update would do: the very plan that it follows, from the stored state to the arguments. */
export function diff<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    id: string,
    olds: PropertyMap,
    news: PropertyMap,
    asker: DiffContext,
): Difference {
    const state = parseState<Observed>(olds);
    const inputs = parseInputs<Args>(news);
    const desired = desiredOf(definition, inputs, state.given);
    const unknown = [...new Set(inputs.unknown.map(([first]) => String(first)))];
    const current: CurrentProperties = { ...state.outputs, ...state.remembered.observed };
    // An older version of the package has not noted how the API spells what was asked for.
    const spellings = state.hidden.owner === undefined ? "unknown" : state.remembered.spellings;
    const replaces = replacedBy(definition, desired, current, unknown, spellings);
    const reason = `${replaces.join(" and ")} cannot change in place`;
    const lost = definition.losesData === true ? ", its data will be lost" : "";

    if (asker.program !== undefined) assertAdoptStays(definition, id, desired, replaces);
    const isPreview = asker.program?.preview === true;
    const inPlace = changesInPlace(definition, state, inputs, desired, unknown, isPreview);
    if (replaces.length === 0) {
        const may = isPreview
            ? possibleReplacement(definition, inputs, state.given, current, unknown, asker)
            : undefined;
        const titles = [...inPlace.titles, ...(may === undefined ? [] : [may])];
        return {
            ...nothing,
            changes: titles.length > 0,
            plan: titles.join(", then "),
            warnings: may === undefined ? [] : [`${may}.`],
            mayReplace: may !== undefined,
        };
    }
    const given = givenIn(inputs);
    // What the last program said of the protection holds until this one has been carried out.
    const refusal = definition.guard?.(current, state.given);
    if (refusal !== undefined && asker.program !== undefined) {
        const lifted = definition.guard?.({ ...current, ...inPlace.after, ...inPlace.kept }, given) === undefined;
        if (!lifted) throw new UserError(`${reason}, and ${refusal}`);
        const warning = `${reason}: this \`pulumi up\` only lifts the protection, and the next one would REPLACE the ${definition.noun}${lost}.`;
        return { ...nothing, changes: true, plan: inPlace.titles.join(", then "), warnings: [warning] };
    }
    const fallback = nameInUrn(inputs.hidden.urn) ?? nameInUrn(state.hidden.urn) ?? "";
    const name = nameFor({ ...desired, ...inputs.args }, fallback);
    return {
        changes: true,
        replaces,
        // A name that is not known yet may be the old one.
        deleteBeforeReplace:
            unknown.includes("name") || definition.mustDeleteFirst(state.remembered.observed, desired, name),
        plan: asker.refresh ? "" : `REPLACE: ${reason}${lost}`,
        warnings: warningsOf(asker, reason, lost, refusal),
        mayReplace: false,
    };
}

function warningsOf(
    { program, refresh }: DiffContext,
    reason: string,
    lost: string,
    refusal: string | undefined,
): string[] {
    if (refresh) {
        const next = refusal === undefined ? `would REPLACE it${lost}` : "would be refused, for it is protected";
        return [`It is not as the program last had it: ${reason}. The next \`pulumi up\` of the same program ${next}.`];
    }
    return program === undefined || lost === "" ? [] : [`REPLACE: ${reason}${lost}.`];
}

interface InPlace {
    readonly titles: readonly string[];
    /** What is observed once the steps are done. */
    readonly after: CurrentProperties;
    /** Outputs that follow from the arguments, and change. */
    readonly kept: CurrentProperties;
}

/** What would change without a replacement: the steps of the plan, and what only the state keeps. */
function changesInPlace<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    state: State<Observed>,
    inputs: Inputs<Args>,
    desired: Desired<Args>,
    unknown: readonly string[],
    isPreview: boolean,
): InPlace {
    const { observed } = state.remembered;
    const rules: { readonly [key: string]: unknown } = definition.rules;
    const steps = definition.plan(observed, desired);
    const given = givenIn(inputs);
    const isSpokenOf = (key: string) => given.includes(key) || state.given.includes(key);
    // A protection that the program says nothing about stays as it is, whatever was changed elsewhere.
    const isLeftAlone = (key: string) =>
        (definition.protections ?? []).includes(key as keyof Args & string) &&
        ![key, ...(definition.guardedBy ?? [])].some(isSpokenOf);
    const after = afterSteps(observed, steps);
    const kept = Object.entries(definition.argumentOutputs(desired, after)).filter(
        ([key, value]) =>
            rules[key] === "update" &&
            !unknown.includes(key) &&
            !isLeftAlone(key) &&
            !sameKept(value, state.outputs[key]),
    );
    const changing = new Set([...steps.flatMap(({ effect }) => Object.keys(effect)), ...kept.map(([key]) => key)]);
    const released = state.given.filter(
        (key) => !given.includes(key) && !changing.has(key) && (rules[key] === "update" || rules[key] === "replace"),
    );
    const timeouts = state.stored && !isDeepStrictEqual(state.hidden.timeouts ?? {}, inputs.hidden.timeouts ?? {});
    // What a preview says of the others is that they may replace.
    const mayChangeInPlace = (key: string) => rules[key] === "update" || (rules[key] === "replace" && !isPreview);
    const titles = [
        ...(state.hidden.unfinished === true ? ["finish what was interrupted"] : []),
        ...steps.map(({ title }) => title),
        ...kept.map(([key, value]) => `${key} -> ${value === undefined ? "default" : JSON.stringify(value)}`),
        ...unknown.filter(mayChangeInPlace).map((key) => `${key} when it is known`),
        ...released.map((key) => `${key} is no longer managed`),
        ...(timeouts ? ["customTimeouts"] : []),
    ];
    return { titles, after: after, kept: Object.fromEntries(kept) };
}

const afterSteps = <Observed>(observed: Partial<Observed>, steps: readonly Step<Observed>[]): Partial<Observed> =>
    Object.assign({}, observed, ...steps.map(({ effect }) => effect)) as Partial<Observed>;

/**
 * What a preview has to say of a resource that may have to be replaced: an argument that only a replacement can change is not
 * known yet, or its parent may be replaced.
 */
function possibleReplacement<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    { args }: Inputs<Args>,
    givenBefore: readonly string[],
    current: CurrentProperties,
    unknown: readonly string[],
    asker: DiffContext,
): string | undefined {
    const open = unknown.filter((key) => (definition.rules as { readonly [key: string]: unknown })[key] === "replace");
    const parents = definition.replaceWhenUnknown.filter((key) => asker.mayBeReplaced(args[key]));
    if (open.length === 0 && parents.length === 0) return undefined;
    const why =
        open.length > 0
            ? `${open.join(" and ")} ${open.length > 1 ? "are" : "is"} known`
            : `it is known whether what ${parents.join(" and ")} names is replaced`;
    const lost = definition.losesData === true ? "; its data would then be lost" : "";
    const isProtected = definition.guard?.(current, givenBefore) !== undefined;
    const refused = isProtected ? `; as the ${definition.noun} is protected, \`pulumi up\` would then refuse to` : "";
    return `may REPLACE when ${why}${lost}${refused}`;
}

/** `adopt` names the thing to take over when the resource is created: it neither replaces what a resource has, nor does it let go of it. */
function assertAdoptStays<Args extends CommonArgs, Observed extends object, ApiRecord>(
    { noun }: ResourceDefinition<Args, Observed, ApiRecord>,
    id: string,
    { adopt }: Desired<CommonArgs>,
    replaces: readonly string[],
): void {
    if (adopt == null) return;
    if (adopt !== id) {
        throw new UserError(
            `\`adopt\` names ${adopt}, but this resource has the ${noun} ${id} already, which would have to be deleted. ` +
                `To adopt ${adopt} instead: 1. \`pulumi state delete\` with this resource's URN, which leaves ${id} as it is; 2. \`pulumi up\`.`,
        );
    }
    if (replaces.length === 0) return;
    throw new UserError(
        `${replaces.join(" and ")} cannot change in place, and \`adopt\` names this very ${noun}, so it is not replaced. ` +
            "Correct the arguments, or leave out `adopt`: the resource is then replaced.",
    );
}

/** An argument that is not given and one that says what holds anyway are the same. */
const sameKept = (now: unknown, before: unknown): boolean => isDeepStrictEqual(now, before) || (!now && !before);
