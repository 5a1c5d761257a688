// What `pulumi stack rename`, and `pulumi state delete`, `rename` and `move` do to a state: outputs stay as they are.
import type { DeploymentDocument } from "../../src/engine";
import { prerequisitesOf } from "../../src/engine/model/resource";
import { readStack, type ResourceDocument } from "../../src/engine/stateDocument";
import { project, type Stack } from "./engine/operate";
import { given } from "./model/objects";

const resourcesOf = ({ state }: Stack): ResourceDocument[] => state?.deployment.resources ?? [];

const withResources = (state: DeploymentDocument, resources: ResourceDocument[]): DeploymentDocument => ({
    ...state,
    deployment: { ...state.deployment, resources },
});

/** A resource with other references; `undefined` for one that is dropped. */
function withReferences(resource: ResourceDocument, changed: (urn: string) => string | undefined): ResourceDocument {
    const some = (urns: readonly string[] | null | undefined) => (urns ?? []).flatMap((urn) => changed(urn) ?? []);
    const { parent, provider, deletedWith, ...rest } = resource;
    const one = (urn: string | undefined) => (urn === undefined ? undefined : changed(urn));
    return {
        ...rest,
        ...given({ parent: one(parent), provider: one(provider), deletedWith: one(deletedWith) }),
        dependencies: some(resource.dependencies),
        propertyDependencies: Object.fromEntries(
            Object.entries(resource.propertyDependencies ?? {}).map(([key, urns]) => [key, some(urns)]),
        ),
    };
}

/** Renames every URN of the state. */
function renameUrns(stack: Stack, renamed: (urn: string) => string): Stack {
    const tainted = new Set([...stack.tainted].map(renamed));
    if (stack.state === undefined) return { ...stack, tainted };
    const resources = resourcesOf(stack).map((each) => ({ ...withReferences(each, renamed), urn: renamed(each.urn) }));
    return { ...stack, state: withResources(stack.state, resources), tainted };
}

/** A URN as it is in a stack of another name. */
const inStack = (urn: string, from: string, to: string) =>
    urn.replace(`urn:pulumi:${from}::`, `urn:pulumi:${to}::`).replace(`::${project}-${from}`, `::${project}-${to}`);

/** What the first release did not store: the owner of a resource, its address, and when it was created. */
export function firstRelease(stack: Stack): Stack {
    if (stack.state === undefined) return stack;
    const newer = new Set(["owner", "address", "createdAt"]);
    const resources = resourcesOf(stack).map((each) => {
        const own = each.outputs?.["__clouddb"];
        if (typeof own !== "object" || own === null) return each;
        const old = Object.fromEntries(Object.entries(own).filter(([key]) => !newer.has(key)));
        return { ...each, outputs: { ...each.outputs, __clouddb: old } };
    });
    return { ...stack, state: withResources(stack.state, resources) };
}

/** `pulumi stack rename`. */
export const renamedStack = (stack: Stack, name: string): Stack => ({
    ...renameUrns(stack, (urn) => inStack(urn, stack.name, name)),
    name,
});

const refersTo = ({ parent, dependencies, deletedWith }: ResourceDocument, urn: string) =>
    parent === urn || deletedWith === urn || (dependencies ?? []).includes(urn);

const isPlain = (each: ResourceDocument, urn: string) => each.urn === urn && each.delete !== true;

const taintedWithout = ({ tainted }: Stack, urn: string) => new Set([...tainted].filter((each) => each !== urn));

/** `undefined`: refused, since something depends on it. */
export function stateDeleted(stack: Stack, urn: string): Stack | undefined {
    const all = resourcesOf(stack);
    if (stack.state === undefined || all.some((each) => refersTo(each, urn))) return undefined;
    const rest = all.filter((each) => !isPlain(each, urn));
    return { ...stack, state: withResources(stack.state, rest), tainted: taintedWithout(stack, urn) };
}

/** `undefined`: refused, since the name is taken. */
export function stateRenamed(stack: Stack, urn: string, name: string): Stack | undefined {
    const to = `${urn.slice(0, urn.lastIndexOf("::"))}::${name}`;
    if (resourcesOf(stack).some((each) => each.urn === to)) return undefined;
    return renameUrns(stack, (each) => (each === urn ? to : each));
}

/** Moves a resource without what it depends on. `undefined`: refused, since its name is taken there. */
export function stateMoved(from: Stack, to: Stack, urn: string) {
    const { state } = from;
    const all = resourcesOf(from);
    const resource = all.find((each) => isPlain(each, urn));
    if (state === undefined || resource === undefined) return undefined;
    const inTarget = (each: string) => inStack(each, from.name, to.name);
    const moved = inTarget(urn.replace(/::[^:]+:[^:]+:[^:]+\$/, "::"));
    const there = resourcesOf(to);
    if (there.some((each) => each.urn === moved)) return undefined;
    const provider = resource.provider?.slice(0, resource.provider.lastIndexOf("::"));
    const around = all
        .filter((each) => each.type === "pulumi:pulumi:Stack" || each.urn === provider)
        .map((each) => ({ ...withReferences(each, inTarget), urn: inTarget(each.urn) }));
    const root = around.find((each) => each.type === "pulumi:pulumi:Stack")?.urn;
    const missing = around.filter((each) => !there.some((other) => other.urn === each.urn));
    const references = given({ parent: root, provider: resource.provider && inTarget(resource.provider) });
    const arrived = { ...withReferences(resource, () => undefined), urn: moved, ...references };
    const deployment = { ...(to.state ?? state).deployment, pending_operations: [] };
    const rest = all
        .filter((each) => !isPlain(each, urn))
        .map((each) => withReferences(each, (other) => (other === urn ? undefined : other)));
    return {
        from: { ...from, state: withResources(state, rest), tainted: taintedWithout(from, urn) },
        to: { ...to, state: withResources({ ...state, deployment }, [...missing, ...there, arrived]) },
    };
}

/** The protected resources and all that they need: what `destroy --exclude-protected` leaves. */
export function protectedIn({ state }: Stack): ReadonlySet<string> {
    const { resources } = state === undefined ? { resources: [] } : readStack(state);
    const kept = new Set(resources.filter(({ protect }) => protect).map(({ urn }) => urn));
    // What a resource needs comes before it.
    for (const each of resources.toReversed())
        if (kept.has(each.urn)) prerequisitesOf(each).forEach((urn) => kept.add(urn));
    return kept;
}
