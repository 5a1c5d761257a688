import { providerUrn, type Urn } from "./urn";
import type { Properties } from "./values";

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
    type: string;
    name: string;
    custom: boolean;
    parent?: Urn;
    properties: Properties;
    dependencies: Urn[];
    propertyDependencies: Record<string, Urn[]>;
    protect?: boolean;
    retainOnDelete?: boolean;
    deletedWith?: Urn;
    /** `undefined` leaves it to the provider. */
    deleteBeforeReplace?: boolean;
    ignoreChanges: string[];
    replaceOnChanges: string[];
    additionalSecretOutputs: string[];
    aliases: Alias[];
    customTimeouts?: CustomTimeouts;
}

/** A former identity: a URN, or the parts that differ. An empty field means unchanged. */
export type Alias =
    { urn: Urn } | { name: string; type: string; stack: string; project: string; parent?: Urn; noParent: boolean };

/** A resource that the program reads but does not own. */
export interface ReadGoal {
    type: string;
    name: string;
    /** May be unknown in a preview. */
    id: string;
    parent?: Urn;
    properties: Properties;
    dependencies: Urn[];
    additionalSecretOutputs: string[];
}

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
