import { matchOf, nameFor, sameName, undefinedOn404, type AnyDefinition, type Project } from "../lifecycle";
import { whyNotChecked, type NotChecked, type Projects } from "./projects";
import type { PendingOperation } from "./stackExport";

/** The ids of what an interrupted operation may have left in the API. */
export type Left = readonly string[] | NotChecked;

type Args = Parameters<AnyDefinition["createSpec"]>[1];

const isArgs = (definition: AnyDefinition, args: unknown): args is Args => definition.schema.safeParse(args).success;

/**
 * Looks for what an interrupted create has left, as the next create would.
 *
 * @param isTaken - whether a resource of the state has the id.
 */
export async function findLeft(
    { resource, type }: PendingOperation,
    projects: Projects,
    isTaken: (type: string, id: string) => boolean,
): Promise<Left> {
    const { definition, inputs } = resource;
    if (!["creating", "replacing"].includes(type) || definition === undefined || definition.ownsNothing === true)
        return [];
    const listed = await projects.of(resource);
    if ("why" in listed) return listed;
    // A password says nothing about what was created, and is encrypted.
    const args: unknown = Object.fromEntries(Object.entries(inputs).filter(([key]) => key !== "password"));
    if (!isArgs(definition, args)) return { why: "its stored arguments cannot be read" };
    try {
        const { adopt } = args;
        const ids =
            adopt === undefined
                ? await idsLike(definition, listed.project, args, resource.name, type === "replacing")
                : listed.inventory.found
                      .filter((one) => one.definition === definition && one.id === adopt)
                      .map(({ id }) => id);
        return ids.filter((id) => !isTaken(resource.type, id));
    } catch (error) {
        return { why: whyNotChecked(error) };
    }
}

/** @param isReplacement - the stored arguments are the predecessor's, from which the replacement may differ. */
async function idsLike(
    definition: AnyDefinition,
    project: Project,
    args: Args,
    name: string,
    isReplacement: boolean,
): Promise<string[]> {
    const spec = definition.createSpec(project, args, nameFor(args, name));
    // A 404: the parent does not exist.
    const { candidates = [] } = (await undefinedOn404(spec.inventory.now())) ?? {};
    return candidates
        .filter(({ leaving, name: listed }) => !leaving && sameName(spec.name, listed))
        .filter(({ record }) => isReplacement || matchOf(spec, record) !== "different")
        .map(({ record }) => definition.idOf(record, args));
}
