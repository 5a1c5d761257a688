import { adoptable, assertNoRival, type CreateRequest } from "./create";
import { attemptOf, idAndAge, type Attempt } from "./creation/attempt";
import type { Candidate } from "./creation/catalog";
import { lostBy } from "./creation/createSpec";
import {
    duplicateCreateError,
    findExisting,
    leftInState,
    mayBePredecessor,
    namesakesOf,
    otherHash,
} from "./creation/findExisting";
import {
    losesData,
    nameFor,
    newReferenceProblems,
    type AnyDefinition,
    type AnyDesired,
    type AnyObserved,
    type Problem,
} from "./definition";
import { UserError } from "./errors";
import type { Project } from "./project";
import { quoted } from "../../shared/visible";

export interface PreviewRequest extends CreateRequest {
    /** The arguments that are given, and known only in the `up`. */
    readonly unknown: readonly string[];
    /** The resource's option `deleteBeforeReplace`: if this is a replacement, what it replaces is gone by then. */
    readonly deletesFirst: boolean;
    /** It replaces a resource that may have the same name until then: nothing can be looked up by it. */
    readonly sharesName: boolean;
}

/** What a create would meet. */
export interface CreatePreview {
    /** Why it would fail, by argument. */
    readonly problems: readonly Problem[];
    /** What it would take over, and change. */
    readonly note?: string | undefined;
    /** What may be deleted first, what it does not go together with, and what the definition warns about. */
    readonly warnings: readonly string[];
}

/**
 * What a create would find if it ran now, as far as the arguments are known. It lists the collections that concern it, once for all
 * creates of a preview, and so also tries the address and the key.
 */
export async function previewCreate(
    definition: AnyDefinition,
    project: Project,
    request: PreviewRequest,
): Promise<CreatePreview> {
    const { args, unknown } = request;
    const { adopt } = args;
    if (adopt !== undefined)
        return foundIn("adopt", async () => {
            assertNoRival(definition, adopt, request.creator);
            const record = await definition.clientFor(project, adopt).read({ fresh: false, single: true });
            const { note, observed } = previewAdoption(definition, project, adopt, args, record);
            const warning = definition.adoption?.warning?.(record, args);
            const problems = await newReferenceProblems(definition, project, observed, args);
            return { problems, note, warnings: warning === undefined ? [] : [warning] };
        });
    const { creation } = definition;
    if (creation === undefined) return { problems: [], warnings: [] };
    const given = [...Object.keys(args), ...unknown];
    const [problems = [], ownWarning] = await Promise.all([
        definition.references.problems?.(project, args),
        creation.warning?.(project, args, given),
    ]);
    const warnings = ownWarning === undefined ? [] : [ownWarning];
    const decides = (key: string) =>
        ["name", "adopt", "onNameConflict", ...creation.unshown].includes(key) || definition.rules[key] === "replace";
    // Whether the name conflicts, and what has it, depends on these.
    if (problems.length > 0 || unknown.some(decides)) return { problems, warnings };
    const named = await foundIn("name" in definition.rules ? "name" : "", () =>
        previewName(definition, project, request),
    );
    return { ...named, warnings: [...warnings, ...named.warnings] };
}

async function foundIn(property: string, preview: () => Promise<Partial<CreatePreview>>): Promise<CreatePreview> {
    try {
        return { problems: [], warnings: [], ...(await preview()) };
    } catch (error) {
        if (!(error instanceof UserError)) throw error;
        return { problems: [{ property, reason: error.message }], warnings: [] };
    }
}

/** @throws UserError if it does not exist, or cannot become what is desired. */
function previewAdoption(
    definition: AnyDefinition,
    project: Project,
    id: string,
    desired: AnyDesired,
    record: unknown,
): { readonly note: string; readonly observed: AnyObserved } {
    const { observed } = adoptable(definition, project, id, desired, record);
    const steps = definition.plan(observed, definition.pausing?.resolveDesired(desired, observed) ?? desired);
    const then = steps.map(({ title }) => title).join(", ");
    return { note: `adopts ${definition.noun} ${id}${then === "" ? "" : `; then ${then}`}`, observed };
}

