import { isDeepStrictEqual } from "node:util";
import type { AnyDefinition, AnyObserved, Desired } from "../lifecycle";
import { contains, parsePropertyPath } from "../propertyPath";
import type { AnyArgs, Inputs } from "./inputs";

/** The arguments that the option `replaceOnChanges` names among those that change in place. Only changes of a whole argument are told apart. */
export function namedByReplaceOnChanges({ rules }: AnyDefinition, { hidden }: Inputs): string[] {
    const paths = (hidden.replaceOnChanges ?? []).map(parsePropertyPath);
    return Object.keys(rules).filter(
        (key) => rules[key] === "update" && paths.some((path) => path !== undefined && contains(path, [key])),
    );
}

/** Of these arguments, those without which the plan would make other API calls. What only the state keeps, such as `forceDestroy`, makes none. */
export function changedAmong(
    keys: readonly string[],
    { plan }: Pick<AnyDefinition, "plan">,
    observed: AnyObserved,
    desired: Desired<AnyArgs>,
): string[] {
    const callsFor = (wanted: Desired<AnyArgs>) => plan(observed, wanted).filter(({ call }) => call !== undefined);
    return keys.filter((key) => !isDeepStrictEqual(callsFor({ ...desired, [key]: undefined }), callsFor(desired)));
}
