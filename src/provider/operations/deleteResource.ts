import { remove, UserError, type CommonArgs } from "../../lifecycle";
import { nameInUrn, type Bag } from "../inputs";
import { identityOf, newUntilOf, parseState } from "../state";
import { projectOf, taskFor, type Context } from "./context";

/** Deletes a thing and waits until it is gone; leaves it to another resource of the program that has it by now. */
export async function deleteResource<Args extends CommonArgs, Observed extends object, Record>(
    context: Context<Args, Observed, Record>,
    id: string,
    props: Bag,
): Promise<void> {
    const { kind, runtime } = context;
    const state = parseState<Observed>(props);
    const self = identityOf(state);
    runtime.owners.release(self);
    if (kind.ownsNothing === true) return;
    const project = await projectOf(runtime, state.profile, state.projectId, props);
    const { urn } = state.hidden;
    const who = `${kind.noun} ${id}`;
    const holder = runtime.owners.another(self, [kind.type, project.id, id]);
    if (holder !== undefined) {
        await runtime.log.warn(urn, `${who} goes on as ${nameInUrn(holder) ?? holder}, and is not deleted.`);
        return;
    }
    try {
        const successor = runtime.owners.intendedBy(kind.type, id, state.outputs["name"]);
        if (successor !== undefined) throw new UserError(notTakenOver(who, nameInUrn(successor) ?? successor));
        const refusal = kind.guard?.(state.outputs, state.given);
        if (refusal !== undefined) throw new UserError(refusal);
        await remove(kind, project, id, taskFor(context, "delete", state.hidden), {
            forceDestroy: state.outputs["forceDestroy"] === true,
            newUntil: newUntilOf(state),
        });
    } catch (error) {
        // It stays in the state: another resource that has the same thing does not delete it.
        runtime.owners.hold(self, urn, [kind.type, project.id, id]);
        throw error;
    }
}

const notTakenOver = (what: string, successor: string): string =>
    `${what} is not deleted: ${successor} is to take it over, and has not done so. ` +
    "Run `pulumi up` again; if it is not to be taken over, leave out `adopt`.";
