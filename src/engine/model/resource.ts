import type { Properties } from "./values";

/** Identifies a resource within its stack: `urn:pulumi:STACK::PROJECT::TYPE::NAME`. */
export type Urn = string;

/** The type of the root resource, which represents the stack. */
export const stackType = "pulumi:pulumi:Stack";

const prefix = "urn:pulumi:";
const partsBeforeName = 3;
const typePart = 2;

/** The type, prefixed with the types of its parents, each followed by `$`. */
export function qualifiedType(urn: Urn): string {
    return urn.split("::")[typePart] ?? "";
}

export function typeOf(urn: Urn): string {
    const qualified = qualifiedType(urn);
    return qualified.slice(qualified.lastIndexOf("$") + 1);
}

/** The resource's name, which may contain `::`. */
export function nameOf(urn: Urn): string {
    return urn.split("::").slice(partsBeforeName).join("::");
}

export function originOf(urn: Urn): { stack: string; project: string } {
    const [stack = "", project = ""] = urn.slice(prefix.length).split("::");
    return { stack, project };
}

/** The stack's type is not part of its children's qualified types. */
export function createUrn(stack: string, project: string, parent: Urn | undefined, type: string, name: string): Urn {
    const parentType = parent && qualifiedType(parent) !== stackType ? `${qualifiedType(parent)}$` : "";
    return `${prefix}${stack}::${project}::${parentType}${type}::${name}`;
}

/** The URN in a provider reference, which is the provider's URN and id joined by `::`. */
export function providerUrn(reference: string): Urn {
    return reference.slice(0, reference.lastIndexOf("::"));
}

/** In seconds; absent if not set. */
export interface CustomTimeouts {
    create?: number;
    update?: number;
    delete?: number;
    read?: number;
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
    customTimeouts?: CustomTimeouts;
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

export const providerTypePrefix = "pulumi:providers:";
export const isProvider = ({ type }: { type: string }) => type.startsWith(providerTypePrefix);

/** URNs that must exist before `resource`: its parent, and those that must also be deleted after it. */
export const prerequisitesOf = (resource: Resource): Set<Urn> =>
    new Set([...(resource.parent ? [resource.parent] : []), ...dependenciesOf(resource)]);

/** URNs that must be created before and deleted after `resource`, except its parent. */
export function dependenciesOf(resource: Resource): Set<Urn> {
    const urns = new Set(resource.dependencies);
    for (const of of Object.values(resource.propertyDependencies ?? {})) for (const urn of of) urns.add(urn);
    if (resource.deletedWith) urns.add(resource.deletedWith);
    if (resource.provider) urns.add(providerUrn(resource.provider));
    return urns;
}

/** The program uses a feature that only the Pulumi CLI supports. */
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
