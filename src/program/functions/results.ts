import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { UnreadableRecord } from "../../provider/api";
import { didYouMean } from "../../provider/config/problems";
import { withoutAbsent } from "../../shared/objects";
import { type AnyDefinition, childId, idText, observeRecord, UserError, valuesInId } from "../../provider/lifecycle";
import { projectSchema, textSchema } from "./defineFunction";

type Values<Outputs> = {
    -readonly [Key in keyof Outputs]: Outputs[Key] extends pulumi.Output<infer Value> ? Value : never;
};
type OptionalKeys<Result> = { [Key in keyof Result]: undefined extends Result[Key] ? Key : never }[keyof Result];
type OptionalUndefined<Result> = Omit<Result, OptionalKeys<Result>> & Partial<Pick<Result, OptionalKeys<Result>>>;

/** The values of a resource's outputs, with their documentation. A value that may be undefined is optional. */
export type ResultOf<Class, Key extends keyof Class> = OptionalUndefined<Values<Pick<Class, Key>>>;

/**
 * Converts a record with the definition of its resource type, so that functions and resources use the same property names. `Result`
 * requires what the contract requires. An API that does not keep to it leaves a property undefined, and the client warns.
 *
 * @param others - what a definition does not observe.
 */
export function resultOf<Result extends { readonly projectId: string }>(
    definition: AnyDefinition,
    record: unknown,
    others: Partial<Result> & Pick<Result, "projectId">,
    parentId?: string,
): Result {
    const { observed } = observeRecord(definition, record).known;
    const visible = Object.entries(observed).filter(([key]) => !definition.records.hidden.includes(key));
    const ownId = definition.recordId(record);
    const id = parentId === undefined ? ownId : childId(parentId, ownId);
    const fromId = valuesInId(definition, id);
    return withoutAbsent({ ...Object.fromEntries(visible), ...fromId, id, ...others }) as Result;
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
interface Wanted {
    readonly id?: string;
    readonly name?: string;
}

/** Whether an unreadable record may have the name that is looked up, so that the lookup has to fail. */
export const mayBe =
    ({ name }: Wanted) =>
    (record: UnreadableRecord): boolean =>
        name !== undefined && (record.name === undefined || record.name === name);

interface Named {
    readonly id: string;
    readonly name?: string;
}

interface Collection<Result extends Named> {
    /** In messages: `service`. */
    readonly noun: string;
    readonly projectId: string;
    /** Whether a record is being deleted: a new one may have its name already. */
    isDeleting?(record: Result): boolean;
    /** Undefined if it does not exist. */
    get(id: string): Promise<Result | undefined> | Result | undefined;
    list(): Promise<readonly Result[]> | readonly Result[];
}

/** Finds the one record with the id or the name. The error for none or several lists what exists. */
export async function lookup<Result extends Named>(collection: Collection<Result>, args: Wanted): Promise<Result> {
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
    const staying = named.filter((record) => collection.isDeleting?.(record) !== true);
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

export function listExisting(records: readonly Named[]): string {
    if (records.length === 0) return "there are none";
    const named = records.slice(0, 20).map(({ id, name }) => `${name ?? "one without a name"} (${id})`);
    const more = records.length - named.length;
    return `there are ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
