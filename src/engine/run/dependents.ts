import type { Resource } from "../model/resource";
import type { Urn } from "../model/urn";
import { type Properties, unknown } from "../model/values";
import { decide, settled } from "../plan/difference";
import type { Planning } from "./planning";
import { existing, providerFor } from "./providerFor";

/** A resource that must be deleted before its dependency, and the properties that require it. */
export interface Dependent {
    resource: Resource;
    keys: string[];
}

/** The inputs, with values from resources in `going` replaced by unknown; `undefined` if there are none. */
function withUnknowns(
    { inputs, propertyDependencies = {} }: Resource,
    going: ReadonlySet<Urn>,
): Properties | undefined {
    const affected = Object.keys(inputs).filter((name) => propertyDependencies[name]?.some((urn) => going.has(urn)));
    if (affected.length === 0) return undefined;
    return { ...inputs, ...Object.fromEntries(affected.map((name) => [name, unknown])) };
}

/** The properties that require a replacement; `undefined` if the resource can stay. */
async function reasonToGo(
    { session }: Planning,
    resource: Resource,
    going: ReadonlySet<Urn>,
): Promise<string[] | undefined> {
    if (!resource.custom || resource.external) return undefined;
    if (resource.deletedWith && going.has(resource.deletedWith)) return [];
    const inputs = withUnknowns(resource, going);
    if (!inputs) return undefined;
    const provider = await providerFor(session, resource);
    const before = { inputs: resource.inputs, outputs: resource.outputs ?? {} };
    const answer = await provider.diff(existing(resource), before, inputs, {
        unknowns: true,
        ignoreChanges: resource.ignoreChanges,
    });
    // Only changes caused by the deletion count here, so earlier initialisation errors are ignored.
    const change = decide(settled(answer, resource.inputs, inputs), { ...resource, initErrors: [] }, resource);
    return change.kind === "replace" ? change.keys : undefined;
}

/**
 * The dependents that must be replaced if `root` is deleted first, in dependency order. Determined by a diff against
 * unknown values in place of those that come from deleted resources.
 */
export async function dependentsToReplace(planning: Planning, root: Resource): Promise<Dependent[]> {
    const { session, ledger } = planning;
    const going = new Set([root.urn]);
    const found: Dependent[] = [];
    for (const resource of session.graph.dependentsOf(root, ledger.isDecided, false)) {
        const keys = await reasonToGo(planning, resource, going);
        if (!keys) continue;
        going.add(resource.urn);
        found.push({ resource, keys });
    }
    const bound = session.olds.filter(({ urn, deletedWith, delete: condemned }) => {
        return deletedWith === root.urn && !condemned && !going.has(urn) && !ledger.isDecided(urn);
    });
    return [...found, ...bound.map((resource) => ({ resource, keys: [] }))];
}
