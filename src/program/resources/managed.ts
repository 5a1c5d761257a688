import * as pulumi from "@pulumi/pulumi";
import { didYouMean, resourceOptions } from "../../provider/config/problems";
import { providerCode, typePrefix } from "../../shared/registration";
import {
    commonRules,
    definitions,
    secretProperties,
    type AnyDefinition,
    type ResourceName,
} from "../../provider/lifecycle";
import { pauseStackTraces } from "./stackTraces";
import { isKnownObject, isPending } from "../arguments";
import { checkInstalled, warnOfConfiguration } from "../checks";
import { isKnown, isOfType, mocks, programError } from "../sdk";
import type { LookupState } from "./common";

/** The names of the outputs that a class declares itself. */
export type OutputsOf<Class> = {
    [Key in Exclude<keyof Class, keyof pulumi.CustomResource>]: Class[Key] extends pulumi.Output<unknown> ? Key : never;
}[Exclude<keyof Class, keyof pulumi.CustomResource>];

type Properties = Readonly<Record<string, unknown>>;

/**
 * How the program has declared each resource, by its output `id`, which is how the arguments of others name it. Not properties of the
 * resource: one that a program exports becomes a stack output with all its properties, where a password among the arguments would be stored
 * and shown in the clear.
 */
const declarations = new WeakMap<pulumi.Output<unknown>, { readonly name: string; readonly args: Properties }>();

/** A key of arguments that only components pass: what stands around the hash of the generated name. */
export const nameAround = Symbol("nameAround");

/** What differs between the two ways to the engine: the dynamic provider of the SDK, and a provider of this package's own. */
export interface Door {
    /** Of the type tokens. */
    readonly prefix: string;
    /** Refuses what does not work. */
    check(who: string, definition: AnyDefinition, options: pulumi.CustomResourceOptions): void;
    /** What a resource registers beside its arguments. */
    properties(provider: ResourceName): Properties;
    /** What it adds to the options that the program gives. */
    options(definition: AnyDefinition, given: pulumi.CustomResourceOptions): pulumi.CustomResourceOptions;
}

const dynamicDoor: Door = {
    prefix: typePrefix,
    check(who, definition, options) {
        checkOptions(who, definition, options);
        checkInstalled();
    },
    properties: (provider) => ({ __provider: providerCode(provider) }),
    options: () => ({}),
};

/** The base class of all resources: registers them with the engine. */
export abstract class Managed extends pulumi.CustomResource {
    /** A class of the other door has another one. */
    protected static readonly door: Door = dynamicDoor;

    /** The id of the project that contains the resource. */
    declare readonly projectId: pulumi.Output<string>;

    protected constructor(
        provider: ResourceName,
        name: string,
        args: object | undefined,
        options?: pulumi.CustomResourceOptions,
    ) {
        // A program in JavaScript may pass null, or anything else.
        const opts = options ?? {};
        const definition: AnyDefinition = definitions[provider];
        const who = `${definition.type} ${JSON.stringify(name)}`;
        const { door } = new.target;
        door.check(who, definition, opts);
        checkDeletedWith(who, definition, opts.deletedWith, door);
        const type = `${door.prefix}${definition.type}`;
        const names = outputNames(definition);
        const secrets = names.filter((output) => secretProperties.has(output));
        const outputs = Object.fromEntries(names.map((output) => [output, undefined]));
        if (args != null && !isKnownObject(args)) throw programError(`${who}: its arguments must be an object`);
        const { [nameAround]: around, ...given }: Properties & { readonly [nameAround]?: unknown } = { ...args };
        const hidden: Properties = {
            urn: urnOf(name, type, opts.parent),
            timeouts: opts.customTimeouts,
            replaceOnChanges: opts.replaceOnChanges,
            organization: organization(),
            ...(opts.retainOnDelete === true ? { retainOnDelete: true } : {}),
            nameAround: around,
            deleteBeforeReplace: opts.deleteBeforeReplace,
            ...(pulumi.runtime.isDryRun() ? { preview: true } : {}),
            // The id of a new resource is not known in a preview.
            related: relatedIn(definition, given),
            // A component's part of the name may be secret as well.
            secretArguments: secretArgumentsIn(definition, { ...given, name: given["name"] ?? around }),
        };
        const props = {
            ...outputs,
            ...markSecrets(given, secrets, names),
            __clouddb: hidden,
            ...door.properties(provider),
        };
        const resume = pauseStackTraces();
        try {
            const added = { additionalSecretOutputs: secrets, ...door.options(definition, opts) };
            super(type, name, props, pulumi.mergeOptions(opts, added));
        } finally {
            resume();
        }
        declarations.set(this.id, { name, args: given });
        warnOfConfiguration();
    }

