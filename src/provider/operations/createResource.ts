import { previewCreate, type Problem, create, type AnyKnownState } from "../../lifecycle";
import { parseInputs, unknownIn, type PropertyMap } from "../inputs";
import { creationOf, projectOf, reportedOnce, type OperationContext, refOf, taskFor } from "./context";
import { keepingState } from "../failures";
import { givenAfter, newOwner, stateOf } from "../state";

/**
 * Looks up what a creation would meet, so that the preview fails where the `up` would: a wrong address or key, a name that is taken,
 * a VPC or a parent that does not exist, an adoption that is not possible. Logs what would be adopted.
 */
export async function previewCreation(context: OperationContext, properties: PropertyMap): Promise<Problem[]> {
    const { definition, runtime } = context;
    const inputs = parseInputs(properties);
    const { urn } = inputs.hidden;
    const unknown = unknownIn(inputs);
    if (unknown.includes("profile") || unknown.includes("projectId")) return [];
    const preview = await reportedOnce(context, async () => {
        const project = await projectOf(runtime, inputs.args.profile, inputs.args.projectId, properties);
        return previewCreate(definition, project, {
            ...creationOf(context, inputs, project),
            unknown,
            deletesFirst: inputs.hidden.deleteBeforeReplace === true,
        });
    });
    const { problems = [], note, warning } = preview ?? {};
    if (note !== undefined) await runtime.log.info(urn, note);
    if (warning !== undefined) await runtime.log.warn(urn, warning);
    return [...problems];
}

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
    const now = () => Math.floor(runtime.clock.now() / 1000);
    // An answer may have been lost before: what counts for how long the API may hide it is the call that was accepted.
    let made = now();
    const onCreated = () => void (made = now());
    const project = await projectOf(runtime, profile, projectId, properties);
    const outsOf = (known: AnyKnownState, unfinished: boolean) =>
        stateOf(definition, known, {
            args: inputs.args,
            given: givenAfter(inputs, [], true),
            hidden: { ...inputs.hidden, owner, made, unfinished },
            project,
        });
    const hold = (id: string, adoptedByName = false) =>
        runtime.owners.hold(owner, urn, refOf(context, profile, project.id, id), { adoptedByName });
    return keepingState<{ id: string; outs: { [key: string]: unknown } }>(
        (known) => outsOf(known, true),
        async () => {
            const task = taskFor(context, "create", inputs.hidden);
            const { resource, adoptedByName } = await create(
                definition,
                project,
                { ...creationOf(context, inputs, project), onCreated },
                task,
            );
            const { id, known } = resource;
            hold(id, adoptedByName);
            await task.reportDone();
            return { id, outs: outsOf(known, false) };
        },
        hold,
    );
}
