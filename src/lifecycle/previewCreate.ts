import { claimOf, type CreateRequest } from "./create";
import { assertAdoptable, nothingToAdopt } from "./creation/adoption";
import { duplicateCreateError, findExisting } from "./creation/findExisting";
import { nameFor, type Desired, type Problem, type ResourceDefinition } from "./definition";
import type { CommonArgs } from "./definitions/commonArgs";
import { UserError } from "./errors";
import { firstObservation } from "./firstObservation";
import type { Project } from "./project";

export interface PreviewRequest<Args> extends CreateRequest<Args> {
    /** The arguments that are given, and known only in the `up`. */
    readonly unknown: readonly string[];
}

/** What a create would meet. */
export interface CreatePreview {
    /** Why it would fail, by argument. */
    readonly problems: readonly Problem[];
    /** What it would take over, and change. */
    readonly note?: string;
}

/**
 * What a create would find if it ran now, as far as the arguments are known. It lists the collections that concern it, once for all
 * creates of a preview, and so also tries the address and the key.
 */
export async function previewCreate<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    project: Project,
    request: PreviewRequest<Args>,
): Promise<CreatePreview> {
    const { args, unknown } = request;
    const desired: Desired<Args> = args;
    if (typeof desired.adopt === "string") {
        const { adopt } = desired;
        return foundIn("adopt", () => previewAdoption(definition, project, adopt, desired));
    }
    const problems = (await definition.referenceProblems?.(project, args)) ?? [];
    const decides = (key: string) =>
        ["name", "adopt", "onNameConflict", ...(definition.fixedAtCreation ?? [])].includes(key) ||
        definition.rules[key as keyof typeof definition.rules] === "replace";
    // Whether the name conflicts, and what has it, depends on these.
    if (problems.length > 0 || unknown.some(decides)) return { problems };
    return foundIn("name" in definition.rules ? "name" : "", () => previewName(definition, project, request));
}

async function foundIn(property: string, preview: () => Promise<string | undefined>): Promise<CreatePreview> {
    try {
        const note = await preview();
        return { problems: [], ...(note === undefined ? {} : { note }) };
    } catch (error) {
        if (!(error instanceof UserError)) throw error;
        return { problems: [{ property, reason: error.message }] };
    }
}

/** @throws UserError if it does not exist, or cannot become what is desired. */
async function previewAdoption<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    project: Project,
    id: string,
    desired: Desired<Args>,
    found?: ApiRecord,
): Promise<string> {
    const { noun } = definition;
    const record = found ?? (await definition.handle(project, id).read({ fresh: false }));
    if (record === undefined) throw nothingToAdopt(noun, id, project.id);
    const { observed } = firstObservation(definition, id, record, desired);
    assertAdoptable(definition, id, desired, observed, project.id);
    const steps = definition.plan(observed, definition.resolveDesired?.(desired, observed) ?? desired);
    const then = steps.map(({ title }) => title).join(", ");
    return `adopts ${noun} ${id}${then === "" ? "" : `; then ${then}`}`;
}

/** @throws UserError if the name is taken. */
async function previewName<Args extends CommonArgs, Observed extends object, ApiRecord>(
    definition: ResourceDefinition<Args, Observed, ApiRecord>,
    project: Project,
    request: PreviewRequest<Args>,
): Promise<string | undefined> {
    const { args, fallbackName, owner } = request;
    const name = nameFor(args, fallbackName);
    const spec = definition.createSpec(project, args, name);
    const { inventory, key } = spec;
    // Also where nothing comes of it: it tries the address and the key.
    const { candidates } = await inventory.recent(name, key);
    if (args.onNameConflict === "ignore") return undefined;
    const claim = claimOf(definition, request);
    const other = inventory.otherCreatorOf(key, owner);
    if (other !== undefined) throw duplicateCreateError(spec, other, claim);
    inventory.reserve(key, owner);
    const existing = findExisting(spec, candidates, claim);
    if (existing === undefined) return undefined;
    return previewAdoption(definition, project, claim.idOf(existing.record), { ...args, name }, existing.record);
}
