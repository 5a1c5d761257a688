import type { Desired, ResourceDefinition } from "../lifecycle";
import type { CommonArgs } from "../lifecycle";
import { hiddenIn, hiddenKey, type HiddenInputs, type PropertyMap } from "./hiddenInputs";
import { withoutUnknowns, type Path } from "../config/propertyValues";

export { hiddenKey, type HiddenInputs, type PropertyMap };

/** The inputs of a resource, taken apart. */
export interface Inputs<Args> {
    readonly args: Partial<Args>;
    /** Paths of arguments that are there but not known yet. */
    readonly unknown: readonly Path[];
    readonly hidden: HiddenInputs;
}

export function parseInputs<Args>(bag: PropertyMap): Inputs<Args> {
    const visible = Object.fromEntries(Object.entries(bag).filter(([key]) => !key.startsWith("__")));
    const { known, unknown } = withoutUnknowns(visible);
    return { args: known as Partial<Args>, unknown, hidden: hiddenIn(bag[hiddenKey]) };
}

/** The arguments that are there in some form, known or not. */
export const givenIn = <Args>({ args, unknown }: Inputs<Args>): string[] => [
    ...new Set([...Object.keys(args), ...unknown.map(([first]) => String(first))]),
];

/** What is wanted: the arguments that are known, and for those taken back what the API has by default. */
export function desiredOf<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    inputs: Inputs<Args>,
    givenBefore: readonly string[],
): Desired<Args> {
    const given = givenIn(inputs);
    const removed = [...givenBefore, ...(inputs.hidden.removed ?? [])].filter((key) => !given.includes(key));
    const resets = Object.entries(definition.resets).filter(([key]) => removed.includes(key));
    return { ...(Object.fromEntries(resets) as Desired<Args>), ...inputs.args };
}

/** A resource's own name, the last part of its URN. */
export const nameInUrn = (urn: string | undefined): string | undefined => urn?.split("::").slice(3).join("::");
