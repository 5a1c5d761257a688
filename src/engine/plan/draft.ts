import type { Goal, ReadGoal, Resource } from "../model/resource";
import type { Urn } from "../model/urn";

/** The desired resource, before any step. */
export function draft(goal: Goal, urn: Urn, old: Resource | undefined, provider: string | undefined): Resource {
    return {
        urn,
        type: goal.type,
        custom: goal.custom,
        inputs: goal.properties,
        parent: goal.parent,
        provider,
        protect: goal.protect ?? false,
        retainOnDelete: goal.retainOnDelete ?? false,
        external: false,
        delete: false,
        pendingReplacement: false,
        dependencies: goal.dependencies,
        propertyDependencies: goal.propertyDependencies,
        deletedWith: goal.deletedWith,
        initErrors: [],
        additionalSecretOutputs: goal.additionalSecretOutputs,
        ignoreChanges: goal.ignoreChanges,
        replaceOnChanges: goal.replaceOnChanges,
        aliases: old && old.urn !== urn ? [old.urn] : [],
        customTimeouts: goal.customTimeouts,
        created: old?.created,
        modified: old?.modified,
    };
}

/** The external resource for a read. */
export function readDraft(goal: ReadGoal, urn: Urn, old: Resource | undefined, provider: string): Resource {
    return {
        urn,
        type: goal.type,
        custom: true,
        id: goal.id,
        inputs: goal.properties,
        outputs: {},
        parent: goal.parent,
        provider,
        protect: false,
        retainOnDelete: false,
        external: true,
        delete: false,
        pendingReplacement: false,
        dependencies: goal.dependencies,
        initErrors: [],
        additionalSecretOutputs: goal.additionalSecretOutputs,
        ignoreChanges: [],
        replaceOnChanges: [],
        aliases: old && old.urn !== urn ? [old.urn] : [],
    };
}
