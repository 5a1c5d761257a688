import type { Project } from "../lifecycle";
import { foundOf, type Found } from "./inventory";
import { whyNotChecked, type NotChecked, type Place, type Places } from "./places";
import type { StackResource } from "./stackExport";

/** What the API shows of a resource of the state. */
export interface Lookup {
    readonly resource: StackResource;
    /** Undefined if its project could not be listed. */
    readonly place: Place | undefined;
    readonly seen: Found | "gone" | NotChecked;
}

/** Looks a resource up in the list of its collection, and only if that lacks it by a request of its own. */
export async function lookUp(resource: StackResource, places: Places): Promise<Lookup> {
    const place = await places.of(resource);
    if ("why" in place) return { resource, place: undefined, seen: place };
    return { resource, place, seen: await lookIn(place, resource) };
}

async function lookIn({ inventory, project }: Place, resource: StackResource): Promise<Lookup["seen"]> {
    const { definition, id } = resource;
    if (definition === undefined) return { why: "this version of the package does not know its type" };
    if (id === "") return { why: "the state has no id for it" };
    const type = recordTypeOf(resource);
    const listed = inventory.found.find((one) => one.definition.type === type && one.id === id);
    if (listed !== undefined) return listed;
    const unreadable = inventory.unreadable.find((one) => one.definition.type === type && one.id === id);
    if (unreadable !== undefined) return { why: `its record cannot be read: ${unreadable.detail}` };
    return confirm(project, resource);
}

/** A list may lag, so only a resource's own GET tells that it is gone. */
async function confirm(project: Project, { definition, id }: StackResource): Promise<Lookup["seen"]> {
    if (definition === undefined) return "gone";
    try {
        const record = await definition.handle(project, id).read({ fresh: true, single: true });
        return record === undefined ? "gone" : (foundOf(definition, id, record) ?? "gone");
    } catch (error) {
        return { why: whyNotChecked(error) };
    }
}

/** The type of what the resource stands for: an activation has nothing of its own, and the id of its peering. */
export const recordTypeOf = ({ definition, type }: StackResource): string =>
    definition?.ownsNothing === true ? "Peering" : type;
