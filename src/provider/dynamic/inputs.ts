import {
    secretProperties,
    autoNames,
    NameAround,
    type AnyDefinition,
    type CommonArgs,
    type Desired,
} from "../lifecycle";
import { isObject, withoutAbsent } from "../../shared/objects";
import { secretOf } from "../../shared/registration";
import type { PropertyPath } from "../../shared/propertyPath";
import { z } from "zod";

/** What the engine sends in a preview in place of an unknown value. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** A resource's inputs or outputs, as the engine sends them. */
export type PropertyMap = Readonly<Record<string, unknown>>;
/** What goes back to the engine, in the type of the SDK. */
export interface Properties {
    [key: string]: unknown;
}

/** The one hidden property, in inputs and in outputs. The engine does not display names that begin with `__`. */
export const hiddenKey = "__clouddb";

/** What the hidden property has, of any type. */
export const hiddenIn = ({ [hiddenKey]: hidden }: PropertyMap): PropertyMap => (isObject(hidden) ? hidden : {});

/** `customTimeouts` as given, of any type: `parseInputs` drops one of the wrong type, which is to be reported. */
export const timeoutsIn = (properties: PropertyMap): unknown => hiddenIn(properties)["timeouts"];

/** A transform may have changed the hidden inputs as well: a value of the wrong type is dropped. */
const orNothing = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);

/** A component's part of the generated name. */
export const nameAroundInput = orNothing(z.union([z.literal(unknownValue), NameAround]));

/**
 * What a resource's class passes on beside the arguments, since the engine does not send it to a dynamic provider. It sets `preview`
 * only in a preview, and `check` does not store the organization.
 */
const HiddenInputs = z.object({
    urn: orNothing(z.string()),
    /** `customTimeouts`, as given: `check` validates the values. */
    timeouts: orNothing(z.record(z.string(), z.unknown())),
    /** Arguments that the last deployment had and this one has not. Set by `check`, the only call that receives both. */
    removed: orNothing(z.array(z.string())),
    preview: orNothing(z.boolean()),
    /** The stack's organization; absent where the backend has none. */
    organization: orNothing(z.string()),
    /** What the constraints depend on of other resources that the program declares; see `References`. `check` does not store it. */
    related: orNothing(z.record(z.string(), z.unknown())),
    nameAround: nameAroundInput,
    deleteBeforeReplace: orNothing(z.boolean()),
    retainOnDelete: orNothing(z.boolean()),
    replaceOnChanges: orNothing(z.array(z.string())),
    /** The arguments that the program marks as secret. */
    secretArguments: orNothing(z.array(z.string())),
    /** Set by `check`: the program gives no `name`, and the one in the inputs is the default, chosen in this way. */
    autoNamed: orNothing(z.enum(autoNames)),
    /** Set by `check` with a new default name: which stack it stands for is not known, so that it proves nothing. */
    unscoped: orNothing(z.boolean()),
});
export type HiddenInputs = Readonly<z.infer<typeof HiddenInputs>>;

/** The arguments of any resource type. Their types are checked at run time, by the definition's schema. */
export type AnyArgs = CommonArgs & Record<string, unknown>;

/** The inputs of a resource, split into arguments and hidden inputs. */
export interface Inputs {
    /** As the engine has sent them. */
    readonly properties: PropertyMap;
    readonly args: Partial<AnyArgs>;
    /** Paths of the arguments that are given but not known yet, in a preview. */
    readonly unknown: readonly PropertyPath[];
    readonly hidden: HiddenInputs;
}

export function parseInputs(properties: PropertyMap): Inputs {
    const visible = Object.fromEntries(Object.entries(properties).filter(([key]) => !key.startsWith("__")));
    const { known, unknown } = withoutUnknowns(visible);
    return {
        properties,
        args: known as Partial<AnyArgs>,
        unknown,
        hidden: HiddenInputs.safeParse(properties[hiddenKey]).data ?? {},
    };
}

/** Removes unknown and null values at any depth, and returns the paths of the unknown ones. */
function withoutUnknowns(
    value: unknown,
    path: PropertyPath = [],
    unknown: PropertyPath[] = [],
): { known: unknown; unknown: PropertyPath[] } {
    if (value === unknownValue) {
        unknown.push(path);
        return { known: undefined, unknown };
    }
    if (Array.isArray(value)) {
        return { known: value.map((item, index) => withoutUnknowns(item, [...path, index], unknown).known), unknown };
    }
    if (!isObject(value)) return { known: value ?? undefined, unknown };
    const fields = Object.entries(value)
        .map(([key, item]) => [key, withoutUnknowns(item, [...path, key], unknown).known] as const)
        .filter(([, item]) => item !== undefined);
    return { known: Object.fromEntries(fields), unknown };
}

/** Inputs of a resource that is not in the state yet. */
export const noInputs: Inputs = { properties: {}, args: {}, unknown: [], hidden: {} };

export const isEmpty = ({ properties }: Inputs): boolean => Object.keys(properties).length === 0;

/** The same with another value of an argument. */
export function withArgument({ properties, args, unknown, hidden }: Inputs, key: string, value: unknown): Inputs {
    const isKnown = value !== unknownValue;
    return {
        properties: { ...properties, [key]: value },
        args: isKnown ? { ...args, [key]: value } : args,
        unknown: isKnown ? unknown : [...unknown, [key]],
        hidden,
    };
}

/** As they go back to the engine. */
export const propertiesOf = ({ properties, hidden }: Inputs): Properties =>
    withoutAbsent({ ...properties, [hiddenKey]: hidden }) as Properties;

/** The names of the arguments with an unknown value, or with one inside. */
export const unknownIn = ({ unknown }: Pick<Inputs, "unknown">): string[] => [
    ...new Set(unknown.map(([first]) => String(first))),
];

/** The names of the arguments that the program gives, known or not. */
export const givenIn = (inputs: Inputs): string[] => [...new Set([...Object.keys(inputs.args), ...unknownIn(inputs)])];

/**
 * The desired arguments: those that are known, and the API's default for those that the program no longer gives. A default name
 * matters only to the creation: renaming the resource in the program or elsewhere changes nothing. The name that a component asks for is
 * compared.
 */
export function desiredOf(definition: AnyDefinition, inputs: Inputs, givenBefore: readonly string[]): Desired<AnyArgs> {
    const given = givenIn(inputs);
    const removed = [...givenBefore, ...(inputs.hidden.removed ?? [])].filter((key) => !given.includes(key));
    const resets = Object.entries(definition.resets).filter(([key]) => removed.includes(key));
    const desired = { ...Object.fromEntries(resets), ...inputs.args };
    const { autoNamed, nameAround } = inputs.hidden;
    if (autoNamed === undefined || nameAround !== undefined) return desired;
    return Object.fromEntries(Object.entries(desired).filter(([key]) => key !== "name"));
}

/**
 * Marks every secret. The class marks them as well, but a transform may set a plain password afterwards, or remove
 * `additionalSecretOutputs`. The engine sends plain values to a dynamic provider, and keeps the marks in its answers.
 */
export function markSecrets(properties: PropertyMap): Properties {
    const marked: Properties = { ...properties };
    for (const key of secretProperties) {
        const value = marked[key];
        if (typeof value === "string") marked[key] = secretOf(value);
    }
    return marked;
}
