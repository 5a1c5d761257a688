import { create, type CreateRequest, type KnownState, type Project } from "../../lifecycle";
import { nameInUrn } from "../../../shared/registration";
import { hashIndex } from "../autoName";
import { givenIn, type Inputs, type Properties } from "../inputs";
import { newOwner, stateOf } from "../state";
import { keepingState, projectOf, refOf, taskFor, type Operation } from "./operation";

export function createRequest(operation: Operation, inputs: Inputs, project: Project): CreateRequest {
    const { definition, runtime } = operation;
    const { urn = "", autoNamed, unscoped, retainOnDelete } = inputs.hidden;
    const { owners, program, connections, isCi } = runtime;
    const ref = (id: string) => refOf(operation, inputs.args.profile, project.id, id);
    return {
        args: { onNameConflict: connections.settings.onNameConflict, ...inputs.args },
        fallbackName: nameInUrn(urn) ?? "",
        creator: {
            owner: urn,
            // The engine does not mark a forced replacement. Where the URN existed before, this may be one. `retainOnDelete` keeps the predecessor.
            replacing: program.of(urn)?.existed === true || retainOnDelete === true,
            retainsFormer: retainOnDelete === true,
            predecessor: program.diffOf(urn)?.id,
            hasGeneratedName: autoNamed === "unique" && unscoped !== true,
            hashAt: hashIndex(inputs),
            isCi,
            program: {
                rivalOf: (id) => nameInUrn(owners.rivalOf(urn, ref(id))),
                storedAs(id) {
                    const stored = owners.storedAs(ref(id));
                    // After an import, the state has a token only.
                    return stored === undefined || stored.startsWith("urn:") ? stored : urn;
                },
                take: (id, how) => owners.expectAdoption(urn, ref(id), how),
                manages: (id) => owners.isHeld({ ...ref(id), type: definition.containedIn?.type ?? definition.type }),
            },
        },
    };
}

/** Creates, forks or adopts a resource. @throws InitError - if it fails after the resource exists. */
export async function createResource(operation: Operation, inputs: Inputs): Promise<{ id: string; outs: Properties }> {
    const { definition, runtime } = operation;
    const { args, hidden } = inputs;
    const owner = newOwner();
    const now = () => Math.floor(runtime.clock.now() / 1000);
    // The time of the call that was accepted: earlier calls may have lost their responses.
    let createdAt = now();
    const onCreated = () => void (createdAt = now());
    const project = await projectOf(operation, args, args);
    const outsOf = (known: KnownState, unfinished: boolean) =>
        stateOf(definition, known, {
            args,
            given: givenIn(inputs),
            hidden: { ...hidden, owner, createdAt, unfinished },
            project,
        });
    const hold = (id: string, { observed }: KnownState, adoptedByName = false) => {
        const ref = refOf(operation, args.profile, project.id, id, observed);
        runtime.owners.replacePredecessor(hidden.urn);
        runtime.owners.hold(owner, hidden.urn, ref, { adoptedByName });
    };
    const work = async () => {
        const task = taskFor(operation, "create", hidden.timeouts);
        const request = { ...createRequest(operation, inputs, project), onCreated };
        const { resource, adoptedByName } = await create(definition, project, request, task);
        hold(resource.id, resource.known, adoptedByName);
        await task.reportDone();
        return { id: resource.id, outs: outsOf(resource.known, false) };
    };
    return keepingState((known) => outsOf(known, true), work, hold);
}
