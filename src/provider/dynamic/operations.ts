import {
    type AnyDefinition,
    type KnownState,
    create,
    type CreateRequest,
    type CurrentProperties,
    OperationProgress,
    previewCreate,
    type Problem,
    type Project,
    read,
    type Remembered,
    type Reporter,
    secretProperties,
    type Timeouts,
    update,
    UserError,
} from "../lifecycle";
import { nameInUrn } from "../../shared/registration";
import { check, hashIndex, nameScope, timeoutOf } from "./check";
import { keepingState } from "./failures";
import {
    desiredOf,
    givenIn,
    parseInputs,
    unknownIn,
    type HiddenInputs,
    type Inputs,
    type Properties,
    type PropertyMap,
} from "./inputs";
import type { ResourceRef } from "./holding";
import { shownProblems } from "./shownProblems";
import type { Runtime } from "./runtime";
import { identityOf, inputsFrom, lastSeenOf, newOwner, parseState, stateOf, type State } from "./state";

/** What every operation gets: the definition of the resource type, and what all types share. */
export interface OperationContext {
    readonly definition: AnyDefinition;
    readonly runtime: Runtime;
}

/**
 * A line that stays. In the CLI's `--diff` view, nothing else tells which resource it is about. `who` names one whose URN is not in its
 * state, as after an import.
 */
export const about = (urn: string | undefined, text: string, who = "it"): string => `${nameInUrn(urn) ?? who}: ${text}`;

/** The deadline of an operation, and its progress messages, which go to the engine's log. */
export const taskFor = (
    { definition, runtime }: OperationContext,
    operation: keyof Timeouts,
    { urn, timeouts }: Pick<HiddenInputs, "urn" | "timeouts">,
    timeoutKey: keyof Timeouts = operation,
    who?: string,
): OperationProgress => {
    const reporter: Reporter = {
        status: (text) => runtime.log.status(urn, urn === undefined ? about(urn, text, who) : text),
        note: (text) => void runtime.log.info(urn, about(urn, text)),
        warn: (text) => void runtime.log.warn(urn, about(urn, text)),
        step: (text) => {
            void runtime.log.info(urn, about(urn, text));
            // The row of the stack.
            void runtime.log.status(undefined, about(urn, text));
        },
        debug: (text) => runtime.log.debug(urn, text),
    };
    const limit = timeoutOf(timeoutKey, timeouts, definition.timeouts);
    return new OperationProgress(operation, runtime.clock, limit, reporter, timeoutKey);
};

/** Runs a look-up of a preview. Undefined where an earlier resource has reported the same error, which fails the preview already. */
export async function reportedOnce<T>({ runtime }: OperationContext, lookUp: () => Promise<T>): Promise<T | undefined> {
    try {
        return await lookUp();
    } catch (error) {
        if (runtime.program.isNews(error)) throw error;
        return undefined;
    }
}

/**
 * Identifies the record with this id.
 *
 * @param projectId - undefined: the default project, whichever it is.
 * @param values - what is known of it.
 */
export const refOf = (
    { definition, runtime }: OperationContext,
    profile: string | undefined,
    projectId: string | undefined,
    id: string,
    values: CurrentProperties = {},
): ResourceRef => ({
    type: definition.type,
    address: runtime.connections.client(profile).baseUrl,
    projectId: projectId ?? runtime.connections.configuredProject(profile),
    id,
    facts: Object.fromEntries(Object.keys(definition.records.identity).map((key) => [key, values[key]])),
    identity: definition.records.identity,
});

/** Opens the project to work in, and registers the secrets of `secretSources`, which are then redacted from all errors. */
export function projectOf(
    { connections }: Runtime,
    profile: string | undefined,
    projectId: string | undefined,
    ...secretSources: PropertyMap[]
): Promise<Project> {
    for (const source of secretSources)
        for (const key of secretProperties) {
            const secret = source[key];
            if (typeof secret === "string" && secret !== "") connections.keepSecret(secret);
        }
    return connections.project(profile, projectId);
}

