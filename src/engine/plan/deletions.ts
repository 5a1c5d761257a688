import type { Resource, Urn } from "../model/resource";
import { type Change, decide } from "./difference";
import { deletion, replacedDeletion, type Step } from "./step";
import { Stopped } from "../run/events";
import type { Session } from "../run/session";
import { type Properties, unknown } from "../model/values";
import { providerDiff } from "../run/apply";

type Replacement = Extract<Change, { kind: "replace" }>;

/**
 * The steps that replace a resource. Either the new one is created first and the old one is deleted at the end of the
 * operation, or the old one is deleted first, together with the dependents that require it.
 * @param renew checks the inputs as those of a new resource
 * @throws Stopped if a protected resource would be deleted.
 */
export async function planReplacement(
    session: Session,
    old: Resource,
    next: Resource,
    { keys, deleteFirst }: Replacement,
    renew: () => Promise<void>,
): Promise<Step[]> {
    refuseProtected(session, old, next);
    session.ledger.decided(next.urn, "replace");
    await renew();
    if (deleteFirst) return deleteBeforeReplace(session, old, next, keys);
    return [
        { op: "create-replacement", old, next, keys, pendingDelete: true },
        { op: "replace", old, next, keys },
    ];
}

/** Refuses to replace a protected resource, since that deletes it. A preview reports the error and continues. */
function refuseProtected(session: Session, old: Resource, { urn, protect }: Resource): void {
    if (!protect || !old.protect) return;
    session.refuse(
        `unable to replace resource "${urn}"\nas it is currently marked for protection. To unprotect the resource, remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\``,
        urn,
    );
    if (!session.dryRun) throw new Stopped("protected");
}

async function deleteBeforeReplace(session: Session, old: Resource, next: Resource, keys: string[]): Promise<Step[]> {
    const { ledger } = session;
    const steps: Step[] = [];
    for (const dependent of (await dependentsToReplace(session, old)).reverse()) {
        const { resource } = dependent;
        if (ledger.markedForDelete.has(resource)) continue;
        steps.push(deleteForReplacement(session, resource, next));
        // The CLI would also replace the successor that has the URN of a remainder, and keep both in the state.
        if (!resource.delete) ledger.deleted.add(resource.urn);
        ledger.markedForDelete.set(resource, dependent.keys);
    }
    if (!old.pendingReplacement) {
        ledger.deleted.add(old.urn);
        steps.push(replacedDeletion(old, true));
    }
    return [
        ...steps,
        { op: "replace", old, next, keys },
        { op: "create-replacement", old, next, keys, pendingDelete: false },
    ];
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
    session: Session,
    resource: Resource,
    going: ReadonlySet<Urn>,
): Promise<string[] | undefined> {
    if (!resource.custom || resource.external) return undefined;
    if (resource.deletedWith && going.has(resource.deletedWith)) return [];
    const inputs = withUnknowns(resource, going);
    if (!inputs) return undefined;
    const difference = await providerDiff(session, resource, inputs, true);
    // Only changes caused by the deletion count here, so earlier initialisation errors are ignored.
    const change = decide(difference, { ...resource, initErrors: [] }, resource);
    return change.kind === "replace" ? change.keys : undefined;
}

/**
 * The dependents that must be replaced if `root` is deleted first, in dependency order. Determined by a diff against
 * unknown values in place of those that come from deleted resources.
 */
async function dependentsToReplace(session: Session, root: Resource): Promise<Dependent[]> {
    const { ledger } = session;
    const going = new Set([root.urn]);
    const found: Dependent[] = [];
    for (const resource of session.graph.dependentsOf(root, ledger.isDecided, false)) {
        const keys = await reasonToGo(session, resource, going);
        if (!keys) continue;
        if (!resource.delete) going.add(resource.urn);
        found.push({ resource, keys });
    }
    const bound = session.olds.filter(({ urn, deletedWith, delete: isDeleted }) => {
        return deletedWith === root.urn && !isDeleted && !going.has(urn) && !ledger.isDecided(urn);
    });
    return [...found, ...bound.map((resource) => ({ resource, keys: [] }))];
}

/** The remaining steps for resources of the state that the program has not registered. */
interface Remainder {
    /** Kept because they are not targeted. */
    kept: Step[];
    deletions: Step[];
}

/**
 * Plans the deletes: replaced resources, and those that are no longer in the program.
 * @throws Stopped if deleting a target requires deleting a resource that is not targeted.
 */
export async function planDeletes(session: Session): Promise<Remainder> {
    const { ledger } = session;
    const allowed = await deletable(session);
    const kept: Step[] = [];
    const deletions: Step[] = [];
    for (const old of session.olds) {
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
    refuseUnnamed(session, deletions);
    return { kept, deletions };
}

/** The targets and their dependents; `undefined` without targets, which means everything. */
async function deletable(session: Session): Promise<Set<Urn> | undefined> {
    const { targets } = session.options;
    if (!targets) return undefined;
    const allowed = new Set<Urn>();
    const named = session.olds.filter(({ urn }) => targets.has(urn));
    for (const target of named) {
        const implied: Resource[] = [target, ...session.graph.dependentsOf(target, () => false, true)];
        for (const resource of implied) {
            allowed.add(resource.urn);
            for (const dependent of await dependentsToReplace(session, resource)) allowed.add(dependent.resource.urn);
        }
    }
    return allowed;
}

function refuseUnnamed(session: Session, deletions: readonly Step[]): void {
    const urns = deletions.flatMap((step) => ("old" in step && step.old ? [step.old.urn] : []));
    const unnamed = urns.filter((urn) => !session.isTargeted(urn));
    for (const urn of unnamed)
        session.refuse(
            `Resource '${urn}' will be destroyed but was not specified in --target list.\nEither include resource in --target list or pass --target-dependents to proceed.`,
            urn,
        );
    if (unnamed.length > 0 && !session.dryRun) throw new Stopped("untargeted deletion");
}
