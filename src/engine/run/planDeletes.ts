import type { Resource } from "../model/resource";
import type { Urn } from "../model/urn";
import { deletion, replacedDeletion, type Step } from "../plan/step";
import { dependentsToReplace } from "./dependents";
import { Stopped } from "./events";
import type { Planning } from "./planning";

/** The remaining steps for resources of the state that the program has not registered. */
export interface Remainder {
    /** Kept because they are not targeted. */
    kept: Step[];
    deletions: Step[];
}

/**
 * Plans the deletes: replaced resources, and those that are no longer in the program.
 * @throws Stopped if deleting a target requires deleting a resource that is not targeted.
 */
export async function planDeletes(planning: Planning): Promise<Remainder> {
    const { session, ledger } = planning;
    const allowed = await deletable(planning);
    const kept: Step[] = [];
    const deletions: Step[] = [];
    for (const old of session.olds) {
        const { urn } = old;
        if (ledger.condemned.has(old) && old.delete) continue;
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
    refuseUnnamed(planning, deletions);
    return { kept, deletions };
}

/** The targets and their dependents; `undefined` without targets, which means everything. */
async function deletable(planning: Planning): Promise<Set<Urn> | undefined> {
    const { session } = planning;
    const { targets } = session.options;
    if (!targets) return undefined;
    const allowed = new Set<Urn>();
    const named = session.olds.filter(({ urn }) => targets.has(urn));
    for (const target of named) {
        const implied: Resource[] = [target, ...session.graph.dependentsOf(target, () => false, true)];
        for (const resource of implied) {
            allowed.add(resource.urn);
            for (const dependent of await dependentsToReplace(planning, resource)) allowed.add(dependent.resource.urn);
        }
    }
    return allowed;
}

function refuseUnnamed({ session }: Planning, deletions: readonly Step[]): void {
    const urns = deletions.flatMap((step) => ("old" in step && step.old ? [step.old.urn] : []));
    const unnamed = urns.filter((urn) => !session.isTargeted(urn));
    for (const urn of unnamed)
        session.refuse(
            `Resource '${urn}' will be destroyed but was not specified in --target list.\nEither include resource in --target list or pass --target-dependents to proceed.`,
            urn,
        );
    if (unnamed.length > 0 && !session.dryRun) throw new Stopped("untargeted deletion");
}
