import { type AnyDefinition, losesData, reasonToKeep, remove, UserError } from "../../lifecycle";
import { aliasOption, nameInUrn } from "../../../shared/registration";
import { identityOf, lastSeenOf, type State } from "../state";
import { isProtectedIn, projectOf, refOf, taskFor, type Operation } from "./operation";
import { quoted } from "../../../shared/visible";

/** Deletes a resource and waits until it is gone. Deletes nothing if another resource of the program manages the record now. */
export async function deleteResource(operation: Operation, id: string, state: State): Promise<void> {
    const { definition, runtime, report } = operation;
    const { clock, owners } = runtime;
    const self = identityOf(state);
    const { deletion } = definition;
    if (definition.creation === undefined) return;
    const project = await projectOf(operation, state, state.outputs);
    const { urn } = state.hidden;
    const who = `${definition.noun} ${id}`;
    const ref = refOf(operation, state.profile, project.id, id, state.remembered.observed);
    const holder = owners.anotherHolder(self, urn, ref);
    if (holder !== undefined) {
        owners.release(self, urn);
        // The engine does not tell a create that it replaces by force, so only its own predecessor shows that it was to do so.
        if (holder.adoptedByName && holder.urn === urn) throw new UserError(keptByTaker(who, definition, state));
        // After a change of its URN, it may also be the resource itself.
        if (holder.owner === self && urn !== undefined) throw new UserError(sameToken(who, nameInUrn(holder.urn)));
        await report.warn(`${who} is now managed as ${nameInUrn(holder.urn) ?? holder.urn}, and is not deleted.`);
        return;
    }
    try {
        const keep = urn !== undefined && runtime.program.lacks(urn) ? putBack(urn) : "";
        const isLeftOut = runtime.program.lacks(urn) || runtime.program.diffOf(urn)?.replaces === true;
        const task = taskFor(operation, "delete", state.hidden.timeouts);
        await remove(definition, project, id, task, {
            ...lastSeenOf(definition, state, clock.now()),
            deletesContents: deletion !== undefined && state.outputs[deletion.force] === true,
            absence: runtime.absences.observer(definition, id, isProtectedIn(definition, state), "delete"),
            refuse(record) {
                const adopter = owners.awaitedBy("adopts", ref);
                if (adopter !== undefined) return notAdoptedYet(who, nameInUrn(adopter) ?? adopter);
                const reader = isLeftOut ? owners.awaitedBy("reads", ref) : undefined;
                if (reader !== undefined) return stillRead(definition, id, nameInUrn(reader) ?? reader);
                return reasonToKeep(definition, id, record, { ...state, keep });
            },
        });
        owners.release(self, urn);
        await task.reportDone();
    } catch (error) {
        // The resource stays in the state, so another one that manages the same record must not delete it.
        owners.hold(self, urn, ref, { isDeclared: owners.release(self, urn) });
        throw error;
    }
}

const stillRead = ({ type, noun }: AnyDefinition, id: string, reader: string): string =>
    `${noun} ${id} is not deleted: \`${type}.get(${quoted(reader)}, ...)\` of this program still reads it. To keep it, put its resource back into the program; ` +
    "or give it up without deleting it: `pulumi state delete` with its URN. To delete it, remove the `get` as well.";

const sameToken = (who: string, holder = ""): string =>
    `${who} is not deleted: ${holder} in this program manages it as well, as after an import of one file under two names. ` +
    "Remove the other entry from the state with `pulumi state delete` and its URN.";

/** After a forced replacement, or a rename that the program did not follow, or undid without an alias: the engine reports none of these. */
function keptByTaker(who: string, definition: AnyDefinition, { outputs, given }: State): string {
    const secrets = definition.secrets.filter((key) => typeof outputs[key] === "string");
    const isInProgram = secrets.some((key) => given.includes(key));
    const onlyThere = secrets.map((key) => `\`${key}\``).join(" and ");
    return (
        `${who} is not deleted: the resource that was created in this operation has the same generated name, and has taken ${who} over as it was. ` +
        "To keep it, run `pulumi up` again: that only removes the old entry from the state. " +
        (secrets.length === 0 || isInProgram
            ? ""
            : `That entry may be the only one that has ${onlyThere}: before you do that, note what is in force (\`pulumi stack export --show-secrets\`). `) +
        "If you forced a replacement (`--replace`, taint): " +
        `to replace it${losesData(definition) ? " and lose its data" : ""}, set \`deleteBeforeReplace: true\` among the resource's options, and force it again.`
    );
}

const putBack = (urn: string): string =>
    `put ${quoted(nameInUrn(urn))} back into the program; or, if it is there under another name or parent, add the option ${aliasOption(urn)} to it`;

const notAdoptedYet = (what: string, adopter: string): string =>
    `${what} is not deleted: ${adopter} is to adopt it, and has not done so yet. ` +
    "Run `pulumi up` again, or remove `adopt` if it is not to be adopted.";
