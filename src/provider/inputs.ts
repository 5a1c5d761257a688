import type { AnyDefinition, CommonArgs, Desired } from "../lifecycle";
import { withoutUnknowns, type Path } from "../config/propertyValues";
import { hiddenIn, hiddenKey, type HiddenInputs, type PropertyMap } from "./hiddenInputs";

export { nameInUrn } from "../config/urn";
export { hiddenKey, type HiddenInputs, type PropertyMap };

/** The arguments of any resource type. Their types are checked at run time, by the definition's schema. */
export type AnyArgs = CommonArgs & Record<string, unknown>;

/** The inputs of a resource, split into arguments and hidden inputs. */
export interface Inputs {
    readonly args: Partial<AnyArgs>;
    /** Paths of the arguments that are given but not known yet, in a preview. */
    readonly unknown: readonly Path[];
    readonly hidden: HiddenInputs;
}

export function parseInputs(properties: PropertyMap): Inputs {
    const visible = Object.fromEntries(Object.entries(properties).filter(([key]) => !key.startsWith("__")));
    const { known, unknown } = withoutUnknowns(visible);
    return { args: known as Partial<AnyArgs>, unknown, hidden: hiddenIn(properties[hiddenKey]) };
}

/** The names of the arguments with an unknown value, or with one inside. */
export const unknownIn = ({ unknown }: Pick<Inputs, "unknown">): string[] => [
    ...new Set(unknown.map(([first]) => String(first))),
];

/** The names of the arguments that the program gives, known or not. */
export const givenIn = (inputs: Inputs): string[] => [...new Set([...Object.keys(inputs.args), ...unknownIn(inputs)])];

/**
 * The desired arguments: those that are known, and the API's default for those that the program no longer gives. A default name
 * matters only to the creation: renaming the resource in the program or elsewhere changes nothing.
 */
export function desiredOf(definition: AnyDefinition, inputs: Inputs, givenBefore: readonly string[]): Desired<AnyArgs> {
    const given = givenIn(inputs);
    const removed = [...givenBefore, ...(inputs.hidden.removed ?? [])].filter((key) => !given.includes(key));
    const resets = Object.entries(definition.resets).filter(([key]) => removed.includes(key));
    const desired = { ...Object.fromEntries(resets), ...inputs.args };
    if (inputs.hidden.autoNamed !== true) return desired;
    const { name: _default, ...others } = desired;
    return others;
}
