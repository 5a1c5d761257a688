import {
    type AnyDefinition,
    type AnyObserved,
    type AutoName,
    type CurrentProperties,
    type Desired,
    liftingOf,
    losesData,
    nameFor,
    newReferences,
    protectionText,
    replacedBy,
    UserError,
} from "../lifecycle";
import { nameInUrn } from "../../shared/registration";
import { desiredOf, unknownIn, type AnyArgs, type Inputs, givenIn } from "./inputs";
import { contains, parsePropertyPath } from "../../shared/propertyPath";
import type { State } from "./state";
import { isDeepStrictEqual } from "node:util";
import { quoted } from "../../shared/visible";

/** What all parts of a `diff` compare. */
interface Comparison {
    readonly definition: AnyDefinition;
    readonly id: string;
    readonly state: State;
    readonly inputs: Inputs;
    readonly desired: Desired<AnyArgs>;
    readonly current: CurrentProperties;
    readonly unknown: readonly string[];
    readonly context: DiffContext;
    readonly isPreview: boolean;
    /** The arguments that change in place, but that the option `replaceOnChanges` names. */
    readonly watched: readonly string[];
}

/** The answer to a `diff`, and what to report with it. */
export interface Difference {
    readonly changes: boolean;
    readonly replaces: string[];
    /** The resource's option asks for it, or the successor needs the name. */
    readonly deleteBeforeReplace: boolean;
    /** The successor is to have the name of the old one. */
    readonly needsName: boolean;
    /** The steps of the update, or the replacement, as far as no warning says it. Empty without changes. */
    readonly plan: string;
    readonly warnings: readonly string[];
    /** In a preview: an unknown value decides whether the resource is replaced. */
    readonly mayReplace: boolean;
}

/** The operation that a `diff` belongs to. */
export interface DiffContext {
    /** Undefined in a refresh, and in the second `diff` that the engine requests where a dependency is replaced. */
    readonly program: { readonly preview: boolean } | undefined;
    /** In a refresh nothing is carried out, so the difference is only reported. */
    readonly refresh: boolean;
    /** How a successor without a `name` in the program is named. */
    readonly autoName: AutoName;
    /** Whether this preview has reported that the resource with this id may be replaced. */
    isPossiblyReplaced(id: unknown): boolean;
    /** For messages: the successor of the resource with this id, if that is replaced. */
    successorOf(type: string | undefined, id: unknown): string | undefined;
    /** The resource is proven gone, so that it protects nothing, and `adopt` may name another one. */
    readonly isGone: boolean;
}

const noReplacement = { replaces: [], deleteBeforeReplace: false, needsName: false, warnings: [], mayReplace: false };

/** What an update would change without a replacement: the observed values after the steps, and changed outputs that only the state keeps. */
function inPlaceChanges(comparison: Comparison): InPlace {
    const { definition, state, inputs, desired, unknown, isPreview } = comparison;
    const { observed } = state.remembered;
    const { pausing, rules } = definition;
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
    const mayChangeInPlace = (key: string) => rules[key] !== "keep" && !(isPreview && mayReplace(comparison, key));
    const pending = unknown.filter(mayChangeInPlace);
    const [first, last] = pausing?.around(observed, desired, pending) ?? [];
    const planned = steps.filter(({ call }) => last === undefined || call !== last.call);
    if (first !== undefined && !steps.some(({ call }) => call === first.call)) planned.push(first);
    const titles = [
        ...(state.hidden.unfinished === true ? ["finish the interrupted operation"] : []),
        ...(isDeleting(state.outputs) ? ["fail, since it is being deleted"] : []),
        ...planned.map(({ title }) => title),
        ...Object.entries(outputs).map(([key, value]) => `${key} ${shown(state.outputs[key])} -> ${shown(value)}`),
        ...pending.map((key) => moveOf(comparison, key) ?? `change ${key}, which is known during the \`up\``),
        ...(last === undefined ? [] : [last.title]),
        ...released.map((key) => releasedText(comparison, { after, outputs }, key)),
        ...(timeouts ? ["customTimeouts"] : []),
    ];
    return { titles, after, outputs };
}

interface Changed {
    readonly after: CurrentProperties;
    readonly outputs: CurrentProperties;
}

interface InPlace extends Changed {
    readonly titles: readonly string[];
}

