import { update, type CommonArgs, type Knowledge } from "../../lifecycle";
import { desiredOf, parseInputs, type Bag } from "../inputs";
import { givenAfter, identityOf, newOwner, newUntilOf, parseState, stateOf } from "../state";
import { projectOf, taskFor, type Context } from "./context";
import { keepingState } from "./partialFailure";

/**
 * Brings a thing to what the inputs ask for, from whatever is really there.
 *
 * @throws PartialFailure - what was done so far is kept.
 */
export async function updateResource<Args extends CommonArgs, Observed extends object, Record>(
    context: Context<Args, Observed, Record>,
    id: string,
    olds: Bag,
    news: Bag,
): Promise<{ outs: { [key: string]: unknown } }> {
    const { kind, runtime } = context;
    const state = parseState<Observed>(olds);
    const inputs = parseInputs<Args>(news);
    const { urn, removed = [] } = inputs.hidden;
    const project = await projectOf(runtime, inputs.args.profile, state.projectId, olds, news);
    const self = identityOf(state);
    const owner = state.hidden.owner ?? newOwner();
    runtime.owners.hold(self ?? owner, urn, [kind.type, project.id, id]);
    runtime.owners.rename(self, owner);
    const unfinished = state.hidden.unfinished === true;
    const outsOf = (knowledge: Knowledge<Observed>, finished: boolean) =>
        stateOf(kind, knowledge, {
            args: inputs.args,
            given: givenAfter(inputs, [...state.given, ...removed], finished),
            hidden: { ...inputs.hidden, owner, made: state.hidden.made, unfinished: unfinished && !finished },
            projectId: project.id,
        });
    return keepingState<Observed, { outs: { [key: string]: unknown } }>(
        (knowledge) => outsOf(knowledge, false),
        async () => {
            const { knowledge } = await update(
                kind,
                project,
                id,
                state.knowledge,
                desiredOf(kind, inputs, state.given),
                taskFor(context, "update", inputs.hidden),
                { unfinished, newUntil: newUntilOf(state) },
            );
            return { outs: outsOf(knowledge, true) };
        },
    );
}