/** Validates the arguments of a resource that the program declares. Sends requests only for a creation in a preview. */
export async function checkResource(
    context: OperationContext,
    olds: PropertyMap,
    news: PropertyMap,
): Promise<{ inputs: Properties; failures: Problem[] }> {
    const { definition, runtime } = context;
    const { autoName } = runtime.connections.settings;
    const { args, hidden } = parseInputs(news);
    const { urn } = hidden;
    const unscoped = check(definition, olds, news, autoName);
    const known = Object.keys(definition.schema.shape);
    const failures = shownProblems(unscoped.failures, known, news);
    // Reports missing or invalid configuration in the preview already. Sends nothing.
    if (failures.length === 0) runtime.connections.client(args.profile);
    const hasOlds = Object.keys(olds).length > 0;
    const preview = hidden.preview === true;
    runtime.program.declare(urn, { existed: hasOlds, preview });
    if (failures.length > 0) return { inputs: unscoped.inputs, failures };
    if (args.adopt !== undefined && urn !== undefined)
        runtime.owners.expectAdoption(urn, refOf(context, args.profile, args.projectId, args.adopt));
    const openProject = () => projectOf(runtime, args.profile, args.projectId, news);
    const scoped = async () =>
        check(definition, olds, news, autoName, await nameScope(runtime, hidden.organization, openProject));
    const checked = !unscoped.isScoped ? unscoped : preview ? await reportedOnce(context, scoped) : await scoped();
    if (checked === undefined) return { inputs: unscoped.inputs, failures };
    const { inputs, notice } = checked;
    if (notice !== undefined) await runtime.log.info(urn, notice);
    if (!preview || hasOlds) return { inputs, failures };
    const parsed = parseInputs(inputs);
    const predecessor = runtime.program.diffOf(urn);
    // Until the creation, there is a predecessor that may have the same name.
    const mayShareName = predecessor?.deletesFirst === true || parsed.hidden.autoNamed !== "unique";
    const sharesName = predecessor?.replaces === true && !predecessor.isAbsent && mayShareName;
    return { inputs, failures: shownProblems(await previewCreation(context, inputs, parsed, sharesName), known) };
}

/**
 * Looks up what a creation would meet, so that the preview fails where the `up` would: a wrong address or key, a name that is taken,
 * a VPC or a parent that does not exist, an adoption that is not possible. Logs what would be adopted.
 */
async function previewCreation(
    context: OperationContext,
    properties: PropertyMap,
    inputs: Inputs,
    sharesName: boolean,
): Promise<readonly Problem[]> {
    const { definition, runtime } = context;
    const { urn, deleteBeforeReplace } = inputs.hidden;
    const unknown = unknownIn(inputs);
    if (unknown.includes("profile") || unknown.includes("projectId")) return [];
    const preview = await reportedOnce(context, async () => {
        const project = await projectOf(runtime, inputs.args.profile, inputs.args.projectId, properties);
        const request = createRequest(context, inputs, project);
        const deletesFirst = deleteBeforeReplace === true;
        return previewCreate(definition, project, { ...request, unknown, deletesFirst, sharesName });
    });
    const { problems = [], note, warnings = [] } = preview ?? {};
    if (note !== undefined) await runtime.log.info(urn, about(urn, note));
    for (const warning of warnings) await runtime.log.warn(urn, about(urn, warning));
    return problems;
}

function createRequest(context: OperationContext, inputs: Inputs, project: Project): CreateRequest {
    const { definition, runtime } = context;
    const { urn = "", autoNamed, unscoped, retainOnDelete } = inputs.hidden;
    const { owners, program, connections, isCi } = runtime;
    const ref = (id: string) => refOf(context, inputs.args.profile, project.id, id);
    return {
        args: { onNameConflict: connections.settings.onNameConflict, ...inputs.args },
        fallbackName: nameInUrn(urn) ?? "",
        creator: {
            owner: urn,
            // The engine does not mark a forced replacement. Where the URN existed before, this may be one. `retainOnDelete` keeps the predecessor.
            replacing: program.of(urn)?.existed === true || retainOnDelete === true,
            predecessor: program.diffOf(urn)?.id,
            hasGeneratedName: autoNamed === "unique" && unscoped !== true,
            hashAt: hashIndex(inputs),
            isCi,
            program: {
                rivalOf: (id) => nameInUrn(owners.rivalOf(urn, ref(id))),
                take: (id, how) => owners.expectAdoption(urn, ref(id), how),
                manages: (id) => owners.isHeld({ ...ref(id), type: definition.containedIn?.type ?? definition.type }),
            },
        },
    };
}

