import type * as pulumi from "@pulumi/pulumi";
import { withoutAbsent } from "../config/propertyValues";
import { observeRecord, type AnyDefinition } from "../lifecycle";

type Values<Outputs> = {
    -readonly [Key in keyof Outputs]: Outputs[Key] extends pulumi.Output<infer Value> ? Value : never;
};
type OptionalKeys<Result> = { [Key in keyof Result]: undefined extends Result[Key] ? Key : never }[keyof Result];
type OptionalUndefined<Result> = Omit<Result, OptionalKeys<Result>> & Partial<Pick<Result, OptionalKeys<Result>>>;

/** The values of a resource's outputs, with their documentation. A value that may be undefined is optional. */
export type ResultOf<Class, Key extends keyof Class> = OptionalUndefined<Values<Pick<Class, Key>>>;

/** What identifies a result, and a record does not contain. */
interface Identity {
    readonly id: string;
    readonly projectId: string;
}

/**
 * Converts a record with the definition of its resource type, so that functions and resources use the same property names. The cast is
 * safe: `Result` requires only what the contract requires, and the client has validated the record.
 */
export function resultOf<Result extends Identity>(
    definition: AnyDefinition,
    record: unknown,
    identity: Identity & Partial<Result>,
): Result {
    const { observed } = observeRecord(definition, record).known;
    const visible = Object.entries(observed).filter(([key]) => !definition.hidden.includes(key));
    return withoutAbsent({ ...Object.fromEntries(visible), ...identity }) as Result;
}
