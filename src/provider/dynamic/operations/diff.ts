import {
    absentWarning,
    assertNoProblem,
    assertSameResource,
    isBeingDeleted,
    namesOf,
    newReferenceProblems,
    reasonToKeep,
    recordUnlessGone,
    ResourceInProgress,
    sharedError,
    UserError,
    type Dependent,
} from "../../lifecycle";
import { nameInUrn } from "../../../shared/registration";
import { compare, undoChange, type DiffContext, type Difference } from "../compare";
import { desiredOf, unknownIn, type Inputs } from "../inputs";
import { identityOf, lastSeenOf, type State } from "../state";
import { projectOf, refOf, reportedOnce, type Operation } from "./operation";

/** Compares state and inputs, and reports the plan. In a refresh, where nothing is carried out, only warnings are reported. */
export async function diffResource(
    operation: Operation,
    id: string,
    state: State,
    inputs: Inputs,
): Promise<Pick<Difference, "changes" | "replaces" | "deleteBeforeReplace">> {
    const { definition, runtime, report } = operation;
    const { args } = inputs;
    const { urn } = inputs.hidden;
    const program = runtime.program.comparedAs(urn, id);
    const adoptsAnother = program !== undefined && typeof args.adopt === "string" && args.adopt !== id;
    const context: DiffContext = {
        program,
        refresh: !runtime.program.hasBegun,
        autoName: runtime.connections.settings.autoName,
        isPossiblyReplaced: (parent) => runtime.program.possiblyReplaced.has(parent),
        successorOf: (type, of) => runtime.program.successorOf(type, of),
        isGone: adoptsAnother && (await provenRecord(operation, id, state, args)) === undefined,
    };
    const { plan, warnings, mayReplace, needsName, ...answer } = await differenceOf(
        operation,
        id,
        state,
        inputs,
        context,
    );
    const replaces = answer.replaces.length > 0;
    const deletesFirst = answer.deleteBeforeReplace;
    if (replaces && runtime.program.hasRead(urn)) throw replacedImportError(definition.noun, id, answer.replaces);
    if (program === undefined) {
        for (const warning of warnings) await report.warn(warning);
        return answer;
    }
    if (mayReplace) runtime.program.possiblyReplaced.add(id);
    // What is deleted first is deleted before the rest of the program is known: no other resource may adopt it.
    const givesUp = replaces && !deletesFirst;
    noteOwner(operation, state, args.profile, urn, id, { replaces, givesUp });
    let looked: Looked | undefined;
    if (program.preview && answer.changes)
        looked = await lookInPreview(operation, id, state, inputs, { replaces, deletesFirst });
    // Before a replacement is begun, so that no successor is created in vain.
    if (!program.preview && replaces && !adoptsAnother)
        looked = { record: await provenRecord(operation, id, state, args) };
    assertMayReplace(operation, id, state, looked, answer.replaces);
    if (givesUp) runtime.owners.release(identityOf(state), urn);
    const isAbsent = program.preview && looked !== undefined && looked.record === undefined;
    runtime.program.noteDiff(urn, {
        definition,
        id,
        replaces,
        deletesFirst,
        needsName,
        keepsName: !answer.replaces.includes("name"),
        isAbsent,
    });
    if (isAbsent && !replaces) {
        const now = runtime.clock.now();
        await report.warn(absentWarning(`${definition.noun} ${id}`, lastSeenOf(definition, state, now), now));
    }
    const held = heldWarning(`${definition.noun} ${id}`, looked?.attached);
    await reportPlan(report, plan, [...warnings, ...held], program.preview);
    return answer;
}

/** What a look at the resource has shown. */
interface Looked {
    /** Undefined: nothing. */
    readonly record: unknown;
    /** What keeps the API from deleting it. */
    readonly attached?: readonly Dependent[] | undefined;
}

const heldWarning = (who: string, attached: readonly Dependent[] = []): string[] =>
    attached.length === 0
        ? []
        : [
              `${who} is to be deleted first (\`deleteBeforeReplace\`), which fails as long as ${namesOf(attached)} uses it, unless that is replaced in this \`up\` as well. ` +
                  "Without the option, the new one is created first, and what this program has in the old one moves to it.",
          ];

function assertMayReplace(
    { definition }: Operation,
    id: string,
    state: State,
    looked: Looked | undefined,
    replaces: readonly string[],
): void {
    if (looked?.record === undefined || replaces.length === 0) return;
    const reason = reasonToKeep(definition, id, looked.record, { ...state, keep: undoChange });
    if (reason !== undefined) throw new UserError(`${replaces.join(" and ")} cannot change in place, and ${reason}`);
}

/** Undefined where the resource is proven gone, which needs several looks. */
async function provenRecord(operation: Operation, id: string, state: State, args: Inputs["args"]) {
    const { definition, runtime, report } = operation;
    const project = await projectOf(operation, state, state.outputs, args);
    const lastSeen = lastSeenOf(definition, state, runtime.clock.now());
    return recordUnlessGone(definition, project, id, lastSeen, (text) => report.status(text));
}

/**
 * One look, which also makes a wrong address or key fail the preview. All resources of a collection share one request. Undefined where an
 * earlier resource has reported the same error.
 */
