import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import {
    type AnyDefinition,
    type AnyDesired,
    type CurrentProperties,
    nameFor,
    newReferenceProblems,
    differs,
    replacedBy,
} from "./definition";
import { assertNoProblem, UserError } from "./errors";
import { Converger } from "./converge";
import { createOnce, type CreateResult } from "./creation/createOnce";
import type { CreateSpec } from "./creation/createSpec";
import { attemptOf, type Creator } from "./creation/attempt";
import { commonRules, type CommonArgs } from "./definitions/fields";
import { firstObservation, ResourceInProgress, withValues, type KnownState } from "./observation";
import type { Project } from "./project";
import type { OperationProgress } from "./task";
import { nextSureLook } from "./wait/schedule";
import { quoted } from "../../shared/visible";

/**
 * What is known of a resource that is to be adopted. A record does not show some arguments of the creation: they count as desired.
 *
 * @throws UserError - if it does not exist, or differs in arguments that only a replacement changes: names every difference.
 */
export function adoptable(
    definition: AnyDefinition,
    project: Project,
    id: string,
    desired: AnyDesired,
    record: unknown,
): KnownState {
    const { noun } = definition;
    if (record === undefined)
        throw new UserError(
            `There is no ${noun} ${id} in project ${project.id} to adopt. Check the id, the project and the address.`,
        );
    const known = firstObservation(definition, id, record, desired);
    const current: CurrentProperties = { ...known.observed, projectId: project.id };
    const { unshown: unshownKeys = [] } = definition.creation ?? {};
    const others = unshownKeys.filter((key) => differs(definition, key, desired, current));
    const differing = [...new Set([...replacedBy(definition, desired, current, []), ...others])];
    const isUnshown = (key: string) =>
        (definition.rules[key] === "replace" || unshownKeys.includes(key)) && known.observed[key] === undefined;
    const unshown = Object.entries(desired).filter(([key]) => isUnshown(key));
    if (differing.length === 0) return withValues(known, Object.fromEntries(unshown));
    // A record does not show all arguments of its creation, such as the addons.
    const isNow = (key: string) => (current[key] === undefined ? "" : `${quoted(current[key])}, `);
    const said = differing.map((key) => `${key} is ${isNow(key)}not ${quoted(desired[key])}`);
    throw new UserError(
        `${noun} ${id} cannot be adopted: ${said.join("; ")}. Only a new ${noun} could have that; correct the arguments or leave out \`adopt\`.`,
    );
}

export interface CreateRequest {
    readonly creator: Creator;
    readonly args: CommonArgs & Record<string, unknown>;
    /** The name for a resource that is given none: the one in its URN. */
    readonly fallbackName: string;
    /** Called when the create call has been accepted. */
    readonly onCreated?: () => void;
}

/**
 * Creates, forks or adopts a resource, and brings it to the desired state. `adoptedByName`: an interrupted `up` had left it, and it was
 * found by its name.
 *
 * @throws UnfinishedError - with the id, from the API's answer to the create call on.
 */
export async function create(
    definition: AnyDefinition,
    project: Project,
    request: CreateRequest,
    task: OperationProgress,
): Promise<{ readonly resource: ResourceInProgress; readonly adoptedByName: boolean }> {
    const { args, fallbackName, creator } = request;
    if (definition.waitsFor !== undefined)
        return {
            resource: await waitForExisting(definition, definition.waitsFor, project, args, task),
            adoptedByName: false,
        };
    if (args.adopt !== undefined) {
        assertNoRival(definition, args.adopt, creator);
        const resource = await adoptExisting(definition, project, args.adopt, args, task);
        return { resource, adoptedByName: false };
    }
    const name = nameFor(args, fallbackName);
    const attempt = attemptOf(definition, project, args, name, creator);
    const { spec } = attempt;
    // Without this, a service would be made first, and then could not be attached to its VPC.
    assertNoProblem((await definition.references.problems?.(project, args)) ?? []);
    task.report(spec.progress, undefined);
    const { record, from, answer, duplicates } = await createOnce(attempt, task);
    request.onCreated?.();
    const id = attempt.idOf(record);
    if (from === "existing") {
        const resource = await adoptExisting(definition, project, id, { ...args, name }, task, { record });
        return { resource, adoptedByName: true };
    }
    const isProven = from === "answer" || creator.hasGeneratedName;
    const first = firstObservation(definition, id, record, { ...args, name }, true);
    const resource = new ResourceInProgress(
        definition,
        id,
        withValues(first, spec.answer?.values(answer, isProven) ?? {}),
    );
    const converger = new Converger(project, resource, task, task.deadline);
    await resource.preservingState(async () => {
        if (!isProven) assertNothingLeftUndone(definition, spec, id);
        await converger.waitFor(spec.progress, spec.effect ?? {}, record, from === "answer");
        await converger.converge(args);
        await assertNoDuplicates(duplicates, spec.label, id, task);
    });
    return { resource, adoptedByName: false };
}

