import type { Properties } from "./values";

/** Identifies a resource within its stack: `urn:pulumi:STACK::PROJECT::TYPE::NAME`. */
export type Urn = string;

export const stackType = "pulumi:pulumi:Stack";

const prefix = "urn:pulumi:";

/** `qualifiedType` is prefixed with the types of its parents, each followed by `$`. The name may contain `::`. */
export function partsOf(urn: Urn) {
    const [stack = "", project = "", qualifiedType = "", ...name] = urn.slice(prefix.length).split("::");
    return { stack, project, qualifiedType, name: name.join("::") };
}

export const nameOf = (urn: Urn): string => partsOf(urn).name;
export const typeOf = (urn: Urn): string => partsOf(urn).qualifiedType.split("$").at(-1) ?? "";

/** The stack's type is not part of its children's qualified types. */
export function createUrn(stack: string, project: string, parent: Urn | undefined, type: string, name: string): Urn {
    const parentType = parent && typeOf(parent) !== stackType ? `${partsOf(parent).qualifiedType}$` : "";
    return `${prefix}${stack}::${project}::${parentType}${type}::${name}`;
}

/**
 * A resource of a stack. A step updates the new object in place. Object identity distinguishes two resources that share
 * a URN while one replaces the other.
 */
export interface Resource {
    urn: Urn;
    type: string;
    /** `true` if managed by a provider, `false` for a component. */
    custom: boolean;
    id?: string;
    inputs: Properties;
    outputs?: Properties;
    parent?: Urn;
    /** URN and id of the provider, joined by `::`. */
    provider?: string;
    protect: boolean;
    retainOnDelete: boolean;
    /** Only read (`get`): never created, updated or deleted. */
    external: boolean;
    /** Already replaced, to be deleted. */
    delete: boolean;
    /** Already deleted, to be replaced. */
    pendingReplacement: boolean;
    dependencies: Urn[];
    propertyDependencies?: Record<string, Urn[]>;
    deletedWith?: Urn;
    initErrors: string[];
    additionalSecretOutputs: string[];
    ignoreChanges: string[];
    replaceOnChanges: string[];
    /** Former URNs, which other resources may still refer to. */
    aliases: Urn[];
    /** By operation, in seconds. */
    customTimeouts?: Record<string, number>;
    /** ISO 8601. */
    created?: string;
    modified?: string;
    /** Further fields of the state file, which the engine preserves. */
    rest?: Record<string, unknown>;
}

/** The desired resource, as registered by the program. */
export interface Goal {
    name: string;
    /** Complete except for what the planner adds: its URN and provider, and what is known from the state. */
    resource: Omit<Resource, "urn">;
    /** `undefined` leaves it to the provider. */
    deleteBeforeReplace?: boolean;
    aliases: Alias[];
}

/** A former identity: a URN, or the parts that differ. An empty field means unchanged. */
export type Alias =
    { urn: Urn } | { name: string; type: string; stack: string; project: string; parent?: Urn; noParent: boolean };

const dynamicPackage = "pulumi-nodejs";
const providerTypePrefix = "pulumi:providers:";
export const isProvider = ({ type }: { type: string }) => type.startsWith(providerTypePrefix);
export const dynamicProvider = providerTypePrefix + dynamicPackage;

/** URNs that must exist before `resource`: its parent, and those that must also be deleted after it. */
export const prerequisitesOf = (resource: Resource): Set<Urn> =>
    new Set([...(resource.parent ? [resource.parent] : []), ...dependenciesOf(resource)]);

/** URNs that must be created before and deleted after `resource`, except its parent. */
export function dependenciesOf(resource: Resource): Set<Urn> {
    const urns = new Set(resource.dependencies);
    for (const of of Object.values(resource.propertyDependencies ?? {})) for (const urn of of) urns.add(urn);
    if (resource.deletedWith) urns.add(resource.deletedWith);
    if (resource.provider) urns.add(resource.provider.slice(0, resource.provider.lastIndexOf("::")));
    return urns;
}

/** A copy of `resource` that refers to `change(urn)` instead of `urn`, or no longer if that is `undefined`. */
export function withReferences(resource: Resource, change: (urn: Urn) => Urn | undefined): Resource {
    const { parent, dependencies, propertyDependencies, deletedWith } = resource;
    const changed = (urns: Urn[]) => urns.flatMap((urn) => change(urn) ?? []);
    const properties = Object.entries(propertyDependencies ?? {}).map(([name, urns]) => [name, changed(urns)] as const);
    return {
        ...resource,
        parent: parent && change(parent),
        dependencies: changed(dependencies),
        propertyDependencies: propertyDependencies && Object.fromEntries(properties),
        deletedWith: deletedWith && change(deletedWith),
    };
}

/** The state or the program uses a feature that only the Pulumi CLI supports. */
export class UnsupportedError extends Error {
    constructor(what: string) {
        super(`${what}: not in the embedded engine, use the Pulumi CLI`);
        this.name = "UnsupportedError";
    }
}

export const blankResource = (type: string, custom: boolean): Omit<Resource, "urn"> => ({
    type,
    custom,
    inputs: {},
    protect: false,
    retainOnDelete: false,
    external: false,
    delete: false,
    pendingReplacement: false,
    dependencies: [],
    initErrors: [],
    additionalSecretOutputs: [],
    ignoreChanges: [],
    replaceOnChanges: [],
    aliases: [],
});

/** @throws UnsupportedError for a resource that needs a provider plugin. */
export function requireDynamic(type: string): void {
    if (!type.startsWith(`${dynamicPackage}:`)) throw new UnsupportedError(`resources of type '${type}'`);
}
