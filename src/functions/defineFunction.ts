import * as pulumi from "@pulumi/pulumi";
import type { FunctionOutputOptions, InputsOf } from "./args";
import type { Read } from "./reads/read";
import { holdsSecret, withoutSecrets } from "./secrets";
import { whenKnown } from "./whenKnown";

/** A function of the package in both forms. */
export interface PulumiFunction<Args, Result> {
    /** Reads at once. The result contains no secrets. */
    promise(args: Args): Promise<Result>;
    /** Reads once all arguments are known. A result that contains a secret is a secret as a whole. */
    output(args: InputsOf<Args>, opts?: FunctionOutputOptions): pulumi.Output<Result>;
}

/**
 * Defines the two forms of a function. Both validate the arguments before a request, use the same configuration as the provider,
 * and fail with a message for the user.
 *
 * @param load - loads what the function reads, with its first call: most of what the package loads is needed to read, and a program that
 * only registers resources reads nothing.
 */
export function defineFunction<Args extends object, Result>(
    load: () => Read<Args, Result>,
): PulumiFunction<Args, Result> {
    const call = async (args: unknown): Promise<Result> => {
        // Keeps the program alive: the SDK only waits for calls that are registered with the engine.
        const done = pulumi.runtime.rpcKeepAlive();
        try {
            return await load().call(args);
        } finally {
            done();
        }
    };
    return {
        promise: async (args) => withoutSecrets(await call(args)) as Result,
        output: (args, { dependsOn } = {}) =>
            whenKnown(args, dependsOn)
                .apply(call)
                .apply((result) =>
                    holdsSecret(result) ? pulumi.secret(result) : pulumi.output(result),
                ) as pulumi.Output<Result>,
    };
}
