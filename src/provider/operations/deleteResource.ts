import { isProvenGone, remove, UserError } from "../../lifecycle";
import { nameInUrn, type PropertyMap } from "../inputs";
import { identityOf, lastSeenOf, parseState } from "../state";
import { projectOf, refOf, taskFor, type OperationContext } from "./context";

/** Deletes a resource and waits until it is gone. Deletes nothing if another resource of the program manages the record now. */
export async function deleteResource(context: OperationContext, id: string, props: PropertyMap): Promise<void> {
    const { definition, runtime } = context;
    const state = parseState(definition, props);
    const self = identityOf(state);
    if (definition.isWaitOnly === true) return;
    const project = await projectOf(runtime, state.profile, state.projectId, props);
    const { urn } = state.hidden;
    const who = `${definition.noun} ${id}`;
    const ref = refOf(context, state.profile, project.id, id);
    const holder = runtime.owners.anotherHolder(self, ref);
    if (holder !== undefined) {
        runtime.owners.release(self);
        // The engine does not tell a create that it replaces by force, so only its own predecessor shows that it was to do so.
        if (holder.adoptedByName && holder.urn === urn) throw new UserError(notReplaced(who, definition.losesData));
        await runtime.log.warn(
            urn,
            `${who} is now managed as ${nameInUrn(holder.urn) ?? holder.urn}, and is not deleted.`,
        );
        return;
    }
    try {
        const adopter = runtime.owners.pendingAdopter(ref);
        if (adopter !== undefined) throw new UserError(notAdoptedYet(who, nameInUrn(adopter) ?? adopter));
        const lastSeen = lastSeenOf(definition, state, runtime.clock.now());
        const refusal = definition.guard?.(state.outputs, state.given);
        // What is gone already needs no protection.
        if (refusal !== undefined && !(await isProvenGone(definition, project, id, lastSeen)))
            throw new UserError(refusal);
        const task = taskFor(context, "delete", state.hidden);
        await remove(definition, project, id, task, {
            ...lastSeen,
            forceDestroy: state.outputs["forceDestroy"] === true,
        });
        runtime.owners.release(self);
        await task.reportDone();
    } catch (error) {
        // The resource stays in the state, so another one that manages the same record must not delete it.
        runtime.owners.hold(self, urn, ref, { isDeclared: runtime.owners.release(self) });
        throw error;
    }
}

const notReplaced = (who: string, losesData: boolean): string =>
    `${who} was not replaced: its successor has the same name, so it has taken over ${who} instead, which is as it was. ` +
    "To replace it, set `deleteBeforeReplace: true` among the resource's options, and repeat `--replace` or the taint" +
    `${losesData ? "; its data will be lost" : ""}. If it is to stay, or was renamed by \`pulumi state rename\`, run \`pulumi up\` again: that only removes the remainder from the state.`;

const notAdoptedYet = (what: string, adopter: string): string =>
    `${what} is not deleted: ${adopter} is to adopt it, and has not done so yet. ` +
    "Run `pulumi up` again, or remove `adopt` if it is not to be adopted.";
