import type * as pulumi from "@pulumi/pulumi";

type Values<Outputs> = {
    -readonly [Key in keyof Outputs]: Outputs[Key] extends pulumi.Output<infer Value> ? Value : never;
};
type OptionalKeys<Result> = { [Key in keyof Result]: undefined extends Result[Key] ? Key : never }[keyof Result];
type OptionalUndefined<Result> = Omit<Result, OptionalKeys<Result>> & Partial<Pick<Result, OptionalKeys<Result>>>;

/**
 * The values of a resource's outputs, with their documentation. A value that may be undefined is optional. Required is what the contract
 * requires.
 */
export type ResultOf<Class, Key extends keyof Class> = OptionalUndefined<Values<Pick<Class, Key>>>;
