import { matchOf, nameFor, undefinedOn404, sameName, type AnyDefinition, type Project } from "../lifecycle";
import { whyNotChecked, type NotChecked, type Places } from "./places";
import type { PendingOperation } from "./stackExport";

/** An interrupted operation, and what an interrupted create may have left. */
export interface PendingLookup {
    readonly operation: PendingOperation;
    /** The ids of what exists and may be it. */
    readonly left: readonly string[] | NotChecked;
}

type Args = Parameters<AnyDefinition["createSpec"]>[1];

const isArgs = (definition: AnyDefinition, args: unknown): args is Args => definition.schema.safeParse(args).success;

/**
 * Looks for what an interrupted create has made, as the next create would.
 *
 * @param taken - the ids that resources of the state have, by type.
 */
export async function findLeft(
    operation: PendingOperation,
    places: Places,
    taken: (type: string, id: string) => boolean,
): Promise<PendingLookup> {
    const { resource, type } = operation;
    const { definition, inputs } = resource;
    if (!["creating", "replacing"].includes(type) || definition === undefined || definition.ownsNothing === true)
        return { operation, left: [] };
    const place = await places.of(resource);
    if ("why" in place) return { operation, left: place };
    // A password says nothing about what was created, and is encrypted.
    const args: unknown = Object.fromEntries(Object.entries(inputs).filter(([key]) => key !== "password"));
    if (!isArgs(definition, args)) return { operation, left: { why: "its stored arguments cannot be read" } };
    try {
        const { adopt } = args;
        const exists = place.inventory.found.some((one) => one.definition === definition && one.id === adopt);
        const ids =
            adopt === undefined
                ? await idsLike(definition, place.project, args, resource.name, type === "replacing")
                : exists
                  ? [adopt]
                  : [];
        return { operation, left: ids.filter((id) => !taken(resource.type, id)) };
    } catch (error) {
        return { operation, left: { why: whyNotChecked(error) } };
    }
}

/** @param isReplacement - the stored arguments are the predecessor's, so that what replaces it may differ. */
async function idsLike(
    definition: AnyDefinition,
    project: Project,
    args: Args,
    name: string,
    isReplacement: boolean,
): Promise<string[]> {
    const spec = definition.createSpec(project, args, nameFor(args, name));
    // A 404: the parent is gone.
    const { candidates = [] } = (await undefinedOn404(spec.inventory.now())) ?? {};
    return candidates
        .filter(({ leaving }) => !leaving)
        .filter(({ name: listed, record }) => {
            return sameName(spec.name, listed) && (isReplacement || matchOf(spec, record) !== "different");
        })
        .map(({ record }) => definition.idOf(record, args));
}
