import { remove, UserError, type CommonArgs } from "../../lifecycle";
import { nameInUrn, type PropertyMap } from "../inputs";
import { identityOf, newUntilOf, parseState } from "../state";
import { projectOf, taskFor, type OperationContext } from "./context";

/** Deletes a thing and waits until it is gone; leaves it to another resource of the program that has it by now. */
export async function deleteResource<Args extends CommonArgs, Observed extends object, ApiRecord>(
    context: OperationContext<Args, Observed, ApiRecord>,
    id: string,
    props: PropertyMap,
): Promise<void> {
    const { definition, runtime } = context;
    const state = parseState<Observed>(props);
    const self = identityOf(state);
    runtime.owners.release(self);
    if (definition.ownsNothing === true) return;
    const project = await projectOf(runtime, state.profile, state.projectId, props);
    const { urn } = state.hidden;
    const who = `${definition.noun} ${id}`;
    const holder = runtime.owners.another(self, [definition.type, project.id, id]);
    if (holder !== undefined) {
        await runtime.log.warn(urn, `${who} goes on as ${nameInUrn(holder) ?? holder}, and is not deleted.`);
        return;
    }
    try {
        const successor = runtime.owners.intendedBy(definition.type, id, state.outputs["name"]);
        if (successor !== undefined) throw new UserError(notTakenOver(who, nameInUrn(successor) ?? successor));
        const refusal = definition.guard?.(state.outputs, state.given);
        if (refusal !== undefined) throw new UserError(refusal);
        await remove(definition, project, id, taskFor(context, "delete", state.hidden), {
            forceDestroy: state.outputs["forceDestroy"] === true,
            newUntil: newUntilOf(state, runtime.clock.now()),
        });
    } catch (error) {
        // It stays in the state: another resource that has the same thing does not delete it.
        runtime.owners.hold(self, urn, [definition.type, project.id, id]);
        throw error;
    }
}

const notTakenOver = (what: string, successor: string): string =>
    `${what} is not deleted: ${successor} is to take it over, and has not done so. ` +
    "Run `pulumi up` again; if it is not to be taken over, leave out `adopt`.";
