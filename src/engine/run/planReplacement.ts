import type { Resource } from "../model/resource";
import type { Change } from "../plan/difference";
import { deletion, replacedDeletion, type Step } from "../plan/step";
import { dependentsToReplace } from "./dependents";
import { Stopped } from "./events";
import type { Planning } from "./planning";

type Replacement = Extract<Change, { kind: "replace" }>;

/**
 * The steps that replace a resource. Either the new one is created first and the old one is deleted at the end of the
 * operation, or the old one is deleted first, together with the dependents that require it.
 * @param renew checks the inputs as those of a new resource
 * @throws Stopped if a protected resource would be deleted.
 */
export async function planReplacement(
    planning: Planning,
    old: Resource,
    next: Resource,
    { keys, deleteFirst }: Replacement,
    renew: () => Promise<void>,
): Promise<Step[]> {
    refuseProtected(planning, old, next);
    planning.ledger.decided(next.urn, "replace");
    await renew();
    if (deleteFirst) return deleteBeforeReplace(planning, old, next, keys);
    return [
        { op: "create-replacement", old, next, keys, pendingDelete: true },
        { op: "replace", old, next, keys },
    ];
}

/** Refuses to replace a protected resource, since that deletes it. A preview reports the error and continues. */
function refuseProtected({ session }: Planning, old: Resource, { urn, protect }: Resource): void {
    if (!protect || !old.protect) return;
    session.refuse(
        `unable to replace resource "${urn}"\nas it is currently marked for protection. To unprotect the resource, remove the \`protect\` flag from the resource in your Pulumi program and run \`pulumi up\``,
        urn,
    );
    if (!session.dryRun) throw new Stopped("protected");
}

async function deleteBeforeReplace(planning: Planning, old: Resource, next: Resource, keys: string[]): Promise<Step[]> {
    const { ledger } = planning;
    const steps: Step[] = [];
    for (const dependent of (await dependentsToReplace(planning, old)).reverse()) {
        const { resource } = dependent;
        if (ledger.condemned.has(resource)) continue;
        ledger.condemnedFor.set(resource.urn, dependent.keys);
        steps.push(condemn(planning, resource, next));
        ledger.deleted.add(resource.urn);
        ledger.condemned.add(resource);
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

function condemn({ session }: Planning, resource: Resource, { urn }: Resource): Step {
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