/** @throws UserError where another resource of the program has, or is to adopt, what has the id. */
export function assertNoRival({ noun }: AnyDefinition, id: string, { program }: Creator): void {
    const rival = program.rivalOf(id);
    if (rival === undefined) {
        program.take(id);
        return;
    }
    throw new UserError(sharedError(noun, id, rival));
}

/** For two resources of one program that would manage the same. */
export const sharedError = (noun: string, id: string, rival: string): string =>
    `${noun} ${id} belongs to ${rival} in this program as well. Two resources cannot share one: a deletion of either would delete it for both. ` +
    "Remove one of them from the program, or its `adopt`; the other one keeps it.";

/** A match by a name from the program is no proof. */
function assertNothingLeftUndone({ noun }: AnyDefinition, { answer }: CreateSpec, id: string): void {
    if (answer?.leftUndone === undefined) return;
    throw new UserError(
        `The response to the creation was lost. The ${noun} ${id} matches by its name, its arguments and its age, but that is no proof, so ${answer.leftUndone}.`,
    );
}

/** A call before the successful one may have created another, which a lagging list may show only later. */
async function assertNoDuplicates(
    duplicates: CreateResult["duplicates"],
    label: string,
    id: string,
    task: OperationProgress,
): Promise<void> {
    if (duplicates === undefined) return;
    const completedAt = task.clock.now();
    const until = Math.min(Math.max(duplicates.until, completedAt + duplicates.window), task.deadline);
    const others = new Map<string, string>();
    for (;;) {
        for (const one of await duplicates.find()) others.set(one.id ?? one.text, one.text);
        const now = task.clock.now();
        if (now >= until) break;
        task.reportWait("making sure that the attempts before did not create another", until - completedAt);
        await task.clock.sleep(Math.min(nextSureLook(now), until - now));
    }
    if (others.size === 0) return;
    throw new UserError(
        `${label} was created more than once (${[id, ...others.values()].join("; ")}): a call that was answered with an error may have created one as well. ` +
            `Delete what is not needed. The next \`pulumi up\` goes on with ${id}.`,
    );
}

/** Nothing is created, and any number of resources may wait for the same one. */
async function waitForExisting(
    definition: AnyDefinition,
    { argument, noun, progress }: NonNullable<AnyDefinition["waitsFor"]>,
    project: Project,
    args: CreateRequest["args"],
    task: OperationProgress,
): Promise<ResourceInProgress> {
    const id = String(args[argument]);
    const record = await definition.clientFor(project, id).read({ fresh: true });
    if (record === undefined) throw new UserError(`There is no ${noun} ${id} in project ${project.id}.`);
    task.report(progress, undefined);
    return adoptExisting(definition, project, id, args, task, { record, progress });
}

async function adoptExisting(
    definition: AnyDefinition,
    project: Project,
    id: string,
    desired: AnyDesired,
    task: OperationProgress,
    { record: found, progress = "adopting" }: { readonly record?: unknown; readonly progress?: string } = {},
): Promise<ResourceInProgress> {
    // A list may show what no longer exists.
    const record = found ?? (await definition.clientFor(project, id).read({ fresh: true, single: true }));
    const known = adoptable(definition, project, id, desired, record);
    assertNoProblem(await newReferenceProblems(definition, project, known.observed, desired));
    const resource = new ResourceInProgress(definition, id, known);
    await resource.preservingState(async () => {
        const converger = new Converger(project, resource, task);
        await converger.waitFor(progress, {}, record);
        await converger.converge(desired);
    });
    return resource;
}
/** The arguments with which a program leaves a resource as it is. An omitted one is not managed. */
export function argumentsAsTheyAre(
    { schema, resets, adoption }: AnyDefinition,
    observed: CurrentProperties,
): Readonly<Record<string, unknown>> {
    const defaults: CurrentProperties = resets;
    const values: CurrentProperties = { ...observed, ...adoption?.args?.(observed) };
    const given = Object.entries<z.ZodType>(schema.shape)
        .filter(([key]) => !(key in commonRules))
        .map(([key, type]) => ({ key, type, value: values[key] }))
        .filter(({ key, value }) => value !== undefined && value !== null && !isDeepStrictEqual(value, defaults[key]))
        // An optional value that no program could give is left as it is.
        .filter(({ type, value }) => !type.safeParse(undefined).success || type.safeParse(value).success);
    return Object.fromEntries(given.map(({ key, value }) => [key, value]));
}
