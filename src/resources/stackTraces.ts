import * as pulumi from "@pulumi/pulumi";

/** Missing from the SDK's types. A resource inherits those of its parent. */
interface Transformed {
    readonly __transformations?: readonly unknown[];
}

function isTransformed({ transformations, parent }: pulumi.ResourceOptions): boolean {
    const inherited = (parent ?? pulumi.runtime.getStackResource()) as Transformed | undefined;
    return (transformations ?? []).length + (inherited?.__transformations ?? []).length > 0;
}

/**
 * Registers a resource without stack traces of its promises: the SDK makes four for each output, each with a trace mapped to the sources,
 * which is three quarters of what a resource costs a program. It prints them with PULUMI_DEBUG_PROMISE_LEAKS alone. Code of the program
 * that runs meanwhile, a transformation, needs its own.
 *
 * @returns what ends it.
 */
export function pauseStackTraces(opts: pulumi.ResourceOptions): () => void {
    const { stackTraceLimit } = Error;
    if (!process.env.PULUMI_DEBUG_PROMISE_LEAKS && !isTransformed(opts)) Error.stackTraceLimit = 0;
    return () => {
        Error.stackTraceLimit = stackTraceLimit;
    };
}

/** Gives an error that was made meanwhile a stack trace, which begins where `caller` was called. */
export function withStackTrace(error: unknown, caller: Parameters<typeof Error.captureStackTrace>[1]): unknown {
    const hasNone = error instanceof Error && error.stack !== "" && !error.stack?.includes("\n    at ");
    if (hasNone) Error.captureStackTrace(error, caller);
    return error;
}
