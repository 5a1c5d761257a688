import { z } from "zod";
import type { UnreadableRecord } from "../api";
import { UserError } from "../lifecycle";
import { didYouMean } from "../config/didYouMean";
import { idSchema, projectSchema, textSchema, type ProjectArgs } from "./args";

/** How to find one thing: by its id, or by its name; exactly one of them. */
export interface LookupArgs extends ProjectArgs {
    /** The id. */
    id?: string;
    /** The name, which only one may have. */
    name?: string;
}

export const lookupSchema = z
    .strictObject({ ...projectSchema, id: idSchema.optional(), name: textSchema.optional() })
    .superRefine(({ id, name }, context) => {
        if ((id === undefined) === (name === undefined)) {
            const message = id === undefined ? "or name is required" : "and name cannot both be given";
            context.addIssue({ code: "custom", path: ["id"], message });
        }
    });

/** Whether a record that cannot be read may be the one that is looked up by its name, or another one of that name. */
export const mayBe =
    ({ name }: LookupArgs) =>
    (record: UnreadableRecord): boolean =>
        name !== undefined && (record.name === undefined || record.name === name);

interface Named {
    readonly id: string;
    readonly name: string;
}

interface Collection<Thing extends Named> {
    /** In messages: `service`. */
    readonly noun: string;
    readonly projectId: string;
    /** Whether a thing is about to go: its name may be another one's already. */
    leaving?(thing: Thing): boolean;
    /** Undefined when there is none. */
    get(id: string): Promise<Thing | undefined>;
    list(): Promise<readonly Thing[]>;
}

/** Finds the one thing that is meant; an error that lists what there is when there is none, or more than one. */
export async function lookup<Thing extends Named>(collection: Collection<Thing>, args: LookupArgs): Promise<Thing> {
    const { noun, projectId } = collection;
    const { id, name } = args;
    if (id !== undefined) {
        const found = await collection.get(id);
        if (found !== undefined) return found;
        throw new UserError(
            `There is no ${noun} ${JSON.stringify(id)} in project ${projectId}; ${sayWhatThereIs(await collection.list())}.`,
        );
    }
    const all = await collection.list();
    const named = all.filter((thing) => thing.name === name);
    const staying = named.filter((thing) => collection.leaving?.(thing) !== true);
    const [found, ...others] = staying.length > 0 ? staying : named;
    if (found === undefined) {
        const meant = didYouMean(
            name ?? "",
            all.map((thing) => thing.name),
        );
        const hint = meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`;
        throw new UserError(
            `There is no ${noun} with the name ${JSON.stringify(name)} in project ${projectId}; ${sayWhatThereIs(all)}${hint || "."}`,
        );
    }
    if (others.length > 0) {
        const ids = [found, ...others].map((thing) => thing.id).join(", ");
        throw new UserError(
            `More than one ${noun} in project ${projectId} has the name ${JSON.stringify(name)}: ${ids}. Look it up by its id.`,
        );
    }
    return found;
}

/** A message is to be read: of a long list, so many are named. */
const most = 20;

export function sayWhatThereIs(things: readonly Named[]): string {
    if (things.length === 0) return "there is none at all";
    const named = things.slice(0, most).map(({ id, name }) => `${name} (${id})`);
    const more = things.length - named.length;
    return `there are ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
