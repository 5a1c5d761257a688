import * as pulumi from "@pulumi/pulumi";
import type { FunctionOutputOptions, InputsOf } from "./args";
import type * as Module from "./reads";
import { holdsSecret, withoutSecrets } from "./secrets";
import { whenKnown } from "./whenKnown";

/** A function of the package in both forms. */
export interface PulumiFunction<Args, Result> {
    /** Reads at once. The result contains no secrets. */
    promise(args: Args): Promise<Result>;
    /** Reads once all arguments are known. A result that contains a secret is a secret as a whole. */
    output(args: InputsOf<Args>, opts?: FunctionOutputOptions): pulumi.Output<Result>;
}

type FunctionName = keyof Module.Reads;
type ReadOf<Name extends FunctionName> = Module.Reads[Name]["read"];

/** Most of what the package loads is needed to read, and a program that only registers resources reads nothing. */
// eslint-disable-next-line @typescript-eslint/no-require-imports
const reads = () => require("./reads") as typeof Module;

/**
 * Defines the two forms of a function. Both validate the arguments before a request, use the same configuration as the provider,
 * and fail with a message for the user.
 */
export const defineFunction = <Name extends FunctionName>(name: Name) =>
    formsOf<Parameters<ReadOf<Name>>[1], Awaited<ReturnType<ReadOf<Name>>>>(name);

function formsOf<Args, Result>(name: FunctionName): PulumiFunction<Args, Result> {
    const call = async (args: unknown): Promise<Result> => {
        // Keeps the program alive: the SDK only waits for calls that are registered with the engine.
        const done = pulumi.runtime.rpcKeepAlive();
        try {
            return (await reads().callRead(name, args)) as Result;
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
