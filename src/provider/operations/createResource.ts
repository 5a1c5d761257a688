import { create, nameFor, type CommonArgs, type KnownState } from "../../lifecycle";
import { nameInUrn, parseInputs, type PropertyMap, type Inputs } from "../inputs";
import { givenAfter, newOwner, stateOf } from "../state";
import { projectOf, taskFor, type OperationContext } from "./context";
import { keepingState, PartialFailure } from "./partialFailure";

/**
 * Creates, forks or takes over what the inputs ask for.
 *
 * @throws PartialFailure - from the moment on at which the thing exists.
 */
export async function createResource<Args extends CommonArgs, Observed extends object, ApiRecord>(
    context: OperationContext<Args, Observed, ApiRecord>,
    bag: PropertyMap,
): Promise<{ id: string; outs: { [key: string]: unknown } }> {
    const inputs = parseInputs<Args>(bag);
    try {
        return await createOne(context, inputs, bag);
    } catch (error) {
        if (!(error instanceof PartialFailure)) keepFromDeletion(context, inputs);
        throw error;
    }
}

async function createOne<Args extends CommonArgs, Observed extends object, ApiRecord>(
    context: OperationContext<Args, Observed, ApiRecord>,
    inputs: Inputs<Args>,
    bag: PropertyMap,
): Promise<{ id: string; outs: { [key: string]: unknown } }> {
    const { definition, runtime } = context;
    const { urn } = inputs.hidden;
    const args = { onNameConflict: policyOf(context, inputs), ...inputs.args } as Args;
    const owner = newOwner();
    const made = Math.floor(runtime.clock.now() / 1000);
    const project = await projectOf(runtime, args.profile, args.projectId, bag);
    const outsOf = (known: KnownState<Observed>, unfinished: boolean) =>
        stateOf(definition, known, {
            args: inputs.args,
            given: givenAfter(inputs, [], true),
            hidden: { ...inputs.hidden, owner, made, unfinished },
            projectId: project.id,
        });
    const hold = (id: string) => runtime.owners.hold(owner, urn, [definition.type, project.id, id]);
    const creation = {
        args,
        fallbackName: nameInUrn(urn) ?? "",
        owner: urn ?? "",
        replacing: runtime.program.of(urn)?.existed === true,
    };
    return keepingState<Observed, { id: string; outs: { [key: string]: unknown } }>(
        (known) => outsOf(known, true),
        async () => {
            const { id, known } = await create(
                definition,
                project,
                creation,
                taskFor(context, "create", inputs.hidden),
            );
            hold(id);
            return { id, outs: outsOf(known, false) };
        },
        hold,
    );
}

const policyOf = <Args extends CommonArgs, Observed extends object, ApiRecord>(
    { runtime }: OperationContext<Args, Observed, ApiRecord>,
    { args }: Inputs<Args>,
): CommonArgs["onNameConflict"] => args.onNameConflict ?? runtime.connections.settings.onNameConflict;

/** A thing that was to be taken over by its name, and has not been, is not deleted by the resource that has it now. */
function keepFromDeletion<Args extends CommonArgs, Observed extends object, ApiRecord>(
    context: OperationContext<Args, Observed, ApiRecord>,
    inputs: Inputs<Args>,
): void {
    const { definition, runtime } = context;
    const { urn } = inputs.hidden;
    if (urn === undefined || inputs.args.adopt !== undefined || policyOf(context, inputs) !== "adopt") return;
    runtime.owners.intend({ urn, type: definition.type, name: nameFor(inputs.args, nameInUrn(urn) ?? "") });
}