/** What would keep the resource from being replaced after an update in place: the program asks for that. */
const addedProtection = ({ definition, current, inputs }: Comparison, { after, outputs }: Changed) =>
    definition.deletion?.guard({ ...current, ...after, ...outputs }, givenIn(inputs));

/** For an argument that is not known yet: `moves to the VPC that replaces net`, where it names a resource that is replaced. */
function moveOf({ definition, current, context }: Comparison, key: string): string | undefined {
    const { types }: { readonly types: Readonly<Partial<Record<string, string>>> } = definition.references;
    const successor = context.successorOf(types[key], current[key]);
    return successor && `moves to ${successor}`;
}

/** Arguments that go on naming what is replaced, as with the option `ignoreChanges`. */
function staysWith({ definition, current, unknown, context }: Comparison, { after }: Changed): string[] {
    const { types }: { readonly types: Readonly<Partial<Record<string, string>>> } = definition.references;
    return Object.entries(types).flatMap(([key, type]) => {
        const id = current[key];
        const stays = !unknown.includes(key) && id != null && after[key] === id;
        const successor = stays ? context.successorOf(type, id) : undefined;
        if (successor === undefined) return [];
        return `${key} stays ${quoted(id)}, although ${successor} takes its place: ${quoted(id)} cannot be deleted as long as this ${definition.noun} uses it. If the option \`ignoreChanges\` names ${key}, leave it out.`;
    });
}

function releasedText(comparison: Comparison, changed: Changed, key: string): string {
    const { deletion, noun } = comparison.definition;
    const text = `${key} is no longer managed`;
    if (deletion?.guardedBy.includes(key) !== true || addedProtection(comparison, changed) === undefined) return text;
    // The class sets Pulumi's option `protect` by the argument.
    return `${text}: the provider still refuses to delete the ${noun}, but the preview of \`pulumi destroy\` no longer fails`;
}

const shown = (value: unknown): string => (value == null ? "default" : quoted(value));

/** As the last refresh has seen it. */
const isDeleting = ({ status }: CurrentProperties): boolean => typeof status === "string" && /^deleting$/i.test(status);

