import type { Comparison } from "./comparison";
import type { DiffContext } from "./difference";

/**
 * For a preview: why the resource may have to be replaced. Either an argument that only a replacement can change is not known
 * yet, or its parent may be replaced.
 */
export function possibleReplacement(
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