    /** The resource's name in the program. */
    protected get resourceName(): string {
        return declarations.get(this.id)?.name ?? "";
    }

    /**
     * Whether the feature is on that an output shows. In a preview that creates the resource with none of the arguments that may turn it on,
     * it is off. A program does not know the state, but an existing resource has an id in a preview.
     */
    protected has(output: pulumi.Output<unknown>, turnedOnBy: readonly string[]): pulumi.Output<boolean> {
        const has = output.apply((value) => value != null && value !== false);
        const { args } = declarations.get(this.id) ?? {};
        const mayHave = turnedOnBy.some((argument) => args?.[argument] != null);
        if (!pulumi.runtime.isDryRun() || mayHave || mocks() !== undefined) return has;
        return pulumi.output(isKnown(this.id)).apply((exists) => (exists ? has : pulumi.output(false)));
    }
}

/** The arguments and what a record shows: an unregistered output never resolves. */
function outputNames(definition: AnyDefinition): string[] {
    const shown = Object.keys(definition.observe({}, {}).values);
    const own = [...new Set([...Object.keys(definition.rules), ...shown])];
    const { hidden } = definition.records;
    return [...own.filter((name) => !(name in commonRules) && !hidden.includes(name)), "projectId"];
}

/** What the constraints depend on of the other resources that the same program declares. */
function relatedIn({ references }: AnyDefinition, given: Properties): Properties | undefined {
    const all = Object.entries(references.related).flatMap(([path, argument]) => {
        const [key = "", inner] = path.split(".");
        const value = given[key];
        const id = inner === undefined ? value : isKnownObject(value) ? value[inner] : undefined;
        const related = declared(id, argument);
        return related === undefined ? [] : [[path, related] as const];
    });
    return all.length === 0 ? undefined : Object.fromEntries(all);
}

/** An argument of the resource whose id this is, where the same program declares it. */
const declared = (id: unknown, argument: string): unknown =>
    pulumi.Output.isInstance(id) ? declarations.get(id)?.args[argument] : undefined;

/** Also marks the value of a misspelt secret, which the engine would show in the error. */
function markSecrets(args: Properties, secrets: readonly string[], outputs: readonly string[]): Properties {
    const isSecret = (key: string) => secrets.includes(outputs.includes(key) ? key : (didYouMean(key, outputs) ?? ""));
    const mark = (key: string, value: unknown) => (value !== undefined && isSecret(key) ? pulumi.secret(value) : value);
    return Object.fromEntries(Object.entries(args).map(([key, value]) => [key, mark(key, value)]));
}

/**
 * What the program marks as secret, which the engine does not tell a provider: it keeps these texts out of its messages. Not what identifies
 * another resource, which the CLI shows as well, and without which no hint would help.
 */