function changedOutputs(
    { definition, state, inputs, desired, unknown }: Comparison,
    after: CurrentProperties,
): CurrentProperties {
    const { deletion, rules } = definition;
    const [protections, guardedBy] = [deletion?.protections ?? [], deletion?.guardedBy ?? []];
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

/** What an update would do: the plan from the stored state, which the update itself makes from the observed one. */
export function compare(
    definition: AnyDefinition,
    id: string,
    state: State,
    inputs: Inputs,
    context: DiffContext,
): Difference {
    const desired = desiredOf(definition, inputs, state.given);
    const current = { ...state.outputs, ...state.remembered.observed };
    const unknown = unknownIn(inputs);
    const isPreview = context.program?.preview === true;
    // What a failed operation has left to do is no change.
    const watched = state.hidden.unfinished === true ? [] : namedByReplaceOnChanges(definition, inputs);
    const comparison: Comparison = {
        ...{ definition, id, state, inputs, desired, current, unknown, context, isPreview, watched },
    };
    const unchangeable = replacedBy(definition, desired, current, unknown, state.remembered.spellings);
    const changed = changedAmong(watched, definition, { observed: state.remembered.observed, current }, desired);
    const replaces = [...unchangeable, ...changed];
    const reason = [
        ...(unchangeable.length > 0 ? [`${unchangeable.join(" and ")} cannot change in place`] : []),
        ...(changed.length > 0 ? [`\`replaceOnChanges\` names ${changed.join(" and ")}`] : []),
    ].join(", and ");
    if (context.isGone && desired.adopt != null && desired.adopt !== id)
        return {
            ...noReplacement,
            changes: true,
            replaces: ["adopt"],
            deleteBeforeReplace: true,
            needsName: true,
            plan: `${id} is gone: adopts ${desired.adopt}`,
        };
    if (context.program !== undefined) assertAdoptUnchanged(comparison, reason);
    const inPlace = inPlaceChanges(comparison);
    if (replaces.length > 0)
        return replaced(comparison, inPlace, { replaces, reason, isOptional: unchangeable.length === 0 });
    const possible = isPreview ? possibleReplacement(comparison, inPlace) : undefined;
    return {
        ...noReplacement,
        changes: inPlace.titles.length > 0 || possible !== undefined,
        plan: inPlace.titles.join(", then "),
        warnings: [...(possible === undefined ? [] : [`${possible}.`]), ...staysWith(comparison, inPlace)],
        mayReplace: possible !== undefined,
    };
}

/** What keeps a protected resource that would be replaced. */
export const undoChange = "undo the change in the program";

interface Replacement {
    readonly replaces: string[];
    readonly reason: string;
    /** Only `replaceOnChanges` asks for it. */
    readonly isOptional: boolean;
}

function replaced(comparison: Comparison, inPlace: InPlace, { replaces, reason, isOptional }: Replacement): Difference {
    const { definition, state, inputs, desired, current, unknown, context } = comparison;
    const moves = unknown.flatMap((key) => (replaces.includes(key) ? (moveOf(comparison, key) ?? []) : []));
    const lost = losesData(definition) ? ", its data will be lost" : "";
    // The protection of the last program holds until an update has carried out what this one says. One that this program adds holds at once.
    const added = addedProtection(comparison, inPlace);
    const refusal = definition.deletion?.guard(current, state.given) ?? added;
    if (refusal !== undefined && context.program !== undefined) {
        // An update in place would leave the next one nothing to replace.
        const isLifted = !isOptional && added === undefined;
        if (!isLifted) throw new UserError(`${reason}, and ${protectionText(refusal, undoChange)}`);
        const keptBack = `${reason}, and lifting the protection needs a \`pulumi up\` of its own`;
        const isUnknownMove = (key: string) =>
            unknown.includes(key) && key in definition.references.types && definition.rules[key] === "update";
        const moved = [...newReferences(definition, current, desired), ...unknown.filter(isUnknownMove)].join(" and ");
        if (moved !== "")
            throw new UserError(
                `${keptBack}, in which ${moved} has to stay as it is. 1. Lift the protection, undo all other changes, and run \`pulumi up\`; 2. make the other changes.`,
            );
        const lifted = inPlaceChanges({ ...comparison, desired: liftingOf(definition, desired), unknown: [] });
        const warning = `${keptBack}: this one only carries out ${liftedText(comparison, lifted)}, and the next one would REPLACE the ${definition.noun}${lost}.`;
        return { ...noReplacement, changes: true, plan: lifted.titles.join(", then "), warnings: [warning] };
    }
    const name = successorName(comparison, isOptional);
    const needsName =
        // An unknown name may turn out to be the old one, which has to be free then.
        unknown.includes("name") ||
        (name !== undefined && definition.naming?.mustDeleteFirst(state.remembered.observed, desired, name) === true);
    if (needsName && inputs.hidden.retainOnDelete === true) {
        throw new UserError(
            `${reason}, and \`retainOnDelete\` keeps the ${definition.noun} ${comparison.id}, so its successor needs another \`name\`.`,
        );
    }
    const deleteBeforeReplace = needsName || inputs.hidden.deleteBeforeReplace === true;
    const difference = { changes: true, replaces, deleteBeforeReplace, needsName, mayReplace: false };
    // Where what it depends on is replaced, the engine decides.
    const isDecided = !replaces.some((key) => unknown.includes(key));
    if (context.refresh) {
        const next = refusal === undefined ? `would REPLACE it${lost}` : "would be refused, because it is protected";
        const warning = `It differs from what the program last asked for: ${reason}. The next \`pulumi up\` of the same program ${next}.`;
        // Without a program, an argument is unknown because what it names is being deleted, in this operation.
        return { ...difference, plan: "", warnings: isDecided ? [warning] : [] };
    }
    const order = deleteBeforeReplace ? "the old one is deleted first" : "the new one is created first";
    const loss = lost === "" ? [] : ["its data will be lost"];
    const plan = `REPLACE: ${[reason, ...moves.map((move) => `it ${move}`), ...loss, ...(isDecided ? [order] : [])].join("; ")}`;
    const isWarning = context.program !== undefined && lost !== "";
    return { ...difference, plan: isWarning ? "" : plan, warnings: isWarning ? [`${plan}.`] : [] };
}

/** The arguments that lift a protection. */
function liftedText({ definition, inputs, current }: Comparison, { after, outputs }: InPlace): string {
    const values = { ...after, ...outputs };
    const lifting = Object.keys(liftingOf(definition, inputs.args));
    const changed = lifting.filter((key) => !isDeepStrictEqual(values[key], current[key]));
    if (changed.length > 0) return changed.map((key) => `\`${key}: ${quoted(values[key])}\``).join(" and ");
    return (definition.deletion?.protections ?? []).map((key) => `\`${key}: false\``).join(", ");
}

/** The name that a replacement would have. Undefined: another than now, since what only a replacement changes is part of a generated name. */
function successorName(
    { definition, state, inputs, desired, current, context }: Comparison,
    isOptional: boolean,
): string | undefined {
    const isGiven = givenIn(inputs).includes("name") && inputs.hidden.autoNamed === undefined;
    if (isGiven) return nameFor({ ...desired, ...inputs.args }, "");
    if (definition.naming?.distinguishing !== undefined && context.autoName === "unique")
        return isOptional ? (current["name"] as string | undefined) : undefined;
    return nameInUrn(inputs.hidden.urn ?? state.hidden.urn) ?? "";
}

/**
 * `adopt` names the resource to take over at creation. Changing it later must not replace, and thereby delete, the managed
 * resource; and a resource that `adopt` names is not replaced either.
 */
function assertAdoptUnchanged({ definition: { noun }, id, desired: { adopt } }: Comparison, reason: string): void {
    if (adopt == null) return;
    if (adopt !== id) {
        throw new UserError(
            `\`adopt\` names ${adopt}, but this resource already manages the ${noun} ${id}, which would have to be deleted. ` +
                `To keep ${id}, remove \`adopt\` from the program. To adopt ${adopt} instead: 1. \`pulumi state delete\` with this resource's URN, which leaves ${id} as it is; 2. \`pulumi up\`.`,
        );
    }
    if (reason === "") return;
    throw new UserError(
        `${reason}, and \`adopt\` names this ${noun}, so it is not replaced. ` +
            "Correct the arguments, or remove `adopt` to have the resource replaced.",
    );
}

/** Whether a change of the argument replaces the resource. */
const mayReplace = ({ definition, watched }: Comparison, key: string): boolean =>
    definition.rules[key] === "replace" || watched.includes(key);

/** For a preview: why the resource may have to be replaced, though this is not known yet. */
function possibleReplacement(comparison: Comparison, inPlace: InPlace): string | undefined {
    const { definition, inputs, state, current, unknown, context } = comparison;
    const undecided = unknown.filter((key) => mayReplace(comparison, key));
    const parents = definition.references.replaceWhenUnknown.filter((key) =>
        context.isPossiblyReplaced(inputs.args[key]),
    );
    if (undecided.length === 0 && parents.length === 0) return undefined;
    const condition =
        undecided.length > 0
            ? `${undecided.join(" and ")} ${undecided.length > 1 ? "are" : "is"} known`
            : `it is known whether the resource that ${parents.join(" and ")} names is replaced`;
    const lost = losesData(definition) ? "; its data would then be lost" : "";
    const protection = definition.deletion?.guard(current, state.given) ?? addedProtection(comparison, inPlace);
    const refused = protection ? `; as the ${definition.noun} is protected, \`pulumi up\` would then refuse to` : "";
    return `may REPLACE when ${condition}${lost}${refused}`;
}

/** The arguments that the option `replaceOnChanges` names among those that change in place. Only changes of a whole argument are told apart. */
function namedByReplaceOnChanges({ rules }: AnyDefinition, { hidden }: Inputs): string[] {
    const paths = (hidden.replaceOnChanges ?? []).map(parsePropertyPath);
    return Object.keys(rules).filter(
        (key) => rules[key] === "update" && paths.some((path) => path !== undefined && contains(path, [key])),
    );
}

/**
 * Those of these arguments whose change adds or alters an API call: the plan is made once without each of them. What only the state keeps,
 * such as `forceDestroy`, makes no call. The calls alone do not tell: one that another argument causes may carry an argument as it is.
 */
function changedAmong(
    keys: readonly string[],
    { plan }: Pick<AnyDefinition, "plan">,
    { observed, current }: { readonly observed: AnyObserved; readonly current: CurrentProperties },
    desired: Desired<AnyArgs>,
): string[] {
    const callsFor = (wanted: Desired<AnyArgs>) => plan(observed, wanted).filter(({ call }) => call !== undefined);
    const isChange = (key: string) => !isDeepStrictEqual(callsFor({ ...desired, [key]: undefined }), callsFor(desired));
    return keys.filter((key) => !isSameOutput(desired[key], current[key]) && isChange(key));
}

/** An omitted argument equals one that is false or empty. */
const isSameOutput = (now: unknown, before: unknown): boolean => isDeepStrictEqual(now, before) || (!now && !before);
