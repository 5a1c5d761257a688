import { liftingOf, replacedBy, update, type KnownState } from "../../lifecycle";
import { desiredOf, givenIn, type Inputs, type Properties } from "../inputs";
import { identityOf, lastSeenOf, newOwner, stateOf, type State } from "../state";
import { keepingState, projectOf, refOf, taskFor, type Operation } from "./operation";

/** Updates a resource to match the inputs, from whatever state it really has. @throws InitError - with the state reached so far. */
export async function updateResource(
    operation: Operation,
    id: string,
    state: State,
    inputs: Inputs,
): Promise<{ outs: Properties }> {
    const { definition, runtime } = operation;
    const { args, hidden } = inputs;
    const { profile } = args;
    const project = await projectOf(operation, { profile, projectId: state.projectId }, state.outputs, args);
    const self = identityOf(state);
    const owner = state.hidden.owner ?? newOwner();
    const { observed } = state.remembered;
    runtime.owners.hold(self ?? owner, hidden.urn, refOf(operation, profile, project.id, id, observed));
    runtime.owners.rename(self, owner);
    const { createdAt, unfinished = false } = state.hidden;
    const given = givenIn(inputs);
    // After a failed update also the arguments of before, since their removal is still to be carried out.
    const all = [...new Set([...given, ...state.given, ...(hidden.removed ?? [])])];
    const outsOf = (known: KnownState, finished: boolean) =>
        stateOf(definition, known, {
            args,
            given: finished ? given : all,
            hidden: { ...hidden, owner, createdAt, unfinished: unfinished && !finished, updateFailed: !finished },
            project,
        });
    const work = async () => {
        const task = taskFor(operation, "update", hidden.timeouts, unfinished ? "create" : "update");
        const wanted = desiredOf(definition, inputs, state.given);
        const current = { ...state.outputs, ...observed };
        // The engine updates what has to be replaced only while a protection keeps that back.
        const isKeptBack = replacedBy(definition, wanted, current, [], state.remembered.spellings).length > 0;
        const desired = isKeptBack ? liftingOf(definition, wanted) : wanted;
        const lastSeen = lastSeenOf(definition, state, runtime.clock.now());
        const { known } = await update(definition, project, id, state.remembered, desired, task, lastSeen);
        await task.reportDone();
        return { outs: outsOf(known, true) };
    };
    return keepingState((known) => outsOf(known, false), work);
}
