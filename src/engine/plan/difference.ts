import { equalValues, type Properties, reveal } from "../model/values";
import { contains, parsePropertyPath } from "../model/propertyPath";
import type { Resource } from "../model/resource";

/** A provider's diff. */
export interface Difference {
    /** `undefined` if the provider does not know. */
    changes: boolean | undefined;
    replaceKeys: string[];
    /** The changed properties, if known. */
    changedKeys: string[];
    deleteBeforeReplace: boolean;
}

export const noDifference: Difference = {
    changes: false,
    replaceKeys: [],
    changedKeys: [],
    deleteBeforeReplace: false,
};

/** Names of the properties that differ, ignoring secrecy. */
export function changedNames(before: Properties, after: Properties): string[] {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].filter((name) => !equalValues(reveal(before[name] ?? null), reveal(after[name] ?? null)));
}

/** Compares the inputs if the provider does not know. */
export function settled(difference: Difference, oldInputs: Properties, newInputs: Properties): Difference {
    if (difference.changes !== undefined) return difference;
    const changedKeys = changedNames(oldInputs, newInputs);
    return { ...difference, changes: changedKeys.length > 0, changedKeys };
}

/** The action for an existing resource. */
export type Change = { kind: "same" } | { kind: "update" } | { kind: "replace"; keys: string[]; deleteFirst: boolean };

/** In `replaceOnChanges`, stands for a resource that has initialisation errors. */
const initErrorKey = "#initerror";

interface ReplaceOptions {
    replaceOnChanges: string[];
    deleteBeforeReplace?: boolean;
}

/** Chooses the action from the provider's diff, the resource options and initialisation errors. */
export function decide(difference: Difference, old: Resource, options: ReplaceOptions): Change {
    const unready = old.initErrors.length > 0;
    const changed = difference.changes === true;
    const candidates = [...(changed ? difference.changedKeys : []), ...(unready ? [initErrorKey] : [])];
    const watched = options.replaceOnChanges.map(parsePropertyPath);
    const forced = candidates.filter((key) => watched.some((path) => path && contains(path, [key])));
    const keys = [...new Set([...difference.replaceKeys, ...forced])];

    const different = changed || forced.includes(initErrorKey);
    if ((different && keys.length > 0) || old.pendingReplacement)
        return { kind: "replace", keys, deleteFirst: options.deleteBeforeReplace ?? difference.deleteBeforeReplace };
    return different || unready ? { kind: "update" } : { kind: "same" };
}
