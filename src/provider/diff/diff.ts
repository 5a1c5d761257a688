import { nameFor, replacedBy, UserError, type AnyDefinition, type AutoName } from "../../lifecycle";
import { givenIn, nameInUrn, type PropertyMap } from "../inputs";
import { assertAdoptUnchanged } from "./adopt";
import { compare, type Comparison } from "./comparison";
import { noReplacement, type DiffContext, type Difference } from "./difference";
import { inPlaceChanges, type InPlaceChanges } from "./inPlaceChanges";
import { possibleReplacement } from "./possibleReplacement";

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
        return { ...noReplacement, changes: true, replaces: ["adopt"], plan: `${id} is gone: adopts ${desired.adopt}` };
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
