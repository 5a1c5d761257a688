import { update, type AnyKnownState } from "../../lifecycle";
import { keepingState } from "../failures";
import { desiredOf, parseInputs, type PropertyMap } from "../inputs";
import { givenAfter, identityOf, lastSeenOf, newOwner, parseState, stateOf } from "../state";
import { projectOf, refOf, taskFor, type OperationContext } from "./context";

/**
 * Updates a resource to match the inputs, from whatever state it really has.
 *
 * @throws InitError - with the state reached so far.
 */
export async function updateResource(
    context: OperationContext,
    id: string,
    olds: PropertyMap,
    news: PropertyMap,
): Promise<{ outs: { [key: string]: unknown } }> {
    const { definition, runtime } = context;
    const state = parseState(definition, olds);
    const inputs = parseInputs(news);
    const { urn, removed = [] } = inputs.hidden;
    const project = await projectOf(runtime, inputs.args.profile, state.projectId, olds, news);
    const self = identityOf(state);
    const owner = state.hidden.owner ?? newOwner();
    runtime.owners.hold(self ?? owner, urn, refOf(context, inputs.args.profile, project.id, id));
    runtime.owners.rename(self, owner);
    const unfinished = state.hidden.unfinished === true;
    const outsOf = (known: AnyKnownState, finished: boolean) =>
        stateOf(definition, known, {
            args: inputs.args,
            given: givenAfter(inputs, [...state.given, ...removed], finished),
            hidden: { ...inputs.hidden, owner, made: state.hidden.made, unfinished: unfinished && !finished },
            project,
        });
    return keepingState<{ outs: { [key: string]: unknown } }>(
        (known) => outsOf(known, false),
        async () => {
            const task = taskFor(context, "update", inputs.hidden);
            const { known } = await update(
                definition,
                project,
                id,
                state.remembered,
                desiredOf(definition, inputs, state.given),
                task,
                lastSeenOf(definition, state, runtime.clock.now()),
            );
            await task.reportDone();
            return { outs: outsOf(known, true) };
        },
    );
}