function secretArgumentsIn({ references }: AnyDefinition, args: Properties): Promise<string[] | undefined> | undefined {
    const heads = Object.keys(references.related).map((path) => path.split(".")[0]);
    const isShown = (key: string) => key in commonRules || key in references.types || heads.includes(key);
    const mayBe = Object.entries(args).filter(
        ([key, value]) => typeof value === "object" && value !== null && !isShown(key),
    );
    if (mayBe.length === 0) return undefined;
    // The registration reports a value that fails.
    const isSecret = (value: unknown) =>
        pulumi.isSecret(pulumi.Output.isInstance(value) ? value : pulumi.output(value)).catch(() => false);
    return Promise.all(mayBe.map(async ([key, value]) => ((await isSecret(value)) ? [key] : []))).then((all) =>
        all.some(({ length }) => length > 0) ? all.flat() : undefined,
    );
}

/**
 * The resource's URN, which the engine does not send to a dynamic provider, and which the provider needs to report progress in
 * the resource's row. With a parent a promise, since an output would make the resource depend on its own parent.
 */
function urnOf(name: string, type: string, parent: pulumi.Resource | undefined): string | Promise<string> {
    if (!parent) return `urn:pulumi:${pulumi.runtime.getStack()}::${pulumi.runtime.getProject()}::${type}::${name}`;
    return new Promise((resolve) => {
        pulumi.createUrn(name, type, parent).apply(resolve);
    });
}

/** Undefined without one, and in a unit test that sets none. */
function organization(): string | undefined {
    try {
        const name = pulumi.getOrganization();
        // What Pulumi calls the organization of a backend that has none.
        return name === "organization" ? undefined : name;
    } catch {
        return undefined;
    }
}

/** Refuses options of Pulumi that do nothing, or nothing good, for a dynamic resource. */
function checkOptions(
    who: string,
    { schema }: AnyDefinition,
    { import: imported }: pulumi.CustomResourceOptions,
): void {
    if (imported === undefined) return;
    const instead = !("adopt" in schema.shape)
        ? "There is nothing to import: leave the option out"
        : `Use the argument \`adopt: ${typeof imported === "string" ? JSON.stringify(imported) : "id"}\` instead, or write a file for \`pulumi import --file\` with \`clouddb import\``;
    throw programError(`${who}: the option \`import\` does not work for dynamic resources. ${instead}.`);
}

/** Pulumi forgets what goes with another resource, without asking the provider. What the API does not delete would then be in no state. */
function checkDeletedWith(who: string, definition: AnyDefinition, other: unknown, { prefix }: Door): void {
    const { containedIn, creation, noun } = definition;
    const its = Object.values<AnyDefinition>(definitions).find(({ type }) => isOfType(type, other, prefix));
    if (creation === undefined || its === undefined || its.type === containedIn?.type) return;
    throw programError(
        `${who}: the option \`deletedWith\` cannot name a ${its.noun}: the API does not delete a ${noun} with it, so the ${noun} would stay, in no state. Leave the option out.`,
    );
}

/** The constructor's parameters with which a `get` reads a resource. Without an id Pulumi would create it. */
export function lookupParameters<Args>(
    type: string,
    name: string,
    id: unknown,
    state: unknown = {},
    opts?: pulumi.CustomResourceOptions,
): [name: string, args: Args, opts: pulumi.CustomResourceOptions] {
    const who = `${type}.get of ${JSON.stringify(name)}`;
    if (id === "") throw programError(`${who}: the id must not be empty`);
    if (typeof id !== "string" && !isPending(id)) throw programError(`${who}: the id must be a string`);
    if (state !== null && !isKnownObject(state)) throw programError(`${who}: its state must be an object`);
    const keys: readonly string[] = ["projectId", "profile"] satisfies (keyof LookupState)[];
    const other = Object.keys(state ?? {}).find((key) => !keys.includes(key));
    if (other !== undefined)
        throw programError(
            resourceOptions.has(other)
                ? `${who}: ${other} is a resource option: pass it in the parameter after the state, \`${type}.get(name, id, {}, { ${other}: ... })\``
                : `${who}: ${other} does not say where to look it up: only projectId and profile do`,
        );
    // The provider reads all other values from the API.
    return [name, (state ?? {}) as Args, { ...opts, id: id as pulumi.Input<pulumi.ID> }];
}
