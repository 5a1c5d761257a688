import * as pulumi from "@pulumi/pulumi";

/** The mocks of a unit test (`pulumi.runtime.setMocks`), if set. No API call may be made then. */
export function mocks(): pulumi.runtime.Mocks | undefined {
    const monitor: object | undefined = pulumi.runtime.getMonitor();
    return monitor !== undefined && Object.hasOwn(monitor, "mocks")
        ? (monitor as { readonly mocks: pulumi.runtime.Mocks }).mocks
        : undefined;
}

/**
 * An error that ends a program with its message only. It has no stack: Pulumi does not show it, but formatting it can
 * take minutes on some versions of Node (nodejs/node#64011).
 */
export const programError = (message: string, cause?: Error): Error =>
    Object.assign(new pulumi.RunError(message), { stack: "" }, cause && { cause });
