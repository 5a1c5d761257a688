import { providerUrn, type Urn } from "./urn";
import type { Properties } from "./values";

/** Seconds; absent: none given. */
export interface CustomTimeouts {
    create?: number;
    update?: number;
    delete?: number;
    read?: number;
}

/**
 * One resource of a stack. A step fills in the `new` one as it goes; the object's identity tells two resources apart that
 * share a URN while one replaces the other.
 */
export interface Resource {
    urn: Urn;
    type: string;
    /** Managed by a provider; a component otherwise. */
    custom: boolean;
    id?: string;
    inputs: Properties;
    outputs?: Properties;
    parent?: Urn;
    /** The provider's URN and id. */
    provider?: string;
    protect: boolean;
    retainOnDelete: boolean;
    /** Only read (`get`): never created, updated or deleted. */
    external: boolean;
    /** Replaced already, waiting to be deleted. */
    delete: boolean;
    /** Deleted already, waiting for its replacement. */
    pendingReplacement: boolean;
    dependencies: Urn[];
    propertyDependencies?: Record<string, Urn[]>;
    deletedWith?: Urn;
    initErrors: string[];
    additionalSecretOutputs: string[];
    ignoreChanges: string[];
    replaceOnChanges: string[];
    /** URNs it had before, by which others may still refer to it. */
    aliases: Urn[];
    customTimeouts?: CustomTimeouts;
    /** ISO 8601. */
    created?: string;
    modified?: string;
    /** What the state file says beyond this, and what the engine only hands on. */
    rest?: Record<string, unknown>;
}

/** All the engine asks of a program: what it wants a resource to be. */
export interface Goal {
    type: string;
    name: string;
    custom: boolean;
    parent?: Urn;
    properties: Properties;
    dependencies: Urn[];
    propertyDependencies: Record<string, Urn[]>;
    /** Undefined: as the parent's. */
    protect?: boolean;
    retainOnDelete?: boolean;
    deletedWith?: Urn;
    /** Undefined: as the provider says. */
    deleteBeforeReplace?: boolean;
    ignoreChanges: string[];
    replaceOnChanges: string[];
    additionalSecretOutputs: string[];
    aliases: Alias[];
    customTimeouts?: CustomTimeouts;
}

/** A former identity: a URN, or what was different; an empty field means as now. */
export type Alias =
    { urn: Urn } | { name: string; type: string; stack: string; project: string; parent?: Urn; noParent: boolean };

/** What a program wants to read without owning it. */
export interface ReadGoal {
    type: string;
    name: string;
    /** Unknown in some previews. */
    id: string;
    parent?: Urn;
    properties: Properties;
    dependencies: Urn[];
    additionalSecretOutputs: string[];
}

export const providerTypePrefix = "pulumi:providers:";
export const isProvider = ({ type }: { type: string }) => type.startsWith(providerTypePrefix);

/** Everything but the parent that must exist before `resource`, and go after it. */
export function dependenciesOf(resource: Resource): Set<Urn> {
    const urns = new Set(resource.dependencies);
    for (const of of Object.values(resource.propertyDependencies ?? {})) for (const urn of of) urns.add(urn);
    if (resource.deletedWith) urns.add(resource.deletedWith);
    if (resource.provider) urns.add(providerUrn(resource.provider));
    return urns;
}