const lookInPreview = (
    operation: Operation,
    id: string,
    state: State,
    inputs: Inputs,
    { replaces, deletesFirst }: { readonly replaces: boolean; readonly deletesFirst: boolean },
): Promise<Looked | undefined> =>
    reportedOnce(operation, async () => {
        const { definition } = operation;
        // Where the program changes the profile, the `up` uses the new one.
        const profile = unknownIn(inputs).includes("profile") ? state.profile : inputs.args.profile;
        const connection = { profile, projectId: state.projectId };
        const project = await projectOf(operation, connection, state.outputs, inputs.args);
        const desired = desiredOf(definition, inputs, state.given);
        if (!replaces)
            assertNoProblem(await newReferenceProblems(definition, project, state.remembered.observed, desired));
        const resourceClient = definition.clientFor(project, id);
        const record = await resourceClient.read({ fresh: replaces, single: replaces });
        return { record, attached: deletesFirst ? await resourceClient.attached?.() : undefined };
    });

async function reportPlan(
    report: Operation["report"],
    plan: string,
    warnings: readonly string[],
    isPreview: boolean,
): Promise<void> {
    // In a preview the plan is a line that stays.
    if (plan !== "" && isPreview) await report.note(plan);
    else if (plan !== "") await report.status(plan);
    report.debug(`plan: ${[plan, ...warnings].filter(Boolean).join("; ") || "no changes"}`);
    for (const warning of warnings) await report.warn(warning);
}

const replacedImportError = (noun: string, id: string, replaces: readonly string[]): UserError =>
    new UserError(
        `${noun} ${id} is not imported, since it would be replaced at once: the program has another ${replaces.join(" and another ")}. ` +
            "Declare it as it is: `clouddb program` prints the arguments. " +
            "With `--skip-preview`, the state has it all the same: `pulumi state delete` removes it there, and leaves it running.",
    );

/** After a failure halfway, the state may lack what its calls have changed: what changes in place goes by what the resource shows. */
async function differenceOf(
    operation: Operation,
    id: string,
    state: State,
    inputs: Inputs,
    context: DiffContext,
): Promise<Difference> {
    const { definition } = operation;
    const byState = compare(definition, id, state, inputs, context);
    // What shows between the preview and the `up` must not decide on a replacement.
    if (context.program === undefined || byState.replaces.length > 0 || byState.mayReplace) return byState;
    const { updateFailed = false, unfinished = false } = state.hidden;
    // An `up` that finishes a creation looks itself.
    if (!updateFailed && !(unfinished && context.program.preview)) return byState;
    const look = () => asShown(operation, id, state, inputs);
    const shown = context.program.preview ? await reportedOnce(operation, look) : await look();
    const byApi = compare(definition, id, shown ?? state, inputs, context);
    return byApi.replaces.length === 0 ? byApi : byState;
}

/** The state with what the resource's own GET shows. */
async function asShown(operation: Operation, id: string, state: State, { args }: Inputs): Promise<State> {
    const { definition, runtime, report } = operation;
    const project = await projectOf(operation, state, state.outputs, args);
    const record = await definition.clientFor(project, id).read({ fresh: false, single: true });
    if (record === undefined) return state;
    assertSameResource(definition, id, record, state.remembered);
    const resource = new ResourceInProgress(definition, id, state.remembered);
    const observation = resource.observe(record, true);
    const { condition, status = "" } = observation;
    for (const key of state.hidden.secretArguments ?? []) runtime.secrets.learn(resource.known.observed[key]);
    // Of what is being deleted, the plan says that the `up` will fail.
    if (condition === "busy" && !isBeingDeleted(observation))
        await report.warn(
            `An operation is in progress at the API (${status}), and may still change what this compares with. The \`up\` waits for its end.`,
        );
    return { ...state, remembered: resource.known, outputs: { ...state.outputs, status } };
}

/** As after a `pulumi state rename` that the program did not follow. */
const takenOverError = (noun: string, id: string, urn = "", taker: string): string => {
    const name = nameInUrn(taker) ?? taker;
    return (
        `${noun} ${id} has the generated name of ${name}, which would take it over, and this resource, which has it now, would be replaced. ` +
        `Two resources cannot share one. If it belongs to ${name}: \`pulumi state rename '${urn}' ${name}\`. If not, give ${name} another \`name\`.`
    );
};

/**
 * Notes which resource manages a record, so that no other deletes or adopts it.
 *
 * @throws UserError - if another of the program has it, or is to adopt it, and this one does not give it up.
 */
function noteOwner(
    operation: Operation,
    state: State,
    profile: string | undefined,
    urn: string | undefined,
    id: string,
    { replaces, givesUp }: { readonly replaces: boolean; readonly givesUp: boolean },
): void {
    const { definition, runtime } = operation;
    if (state.projectId === undefined || definition.creation === undefined) return;
    const ref = refOf(operation, profile, state.projectId, id, state.remembered.observed);
    const taker = runtime.owners.takerByName(urn, ref);
    if (replaces && taker !== undefined) throw new UserError(takenOverError(definition.noun, id, urn, taker));
    runtime.owners.hold(identityOf(state), urn, ref, { isReplaced: replaces });
    if (givesUp) return;
    const rival = runtime.owners.rivalOf(urn, ref);
    if (rival === undefined) return;
    const name = nameInUrn(rival) ?? rival;
    // In a preview, it has not been taken over yet.
    const isAnnounced = rival === taker && runtime.program.of(urn)?.preview === true;
    const asNew = isAnnounced
        ? ` If ${name} is to be a new one: \`onNameConflict: "ignore"\` or another \`name\`.`
        : "";
    throw new UserError(sharedError(definition.noun, id, name) + asNew);
}
