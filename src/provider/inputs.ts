import type { Desired, ResourceDefinition } from "../lifecycle";
import type { CommonArgs } from "../lifecycle";
import { hiddenIn } from "./hiddenInputs";
import { withoutUnknowns, type Path } from "../config/propertyValues";

/** A property bag as the engine sends it. */
export type PropertyMap = Readonly<Record<string, unknown>>;

/** The name of the one hidden property, in inputs and in outputs. The engine does not show what begins with `__`. */
export const hiddenKey = "__clouddb";

/** What a resource's class tells its provider beside the arguments: the engine tells it neither. */
export interface HiddenInputs {
    readonly urn?: string;
    /** `customTimeouts`, as given. */
    readonly timeouts?: { readonly create?: string; readonly update?: string; readonly delete?: string };
    /** Arguments of the last deployment that this one no longer has; noted by check, which alone sees both. */
    readonly removed?: readonly string[];
    /** Told by the class in a preview; never stored. */
    readonly preview?: boolean;
}

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
