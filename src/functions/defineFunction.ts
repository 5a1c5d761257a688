import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { ApiError } from "../api";
import { asError, UserError } from "../lifecycle";
import type { Connections } from "../config/connections";
import { withHint } from "../config/hints";
import { problemsOf } from "../config/problems";
import { withoutAbsent } from "../config/propertyValues";
import { warnOfPlainKeys } from "../program/plainKeys";
import { programError } from "../program/programError";
import type { FunctionOutputOptions, InputsOf } from "./args";
import { holdsSecret, withoutSecrets } from "./secrets";
import { mocked } from "./mocked";
import { session } from "./session";
import { whenKnown } from "./whenKnown";

/** One function of the package, in both its forms. */
export interface PulumiFunction<Args, Result> {
    /** Asks at once; the result has no secrets. */
    promise(args: Args): Promise<Result>;
    /** Asks when everything is known; a result with a secret in it is one. */
    output(args: InputsOf<Args>, opts?: FunctionOutputOptions): pulumi.Output<Result>;
}

/**
 * Makes the two forms of a function from what it does: both check the arguments before anything is sent, use the
 * configuration and the connections of the provider, and fail with a message for the user.
 */
export function defineFunction<Args extends object, Result>(
    name: string,
    schema: z.ZodObject,
    ask: (connections: Connections, args: Args) => Promise<Result>,
): PulumiFunction<Args, Result> {
    const call = async (args: unknown): Promise<Result> => {
        // The program is not over as long as this is under way, though nothing of it is registered with the engine.
        const done = pulumi.runtime.rpcKeepAlive();
        try {
            const known = checked(schema, args) as Args;
            warnOfPlainKeys();
            const mock = await mocked(name, known);
            return mock === undefined ? await ask(session(), known) : (mock.result as Result);
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

function checked(schema: z.ZodObject, args: unknown): object {
    const outputs = Object.entries(args ?? {}).filter(([, value]) => pulumi.Output.isInstance(value));
    if (outputs.length > 0) {
        const names = outputs.map(([key]) => key).join(", ");
        throw new UserError(`${names} is an output, which only the form of this function that ends in Output takes`);
    }
    const result = schema.safeParse(withoutAbsent(args ?? {}), { reportInput: true });
    if (result.success) return result.data;
    const problems = result.error.issues.flatMap((issue) => problemsOf(issue, schema, "function"));
    throw new UserError(problems.map(({ property, reason }) => `${property || "its argument"} ${reason}`).join("; "));
}

/** An error meant for the user ends a program with its message alone; its `cause` is for programs that handle it. */
function forProgram(name: string, error: Error): Error {
    if (!(error instanceof UserError) && !(error instanceof ApiError)) return error;
    return programError(`${name}: ${withHint(error)}`, error);
}
