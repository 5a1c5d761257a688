import { create, type CommonArgs, type Knowledge } from "../../lifecycle";
import { nameInUrn, parseInputs, type Bag, type Inputs } from "../inputs";
import { givenAfter, newOwner, stateOf } from "../state";
import { projectOf, taskFor, type Context } from "./context";
import { keepingState, PartialFailure } from "./partialFailure";

/**
 * Creates, forks or takes over what the inputs ask for.
 *
 * @throws PartialFailure - from the moment on at which the thing exists.
 */
export async function createResource<Args extends CommonArgs, Observed extends object, Record>(
    context: Context<Args, Observed, Record>,
    bag: Bag,
): Promise<{ id: string; outs: { [key: string]: unknown } }> {
    const inputs = parseInputs<Args>(bag);
    try {
        return await createOne(context, inputs, bag);
    } catch (error) {
        if (!(error instanceof PartialFailure)) keepFromDeletion(context, inputs);
        throw error;
    }
}

async function createOne<Args extends CommonArgs, Observed extends object, Record>(
    context: Context<Args, Observed, Record>,
    inputs: Inputs<Args>,
    bag: Bag,
): Promise<{ id: string; outs: { [key: string]: unknown } }> {
    const { kind, runtime } = context;
    const { urn } = inputs.hidden;
    const args = { onNameConflict: policyOf(context, inputs), ...inputs.args } as Args;
    const owner = newOwner();
    const made = Math.floor(runtime.clock.now() / 1000);
    const project = await projectOf(runtime, args.profile, args.projectId, bag);
    const outsOf = (knowledge: Knowledge<Observed>, unfinished: boolean) =>
        stateOf(kind, knowledge, {
            args: inputs.args,
            given: givenAfter(inputs, [], true),
            hidden: { ...inputs.hidden, owner, made, unfinished },
            projectId: project.id,
        });
    const hold = (id: string) => runtime.owners.hold(owner, urn, [kind.type, project.id, id]);
    const creation = {
        args,
        fallbackName: nameInUrn(urn) ?? "",
        owner: urn ?? "",
        replacing: runtime.program.of(urn)?.existed === true,
    };
    return keepingState<Observed, { id: string; outs: { [key: string]: unknown } }>(
        (knowledge) => outsOf(knowledge, true),
        async () => {
            const { id, knowledge } = await create(kind, project, creation, taskFor(context, "create", inputs.hidden));
            hold(id);
            return { id, outs: outsOf(knowledge, false) };
        },
        hold,
    );
}

const policyOf = <Args extends CommonArgs, Observed extends object, Record>(
    { runtime }: Context<Args, Observed, Record>,
    { args }: Inputs<Args>,
): CommonArgs["onNameConflict"] => args.onNameConflict ?? runtime.connections.settings.onNameConflict;

/** A thing that was to be taken over by its name, and has not been, is not deleted by the resource that has it now. */
function keepFromDeletion<Args extends CommonArgs, Observed extends object, Record>(
    context: Context<Args, Observed, Record>,
    inputs: Inputs<Args>,
): void {
    const { kind, runtime } = context;
    const { urn } = inputs.hidden;
    if (urn === undefined || inputs.args.adopt !== undefined || policyOf(context, inputs) !== "adopt") return;
    runtime.owners.intend({ urn, type: kind.type, name: kind.nameOf(inputs.args, nameInUrn(urn) ?? "") });
}
