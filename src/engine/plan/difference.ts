import { isDeepStrictEqual } from "node:util";
import { contains, parsePropertyPath } from "../model/propertyPath";
import type { Resource } from "../model/resource";
import { type Properties, reveal } from "../model/values";

/** What a provider says of old and new. */
export interface Difference {
    /** Undefined: the provider does not say. */
    changes: boolean | undefined;
    replaceKeys: string[];
    /** What changed, where that is known. */
    changedKeys: string[];
    deleteBeforeReplace: boolean;
}

export const noDifference: Difference = {
    changes: false,
    replaceKeys: [],
    changedKeys: [],
    deleteBeforeReplace: false,
};

/** The names of the properties that differ, secret or not. */
export function changedNames(before: Properties, after: Properties): string[] {
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...names].filter((name) => {
        const [old, next] = [before[name], after[name]];
        if (old === undefined || next === undefined) return old !== next;
        return !isDeepStrictEqual(reveal(old), reveal(next));
    });
}

/** A provider that does not say is taken by its inputs. */
export function settled(difference: Difference, oldInputs: Properties, newInputs: Properties): Difference {
    if (difference.changes !== undefined) return difference;
    const changedKeys = changedNames(oldInputs, newInputs);
    return { ...difference, changes: changedKeys.length > 0, changedKeys };
}

/** What is to be done about an existing resource. */
export type Change = { kind: "same" } | { kind: "update" } | { kind: "replace"; keys: string[]; deleteFirst: boolean };

/** The name by which `replaceOnChanges` may mean a resource that has not come up. */
const initErrorKey = "#initerror";

interface Wishes {
    replaceOnChanges: string[];
    deleteBeforeReplace?: boolean;
}

/** Decides from the provider's word, what the program wishes, and what was left unfinished. */
export function decide(difference: Difference, old: Resource, wishes: Wishes): Change {
    const unready = old.initErrors.length > 0;
    const changed = difference.changes === true;
    const candidates = [...(changed ? difference.changedKeys : []), ...(unready ? [initErrorKey] : [])];
    const watched = wishes.replaceOnChanges.map(parsePropertyPath);
    const forced = candidates.filter((key) => watched.some((path) => path && contains(path, [key])));
    const keys = [...new Set([...difference.replaceKeys, ...forced])];

    const different = changed || forced.includes(initErrorKey);
    if ((different && keys.length > 0) || old.pendingReplacement)
        return { kind: "replace", keys, deleteFirst: wishes.deleteBeforeReplace ?? difference.deleteBeforeReplace };
    return different || unready ? { kind: "update" } : { kind: "same" };
}
