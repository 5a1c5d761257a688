import { claimOf, type CreateRequest } from "./create";
import { assertAdoptable, nothingToAdopt } from "./creation/adoption";
import { duplicateCreateError, findExisting, namesakesOf } from "./creation/findExisting";
import { nameFor, type Desired, type Problem, type ResourceDefinition } from "./definition";
import type { CommonArgs } from "./definitions/commonArgs";
import { UserError } from "./errors";
import { firstObservation } from "./firstObservation";
import type { Project } from "./project";

export interface PreviewRequest<Args> extends CreateRequest<Args> {
    /** The arguments that are given, and known only in the `up`. */
    readonly unknown: readonly string[];
    /** The resource's option `deleteBeforeReplace`: if this is a replacement, what it replaces is gone by then. */
    readonly deletesFirst: boolean;
}

interface Messages {
    /** What it would take over, and change. */
    readonly note?: string;
    /** What may be deleted first. */
    readonly warning?: string;
}

/** What a create would meet. */
export interface CreatePreview extends Messages {
    /** Why it would fail, by argument. */
    readonly problems: readonly Problem[];
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
        return foundIn("adopt", async () => ({ note: await previewAdoption(definition, project, adopt, desired) }));
    }
    const problems = (await definition.referenceProblems?.(project, args)) ?? [];
    const decides = (key: string) =>
        ["name", "adopt", "onNameConflict", ...(definition.fixedAtCreation ?? [])].includes(key) ||
        definition.rules[key as keyof typeof definition.rules] === "replace";
    // Whether the name conflicts, and what has it, depends on these.
    if (problems.length > 0 || unknown.some(decides)) return { problems };
    return foundIn("name" in definition.rules ? "name" : "", () => previewName(definition, project, request));
}

async function foundIn(property: string, preview: () => Promise<Messages>): Promise<CreatePreview> {
    try {
        return { problems: [], ...(await preview()) };
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
): Promise<Messages> {
    const { args, fallbackName, owner, deletesFirst } = request;
    const name = nameFor(args, fallbackName);
    const spec = definition.createSpec(project, args, name);
    const { inventory, key } = spec;
    // Also where nothing comes of it: it tries the address and the key.
    const { candidates } = await inventory.recent(name, key);
    if (args.onNameConflict === "ignore") return {};
    const claim = claimOf(definition, request);
    const other = inventory.otherCreatorOf(key, owner);
    if (other !== undefined) throw duplicateCreateError(spec, other, claim);
    inventory.reserve(key, owner);
    const [namesake] = deletesFirst ? namesakesOf(spec, candidates) : [];
    if (namesake !== undefined) {
        const lost = definition.losesData ? " with its data" : "";
        const otherwise = claim.nameIsOwn || claim.onConflict === "adopt" ? "it is taken over" : "the `up` fails";
        return {
            warning: `There already is a ${spec.label}: ${claim.idOf(namesake.record)}. If this resource is replaced, by \`--replace\` or a taint, it is DELETED first${lost}. If not, ${otherwise}.`,
        };
    }
    const existing = findExisting(spec, candidates, claim);
    if (existing === undefined) return {};
    const adoption = await previewAdoption(
        definition,
        project,
        claim.idOf(existing.record),
        { ...args, name },
        existing.record,
    );
    const origin = claim.nameIsOwn ? ", as after an interrupted `pulumi up`" : "";
    return {
        note: `${adoption}. It has the same name${origin}. Only a forced replacement (\`--replace\`, taint) fails here: it needs \`deleteBeforeReplace: true\``,
    };
}
