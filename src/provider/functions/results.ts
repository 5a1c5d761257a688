import { z } from "zod";
import { withoutAbsent } from "../../shared/objects";
import type { UnreadableRecord } from "../api";
import { didYouMean } from "../config/problems";
import { type AnyDefinition, childId, idText, isLeaving, observeRecord, UserError, valuesInId } from "../lifecycle";
import { projectSchema, textSchema } from "./definition";

/** A record, with the property names of the resource. */
export interface FunctionResult extends Readonly<Record<string, unknown>> {
    readonly id: string;
    readonly projectId: string;
    readonly name?: string;
    readonly status?: string;
}

/**
 * Converts a record with the definition of its resource type, so that functions and resources use the same property names. An API that does
 * not keep to the contract leaves a property undefined, and the client warns.
 *
 * @param others - what a definition does not observe.
 */
export function resultOf(
    definition: AnyDefinition,
    record: unknown,
    others: Pick<FunctionResult, "projectId"> & Readonly<Record<string, unknown>>,
    parentId?: string,
): FunctionResult {
    const { observed } = observeRecord(definition, record).known;
    const visible = Object.entries(observed).filter(([key]) => !definition.records.hidden.includes(key));
    const ownId = definition.recordId(record);
    const id = parentId === undefined ? ownId : childId(parentId, ownId);
    const fromId = valuesInId(definition, id);
    return withoutAbsent({ ...Object.fromEntries(visible), ...fromId, id, ...others }) as FunctionResult;
}

export const lookupSchema = z
    .strictObject({ ...projectSchema, id: idText.optional(), name: textSchema.optional() })
    .superRefine(({ id, name }, context) => {
        if ((id === undefined) === (name === undefined)) {
            const message = id === undefined ? "or name is required" : "and name cannot both be given";
            context.addIssue({ code: "custom", path: ["id"], message });
        }
    });

/** What is looked up: one of both, as the function's schema has checked. */
type Wanted = Pick<Partial<FunctionResult>, "id" | "name">;

/** Whether an unreadable record may have the name that is looked up, so that the lookup has to fail. */
export const mayBe =
    ({ name }: Wanted) =>
    (record: UnreadableRecord): boolean =>
        name !== undefined && (record.name === undefined || record.name === name);

interface Collection {
    /** In messages: `service`. */
    readonly noun: string;
    readonly projectId: string;
    /** Undefined if it does not exist. */
    get(id: string): Promise<FunctionResult | undefined> | FunctionResult | undefined;
    list(): Promise<readonly FunctionResult[]> | readonly FunctionResult[];
}

/** A new one may have its name already. */
const isDeleting = ({ status }: FunctionResult): boolean => isLeaving(status) || status === "deleting";

/** Finds the one record with the id or the name. The error for none or several lists what exists. */
export async function lookup(collection: Collection, args: Wanted): Promise<FunctionResult> {
    const { noun, projectId } = collection;
    const { id, name } = args;
    if (id !== undefined) {
        const found = await collection.get(id);
        if (found !== undefined) return found;
        throw new UserError(
            `There is no ${noun} ${JSON.stringify(id)} in project ${projectId}; ${listExisting(await collection.list())}.`,
        );
    }
    const all = await collection.list();
    const named = all.filter((record) => record.name === name);
    const staying = named.filter((record) => !isDeleting(record));
    const [found, ...others] = staying.length > 0 ? staying : named;
    if (found === undefined) {
        const names = all.flatMap((record) => record.name ?? []);
        const meant = didYouMean(name ?? "", names);
        const hint = meant === undefined ? "" : `; did you mean ${JSON.stringify(meant)}?`;
        throw new UserError(
            `There is no ${noun} with the name ${JSON.stringify(name)} in project ${projectId}; ${listExisting(all)}${hint || "."}`,
        );
    }
    if (others.length > 0) {
        const ids = [found, ...others].map((record) => record.id).join(", ");
        throw new UserError(
            `More than one ${noun} in project ${projectId} has the name ${JSON.stringify(name)}: ${ids}. Look it up by its id.`,
        );
    }
    return found;
}

export function listExisting(records: readonly Wanted[]): string {
    if (records.length === 0) return "there are none";
    const named = records.slice(0, 20).map(({ id, name }) => `${name ?? "one without a name"} (${id})`);
    const more = records.length - named.length;
    return `there are ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
