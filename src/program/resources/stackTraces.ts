/**
 * Stops the formatting of stack traces, until the result is called. The SDK formats one for each promise of each output, and prints these
 * only with PULUMI_DEBUG_PROMISE_LEAKS; in a program with many resources they take most of the time. An error that is made meanwhile keeps
 * its frames and formats them when its `stack` is first read. To find the program's line of a resource, the SDK raises the limit of frames:
 * that trace is formatted.
 */
export function pauseStackTraces(): () => void {
    if (process.env.PULUMI_DEBUG_PROMISE_LEAKS) return () => undefined;
    const { stackTraceLimit } = Error;
    // Undefined where nobody has set it, whatever its type says.
    const descriptor = Object.getOwnPropertyDescriptor(Error, "prepareStackTrace");
    const given = descriptor?.value as typeof Error.prepareStackTrace | undefined;
    const format: typeof Error.prepareStackTrace =
        given ?? ((error, frames) => [String(error), ...frames.map(String)].join("\n    at "));
    Error.prepareStackTrace = (error, frames) =>
        (Error.stackTraceLimit === stackTraceLimit ? String(error) : format(error, frames)) as unknown;
    return () => {
        if (descriptor === undefined) Reflect.deleteProperty(Error, "prepareStackTrace");
        else Object.defineProperty(Error, "prepareStackTrace", descriptor);
    };
}
