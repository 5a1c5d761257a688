import { nameFor, replacedBy, UserError, type AnyDefinition, type AutoName } from "../../lifecycle";
import { givenIn, nameInUrn, type PropertyMap } from "../inputs";
import { compare, noReplacement, type Comparison, type DiffContext, type Difference } from "./comparison";
import { inPlaceChanges, type InPlaceChanges } from "./inPlaceChanges";

/** What an update would do: the plan from the stored state, which the update itself makes from the observed one. */
export function diff(
    definition: AnyDefinition,
    id: string,
    olds: PropertyMap,
    news: PropertyMap,
    context: DiffContext,
): Difference {
    const comparison = compare(definition, id, olds, news);
    const { state, desired, current, unknown } = comparison;
    const replaces = replacedBy(definition, desired, current, unknown, state.remembered.spellings);
    if (context.isGone && desired.adopt != null && desired.adopt !== id)
        return {
            ...noReplacement,
            changes: true,
            replaces: ["adopt"],
            deleteBeforeReplace: true,
            plan: `${id} is gone: adopts ${desired.adopt}`,
        };
    if (context.program !== undefined) assertAdoptUnchanged(comparison, replaces);
    const inPlace = inPlaceChanges(comparison, context.program?.preview === true);
    if (replaces.length === 0) return updated(comparison, inPlace, context);
    return replaced(comparison, inPlace, replaces, context);
}

function updated(comparison: Comparison, { titles }: InPlaceChanges, context: DiffContext): Difference {
    const isPreview = context.program?.preview === true;
    const mayReplace = isPreview ? possibleReplacement(comparison, context) : undefined;
    const plan = mayReplace === undefined ? titles : [...titles, mayReplace];
    return {
        ...noReplacement,
        changes: plan.length > 0,
        plan: plan.join(", then "),
        warnings: mayReplace === undefined ? [] : [`${mayReplace}.`],
        mayReplace: mayReplace !== undefined,
    };
}

function replaced(
    comparison: Comparison,
    inPlace: InPlaceChanges,
    replaces: string[],
    context: DiffContext,
): Difference {
    const { definition, state, inputs, desired, current, unknown } = comparison;
    const reason = `${replaces.join(" and ")} cannot change in place`;
    const lost = definition.losesData ? ", its data will be lost" : "";
    // The protection of the last program holds until an update has carried out what this one says.
    const refusal = definition.guard?.(current, state.given);
    if (refusal !== undefined && context.program !== undefined) {
        const afterUpdate = { ...current, ...inPlace.after, ...inPlace.outputs };
        const isLifted = definition.guard?.(afterUpdate, givenIn(inputs)) === undefined;
        if (!isLifted) throw new UserError(`${reason}, and ${refusal}`);
        const warning = `${reason}, and lifting the protection needs a \`pulumi up\` of its own: this one only carries out \`deletionProtection: false\`, and the next one would REPLACE the ${definition.noun}${lost}.`;
        return { ...noReplacement, changes: true, plan: inPlace.titles.join(", then "), warnings: [warning] };
    }
    const name = successorName(comparison, context.autoName);
    const deleteBeforeReplace =
        // An unknown name may turn out to be the old one, which has to be free then.
        unknown.includes("name") ||
        (name !== undefined && definition.mustDeleteFirst(state.remembered.observed, desired, name));
    if (deleteBeforeReplace && inputs.hidden.retainOnDelete === true) {
        throw new UserError(
            `${reason}, and \`retainOnDelete\` keeps the ${definition.noun} ${comparison.id}, so its successor needs another \`name\`.`,
        );
    }
    return {
        changes: true,
        replaces,
        deleteBeforeReplace,
        plan: context.refresh ? "" : `REPLACE: ${reason}${lost}`,
        warnings: replacementWarnings(context, reason, lost, refusal),
        mayReplace: false,
    };
}

/** The name that a replacement would have. Undefined: another than now, since what replaces a resource is part of a generated name. */
function successorName({ definition, state, inputs, desired }: Comparison, autoName: AutoName): string | undefined {
    const isGiven = givenIn(inputs).includes("name") && inputs.hidden.autoNamed === undefined;
    if (isGiven) return nameFor({ ...desired, ...inputs.args }, "");
    if (definition.uniqueName !== undefined && autoName === "unique") return undefined;
    return nameInUrn(inputs.hidden.urn ?? state.hidden.urn) ?? "";
}

function replacementWarnings(
    { program, refresh }: DiffContext,
    reason: string,
    lost: string,
    refusal: string | undefined,
): string[] {
    if (refresh) {
        const next = refusal === undefined ? `would REPLACE it${lost}` : "would be refused, because it is protected";
        return [
            `It differs from what the program last asked for: ${reason}. The next \`pulumi up\` of the same program ${next}.`,
        ];
    }
    return program === undefined || lost === "" ? [] : [`REPLACE: ${reason}${lost}.`];
}

/**
 * `adopt` names the resource to take over at creation. Changing it later must not replace, and thereby delete, the managed
 * resource; and a resource that `adopt` names is not replaced either.
 */
function assertAdoptUnchanged(
    { definition: { noun }, id, desired: { adopt } }: Comparison,
    replaces: readonly string[],
): void {
    if (adopt == null) return;
    if (adopt !== id) {
        throw new UserError(
            `\`adopt\` names ${adopt}, but this resource already manages the ${noun} ${id}, which would have to be deleted. ` +
                `To adopt ${adopt} instead: 1. \`pulumi state delete\` with this resource's URN, which leaves ${id} as it is; 2. \`pulumi up\`.`,
        );
    }
    if (replaces.length === 0) return;
    throw new UserError(
        `${replaces.join(" and ")} cannot change in place, and \`adopt\` names this ${noun}, so it is not replaced. ` +
            "Correct the arguments, or remove `adopt` to have the resource replaced.",
    );
}

/**
 * For a preview: why the resource may have to be replaced. Either an argument that only a replacement can change is not known
 * yet, or its parent may be replaced.
 */
function possibleReplacement(
    { definition, inputs, state, current, unknown }: Comparison,
    context: DiffContext,
): string | undefined {
    const undecided = unknown.filter((key) => definition.rules[key] === "replace");
    const parents = definition.replaceWhenUnknown.filter((key) => context.isPossiblyReplaced(inputs.args[key]));
    if (undecided.length === 0 && parents.length === 0) return undefined;
    const condition =
        undecided.length > 0
            ? `${undecided.join(" and ")} ${undecided.length > 1 ? "are" : "is"} known`
            : `it is known whether the resource that ${parents.join(" and ")} names is replaced`;
    const lost = definition.losesData ? "; its data would then be lost" : "";
    const isProtected = definition.guard?.(current, state.given) !== undefined;
    const refused = isProtected ? `; as the ${definition.noun} is protected, \`pulumi up\` would then refuse to` : "";
    return `may REPLACE when ${condition}${lost}${refused}`;
}
