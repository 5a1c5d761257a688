import type { Resource, Urn } from "../model/resource";
import { decide, providerDiff } from "./difference";
import { deletion, replacedDeletion, type Step, subjectOf } from "./step";
import { Stopped } from "../run/events";
import type { Session } from "../run/session";
import { unknown } from "../model/values";

/** `old` is deleted at the end of the operation. */
export const createThenDelete = (old: Resource, next: Resource, keys: string[]): Step[] => [
    { op: "create-replacement", old, next, keys, pendingDelete: true },
    { op: "replace", old, next, keys },
];

/** Deletes `old` first, and the dependents that require it. @throws Stopped if one of them is protected. */
export async function deleteThenCreate(session: Session, old: Resource, next: Resource, keys: string[]) {
    const { ledger } = session;
    const steps: Step[] = [];
    for (const [dependent, reason] of [...(await dependentsToReplace(session, old))].reverse()) {
        if (ledger.markedForDelete.has(dependent)) continue;
        steps.push(deleteForReplacement(session, dependent, next));
        // The CLI would also replace the successor that has the URN of a remainder, and keep both in the state.
        if (!dependent.delete) ledger.deleted.add(dependent.urn);
        ledger.markedForDelete.set(dependent, reason);
    }
    if (!old.pendingReplacement) {
        ledger.deleted.add(old.urn);
        steps.push(replacedDeletion(old, true));
    }
    steps.push({ op: "replace", old, next, keys });
    steps.push({ op: "create-replacement", old, next, keys, pendingDelete: false });
    return steps;
}

function deleteForReplacement(session: Session, resource: Resource, { urn }: Resource): Step {
    if (resource.delete) return deletion(resource);
    if (resource.protect) {
        session.refuse(
            `unable to replace resource "${resource.urn}" as part of replacing "${urn}" as it is currently marked for protection. To unprotect the resource, remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\`, or use the command:\n\`pulumi state unprotect '${resource.urn}'\``,
            urn,
        );
        throw new Stopped("protected");
    }
    return replacedDeletion(resource, true);
}

/**
 * The properties that require a replacement: determined by a diff against unknown values in place of those that come from
 * the resources in `going`. `undefined` if the resource can stay.
 */
async function reasonToGo(session: Session, resource: Resource, going: Set<Urn>): Promise<string[] | undefined> {
    const { inputs, propertyDependencies = {} } = resource;
    if (!resource.custom || resource.external) return undefined;
    if (resource.deletedWith && going.has(resource.deletedWith)) return [];
    const affected = Object.keys(inputs).filter((name) => propertyDependencies[name]?.some((urn) => going.has(urn)));
    if (affected.length === 0) return undefined;
    const unknowns = Object.fromEntries(affected.map((name) => [name, unknown]));
    const difference = await providerDiff(session, resource, { ...inputs, ...unknowns }, true);
    // Only changes caused by the deletion count here, so earlier initialisation errors are ignored.
    const change = decide(difference, { ...resource, initErrors: [] }, resource);
    return change.kind === "replace" ? change.keys : undefined;
}

/** The dependents of `root` that must be deleted before it, in order, with the properties that require it. */
async function dependentsToReplace(session: Session, root: Resource): Promise<Map<Resource, string[]>> {
    const { ledger } = session;
    const going = new Set([root.urn]);
    const found = new Map<Resource, string[]>();
    for (const resource of session.before.dependentsOf(root, ledger.isDecided, false)) {
        const keys = await reasonToGo(session, resource, going);
        if (!keys) continue;
        if (!resource.delete) going.add(resource.urn);
        found.set(resource, keys);
    }
    for (const resource of session.before.resources) {
        const { urn, deletedWith } = resource;
        const isBound = deletedWith === root.urn && !resource.delete;
        if (isBound && !going.has(urn) && !ledger.isDecided(urn)) found.set(resource, []);
    }
    return found;
}

/**
 * Plans the deletes: replaced resources, and those that are no longer in the program.
 * @returns also the steps that keep a resource because it is not targeted
 * @throws Stopped if deleting a target requires deleting a resource that is not targeted.
 */
export async function planDeletes(session: Session): Promise<{ kept: Step[]; deletions: Step[] }> {
    const { ledger } = session;
    const allowed = await deletable(session);
    const kept: Step[] = [];
    const deletions: Step[] = [];
    for (const old of session.before.resources) {
        const { urn } = old;
        if (ledger.markedForDelete.has(old) && old.delete) continue;
        if (allowed && !allowed.has(urn)) {
            if (!ledger.isKept(urn) && !old.delete) kept.push({ op: "same", old, next: { ...old } });
            continue;
        }
        if (old.delete) deletions.push(replacedDeletion(old, false));
        else if (ledger.isKept(urn)) continue;
        else if (old.pendingReplacement) deletions.push({ op: "remove-pending-replace", old });
        else deletions.push(deletion(old));
        ledger.deleted.add(urn);
    }
    const unnamed = deletions.map((step) => subjectOf(step).urn).filter((urn) => !session.isTargeted(urn));
    for (const urn of unnamed)
        session.refuse(
            `Resource '${urn}' will be destroyed but was not specified in --target list.\nEither include resource in --target list or pass --target-dependents to proceed.`,
            urn,
        );
    if (unnamed.length > 0 && !session.dryRun) throw new Stopped("untargeted deletion");
    return { kept, deletions };
}

/** The targets and their dependents; `undefined` without targets, which means everything. */
async function deletable(session: Session): Promise<Set<Urn> | undefined> {
    const { targets } = session.options;
    if (!targets) return undefined;
    const allowed = new Set<Urn>();
    for (const target of session.before.resources.filter(({ urn }) => targets.has(urn))) {
        const implied = [target, ...session.before.dependentsOf(target, () => false, true)];
        for (const resource of implied) {
            allowed.add(resource.urn);
            for (const { urn } of (await dependentsToReplace(session, resource)).keys()) allowed.add(urn);
        }
    }
    return allowed;
}
