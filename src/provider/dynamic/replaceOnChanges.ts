import { isDeepStrictEqual } from "node:util";
import type { AnyDefinition, AnyObserved, CurrentProperties, Desired } from "../lifecycle";
import { contains, parsePropertyPath } from "../../shared/propertyPath";
import type { AnyArgs, Inputs } from "./inputs";

/** The arguments that the option `replaceOnChanges` names among those that change in place. Only changes of a whole argument are told apart. */
export function namedByReplaceOnChanges({ rules }: AnyDefinition, { hidden }: Inputs): string[] {
    const paths = (hidden.replaceOnChanges ?? []).map(parsePropertyPath);
    return Object.keys(rules).filter(
        (key) => rules[key] === "update" && paths.some((path) => path !== undefined && contains(path, [key])),
    );
}

/**
 * Of these arguments, those with another value than now, without which the plan would make other API calls. What only the state keeps, such
 * as `forceDestroy`, makes none. The calls alone do not tell: one that another argument causes may carry an argument as it is.
 */
export function changedAmong(
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
export const isSameOutput = (now: unknown, before: unknown): boolean =>
    isDeepStrictEqual(now, before) || (!now && !before);
