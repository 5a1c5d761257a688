import { equalValues, type Properties, reveal } from "../model/values";
import { contains, parsePropertyPath } from "../../shared/propertyPath";
import type { Resource } from "../model/resource";
import type { Difference } from "../provider/client";
import type { Session } from "../run/session";

export const noDifference: Difference = {
    changes: false,
    replaceKeys: [],
    changedKeys: [],
    deleteBeforeReplace: false,
};

/** The provider's diff, or that of the inputs, ignoring secrecy, if the provider does not know. */
export async function providerDiff(
    session: Session,
    old: Resource,
    news: Properties,
    unknowns = session.dryRun,
): Promise<Difference> {
    const provider = await session.provider(old);
    const difference = await provider.diff(old, news, unknowns);
    if (difference.changes !== undefined) return difference;
    const { inputs: olds } = old;
    const names = [...new Set([...Object.keys(olds), ...Object.keys(news)])];
    const changedKeys = names.filter((name) => !equalValues(reveal(olds[name] ?? null), reveal(news[name] ?? null)));
    return { ...difference, changes: changedKeys.length > 0, changedKeys };
}

export type Change = { kind: "same" } | { kind: "update" } | { kind: "replace"; keys: string[]; deleteFirst: boolean };

/** In `replaceOnChanges`, stands for a resource that has initialisation errors. */
const initErrorKey = "#initerror";

export function decide(
    difference: Difference,
    old: Resource,
    options: { replaceOnChanges: string[]; deleteBeforeReplace?: boolean },
): Change {
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