/** @throws UserError if the name is taken. */
async function previewName(
    definition: AnyDefinition,
    project: Project,
    request: PreviewRequest,
): Promise<Partial<CreatePreview>> {
    const { args, fallbackName, creator, deletesFirst, sharesName } = request;
    const name = nameFor(args, fallbackName);
    const attempt = attemptOf(definition, project, args, name, creator);
    const { catalog, key, onConflict, idOf, spec } = attempt;
    const { owner, program, hasGeneratedName } = creator;
    // Also where nothing comes of it: it tries the address and the key.
    const { candidates } = await catalog.recent(name, key);
    const warnings = misfitsOf(attempt, candidates, deletesFirst);
    if (sharesName) return { warnings };
    if (onConflict === "ignore") warnings.push(...leftInState(attempt, namesakesOf(spec, candidates)));
    else {
        const other = catalog.otherCreatorOf(key, owner);
        if (other !== undefined) throw duplicateCreateError(attempt, other);
        catalog.reserve(key, owner);
    }
    const isFree = ({ record }: { record: unknown }) => program.rivalOf(idOf(record)) === undefined;
    const namesakes = namesakesOf(spec, candidates).filter(isFree);
    if (deletesFirst && namesakes.some(({ record }) => mayBePredecessor(attempt, record))) {
        if (hasGeneratedName) for (const { record } of namesakes) program.take(idOf(record), { adoptedByName: true });
        const [it, other] = namesakes.length === 1 ? ["it", "If not, it"] : ["its own one", "Another one"];
        const lost = losesData(definition) ? " with its data" : "";
        const otherwise = hasGeneratedName
            ? `${other} is taken over if an interrupted \`pulumi up\` has left it, and otherwise the \`up\` fails`
            : "If not, the `up` fails";
        const { note, warning = [] } = await otherHash(attempt, candidates);
        return {
            note,
            warnings: [
                ...warnings.concat(warning),
                `There already is a ${spec.label}: ${namesakes.map(({ record }) => idAndAge(attempt, record)).join("; ")}. If this resource is replaced with \`deleteBeforeReplace\`, by \`--replace\`, \`replaceOnChanges\` or a taint, ` +
                    `${it} is DELETED first${lost}. ${otherwise}.`,
            ],
        };
    }
    const existing = await findExisting(attempt, candidates, true);
    if (existing === undefined) {
        const { note, warning = [] } = await otherHash(attempt, candidates);
        return { note, warnings: warnings.concat(warning) };
    }
    const { record, isIncomplete } = existing;
    const id = idOf(record);
    const adoption = isIncomplete
        ? `waits until ${definition.noun} ${id} is created, and adopts it if it is what is asked for`
        : previewAdoption(definition, project, id, { ...args, name }, record).note;
    return {
        note:
            `${adoption}. An interrupted \`pulumi up\` has left it, or it was moved out of this state (${idAndAge(attempt, record)}); from then on it belongs to this resource, and is deleted with it${lostBy(spec)}. ` +
            "If you force a replacement (`--replace`, taint), without `deleteBeforeReplace: true` the `up` fails, and with it this one is deleted first",
    };
}

/** Warnings of what does not fit what exists. Namesakes are left out: `findExisting` reports them. */
function misfitsOf(attempt: Attempt, candidates: readonly Candidate[], deletesFirst: boolean): string[] {
    const { definition, spec, catalog, creator, idOf } = attempt;
    const { neighbours, recognition } = spec;
    if (neighbours === undefined) return [];
    const namesakes = namesakesOf(spec, candidates);
    const called = (record: unknown) => `${definition.noun} ${quoted(recognition.nameOf(record))}`;
    const existing = candidates.flatMap((candidate) => {
        const { record, isDeleting } = candidate;
        const isReplaced = idOf(record) === creator.predecessor;
        if (isDeleting || namesakes.includes(candidate) || (isReplaced && deletesFirst)) return [];
        return [{ record, who: `${called(record)} (${idOf(record)}${isReplaced ? ", which it replaces" : ""})` }];
    });
    const beside = catalog.plan(creator.owner, neighbours.planned).map((record) => ({
        record,
        who: `${called(record)}, which this program creates as well`,
    }));
    const misfit = neighbours.misfit([...existing, ...beside]);
    return misfit === undefined ? [] : [misfit];
}
