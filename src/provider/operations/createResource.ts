import { create, type AnyKnownState } from "../../lifecycle";
import { keepingState } from "../failures";
import { parseInputs, type PropertyMap } from "../inputs";
import { givenAfter, newOwner, stateOf } from "../state";
import { creationOf, projectOf, refOf, taskFor, type OperationContext } from "./context";

/**
 * Creates, forks or adopts a resource.
 *
 * @throws InitError - if it fails after the resource exists.
 */
export async function createResource(
    context: OperationContext,
    properties: PropertyMap,
): Promise<{ id: string; outs: { [key: string]: unknown } }> {
    const inputs = parseInputs(properties);
    const { definition, runtime } = context;
    const { urn } = inputs.hidden;
    const { profile, projectId } = inputs.args;
    const owner = newOwner();
    const made = Math.floor(runtime.clock.now() / 1000);
    const project = await projectOf(runtime, profile, projectId, properties);
    const outsOf = (known: AnyKnownState, unfinished: boolean) =>
        stateOf(definition, known, {
            args: inputs.args,
            given: givenAfter(inputs, [], true),
            hidden: { ...inputs.hidden, owner, made, unfinished },
            project,
        });
    const hold = (id: string, takenOver = false) =>
        runtime.owners.hold(owner, urn, refOf(context, profile, project.id, id), { takenOver });
    return keepingState<{ id: string; outs: { [key: string]: unknown } }>(
        (known) => outsOf(known, true),
        async () => {
            const task = taskFor(context, "create", inputs.hidden);
            const { resource, takenOver } = await create(
                definition,
                project,
                creationOf(context, inputs, project),
                task,
            );
            const { id, known } = resource;
            hold(id, takenOver);
            await task.reportDone();
            return { id, outs: outsOf(known, false) };
        },
        hold,
    );
}
