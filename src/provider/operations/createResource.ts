import { create, nameFor } from "../../lifecycle";
import { nameInUrn, parseInputs, type AnyArgs, type Inputs, type PropertyMap } from "../inputs";
import { givenAfter, newOwner, stateOf, type AnyKnownState } from "../state";
import { isOwnName, policyOf, projectOf, taskFor, type OperationContext } from "./context";
import { keepingState, PartialFailure } from "./partialFailure";

/**
 * Creates, forks or adopts a resource.
 *
 * @throws PartialFailure - if it fails after the resource exists.
 */
export async function createResource(
    context: OperationContext,
    properties: PropertyMap,
): Promise<{ id: string; outs: { [key: string]: unknown } }> {
    const inputs = parseInputs(properties);
    try {
        return await createOne(context, inputs, properties);
    } catch (error) {
        if (!(error instanceof PartialFailure)) expectAdoptionByName(context, inputs);
        throw error;
    }
}

async function createOne(
    context: OperationContext,
    inputs: Inputs,
    properties: PropertyMap,
): Promise<{ id: string; outs: { [key: string]: unknown } }> {
    const { definition, runtime } = context;
    const { urn } = inputs.hidden;
    const args = { onNameConflict: policyOf(context, inputs), ...inputs.args } as AnyArgs;
    const owner = newOwner();
    const made = Math.floor(runtime.clock.now() / 1000);
    const project = await projectOf(runtime, args.profile, args.projectId, properties);
    const outsOf = (known: AnyKnownState, unfinished: boolean) =>
        stateOf(definition, known, {
            args: inputs.args,
            given: givenAfter(inputs, [], true),
            hidden: { ...inputs.hidden, owner, made, unfinished },
            projectId: project.id,
        });
    const hold = (id: string, takenOver = false) =>
        runtime.owners.hold(owner, urn, [definition.type, project.id, id], takenOver);
    const creation = {
        args,
        fallbackName: nameInUrn(urn) ?? "",
        owner: urn ?? "",
        replacing: runtime.program.of(urn)?.existed === true,
        predecessor: runtime.program.predecessorOf(urn),
        nameIsOwn: isOwnName(context, inputs),
    };
    return keepingState<{ id: string; outs: { [key: string]: unknown } }>(
        (known) => outsOf(known, true),
        async () => {
            const task = taskFor(context, "create", inputs.hidden);
            const { resource, takenOver } = await create(definition, project, creation, task);
            const { id, known } = resource;
            hold(id, takenOver);
            await task.reportDone();
            return { id, outs: outsOf(known, false) };
        },
        hold,
    );
}

/** After a failed adoption by name: keeps the resource that manages the record now from deleting it. */
function expectAdoptionByName(context: OperationContext, inputs: Inputs): void {
    const { definition, runtime } = context;
    const { urn } = inputs.hidden;
    if (urn === undefined || inputs.args.adopt !== undefined || policyOf(context, inputs) !== "adopt") return;
    runtime.owners.expectAdoption({ urn, type: definition.type, name: nameFor(inputs.args, nameInUrn(urn) ?? "") });
}