/** Creates, forks or adopts a resource. @throws InitError - if it fails after the resource exists. */
export async function createResource(
    context: OperationContext,
    properties: PropertyMap,
): Promise<{ id: string; outs: Properties }> {
    const inputs = parseInputs(properties);
    const { definition, runtime } = context;
    const { args, hidden } = inputs;
    const owner = newOwner();
    const now = () => Math.floor(runtime.clock.now() / 1000);
    // The time of the call that was accepted: earlier calls may have lost their responses.
    let createdAt = now();
    const onCreated = () => void (createdAt = now());
    const project = await projectOf(runtime, args.profile, args.projectId, properties);
    const outsOf = (known: KnownState, unfinished: boolean) =>
        stateOf(definition, known, {
            args,
            given: givenIn(inputs),
            hidden: { ...hidden, owner, createdAt, unfinished },
            project,
        });
    const hold = (id: string, { observed }: KnownState, adoptedByName = false) => {
        const ref = refOf(context, args.profile, project.id, id, observed);
        runtime.owners.replacePredecessor(hidden.urn);
        runtime.owners.hold(owner, hidden.urn, ref, { adoptedByName });
    };
    const work = async () => {
        const task = taskFor(context, "create", hidden);
        const request = { ...createRequest(context, inputs, project), onCreated };
        const { resource, adoptedByName } = await create(definition, project, request, task);
        hold(resource.id, resource.known, adoptedByName);
        await task.reportDone();
        return { id: resource.id, outs: outsOf(resource.known, false) };
    };
    return keepingState((known) => outsOf(known, true), work, hold);
}

/** Updates a resource to match the inputs, from whatever state it really has. @throws InitError - with the state reached so far. */
export async function updateResource(
    context: OperationContext,
    id: string,
    olds: PropertyMap,
    news: PropertyMap,
): Promise<{ outs: Properties }> {
    const { definition, runtime } = context;
    const state = parseState(definition, olds);
    const inputs = parseInputs(news);
    const { args, hidden } = inputs;
    const project = await projectOf(runtime, args.profile, state.projectId, olds, news);
    const self = identityOf(state);
    const owner = state.hidden.owner ?? newOwner();
    const { observed } = state.remembered;
    runtime.owners.hold(self ?? owner, hidden.urn, refOf(context, args.profile, project.id, id, observed));
    runtime.owners.rename(self, owner);
    const { createdAt, unfinished = false } = state.hidden;
    const given = givenIn(inputs);
    // After a failed update also the arguments of before, since their removal is still to be carried out.
    const all = [...new Set([...given, ...state.given, ...(hidden.removed ?? [])])];
    const outsOf = (known: KnownState, finished: boolean) =>
        stateOf(definition, known, {
            args,
            given: finished ? given : all,
            hidden: { ...hidden, owner, createdAt, unfinished: unfinished && !finished },
            project,
        });
    const work = async () => {
        const task = taskFor(context, "update", hidden, unfinished ? "create" : "update");
        const desired = desiredOf(definition, inputs, state.given);
        const lastSeen = lastSeenOf(definition, state, runtime.clock.now());
        const { known } = await update(definition, project, id, state.remembered, desired, task, lastSeen);
        await task.reportDone();
        return { outs: outsOf(known, true) };
    };
    return keepingState((known) => outsOf(known, false), work);
}

/** Reads a resource, for a refresh or a `get`. Without an `id` in the answer, it is gone. */
export async function readResource(
    context: OperationContext,
    id: string,
    props: PropertyMap,
): Promise<{ readonly id?: string; readonly props?: Properties; readonly inputs?: Properties }> {
    const { definition, runtime } = context;
    const state = parseState(definition, props, { lookup: true });
    const { given, hidden, stored } = state;
    const project = await projectOf(runtime, state.profile, state.projectId, props);
    const known = await read(definition, project, id, {
        remembered: state.remembered,
        managed: stored,
        report: (text) => runtime.log.status(hidden.urn, text),
        ...lastSeenOf(definition, state, runtime.clock.now()),
        absence: runtime.absences.observer(definition, id, isProtectedIn(definition, state), "read"),
    });
    if (known === undefined) {
        if (stored) return {};
        throw new UserError(`There is no ${definition.noun} ${id} in project ${project.id}.`);
    }
    if (!stored) {
        runtime.program.noteRead();
        runtime.owners.expectRead(hidden.urn, refOf(context, state.profile, project.id, id, known.observed));
    }
    const { args } = parseInputs(Object.fromEntries(Object.entries(props).filter(([key]) => given.includes(key))));
    const outputs = stateOf(definition, known, { args: { ...args, profile: state.profile }, given, hidden, project });
    // A refresh moves no protection.
    const protections = (definition.deletion?.protections ?? []).filter((key) => stored && key in state.outputs);
    for (const key of protections) outputs[key] = state.outputs[key];
    return { id, props: outputs, inputs: inputsFrom(outputs, given, hidden) };
}

/** What decides whether a resource may be deleted or replaced, beside what the API shows. */
export const rememberedIn = ({ remembered, outputs, given }: State): Remembered => ({
    known: remembered,
    outputs,
    given,
});

/** Whether the state says that the resource is protected. */
export const isProtectedIn = (definition: AnyDefinition, { outputs, given }: State): boolean =>
    definition.deletion?.guard(outputs, given) !== undefined;
