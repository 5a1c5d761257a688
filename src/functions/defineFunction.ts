import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { ApiError } from "../api";
import { asError, UserError } from "../lifecycle";
import type { Connections } from "../config/connections";
import { withHint } from "../config/hints";
import { problemsOf } from "../config/problems";
import { withoutAbsent } from "../config/propertyValues";
import { warnOfConfiguration } from "../program/configWarnings";
import { programError } from "../program/programError";
import type { FunctionOutputOptions, InputsOf } from "./args";
import { holdsSecret, withoutSecrets } from "./secrets";
import { mocked } from "./mocked";
import { session } from "./session";
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
 */
export function defineFunction<Args extends object, Result>(
    name: string,
    schema: z.ZodObject,
    read: (connections: Connections, args: Args) => Promise<Result>,
): PulumiFunction<Args, Result> {
    const call = async (args: unknown): Promise<Result> => {
        // Keeps the program alive: the SDK only waits for calls that are registered with the engine.
        const done = pulumi.runtime.rpcKeepAlive();
        try {
            const known = parseArgs(schema, args) as Args;
            warnOfConfiguration();
            const mock = await mocked(name, known);
            return mock === undefined ? await read(session(), known) : (mock.result as Result);
        } catch (error) {
            throw forProgram(name, asError(error));
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

function parseArgs(schema: z.ZodObject, args: unknown): object {
    const outputs = Object.entries(args ?? {}).filter(([, value]) => pulumi.Output.isInstance(value));
    if (outputs.length > 0) {
        const names = outputs.map(([key]) => key).join(", ");
        throw new UserError(`${names} is an output: use the form of this function whose name ends in Output`);
    }
    const result = schema.safeParse(withoutAbsent(args ?? {}), { reportInput: true });
    if (result.success) return result.data;
    const problems = result.error.issues.flatMap((issue) => problemsOf(issue, schema, "function"));
    throw new UserError(problems.map(({ property, reason }) => `${property || "its argument"} ${reason}`).join("; "));
}

/** An error meant for the user is reduced to its message. Programs that handle it find the original in `cause`. */
function forProgram(name: string, error: Error): Error {
    if (!(error instanceof UserError) && !(error instanceof ApiError)) return error;
    return programError(`${name}: ${withHint(error)}`, error);
}
