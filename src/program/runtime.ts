import * as pulumi from "@pulumi/pulumi";
import { typePrefix } from "../shared/registration";

/** The mocks of a unit test (`pulumi.runtime.setMocks`), if set. No API call may be made then. */
export function mocks(): pulumi.runtime.Mocks | undefined {
    const monitor: object | undefined = pulumi.runtime.getMonitor();
    return monitor !== undefined && Object.hasOwn(monitor, "mocks")
        ? (monitor as { readonly mocks: pulumi.runtime.Mocks }).mocks
        : undefined;
}

/** Whether a value is a resource of one type of this package, also if another copy of the package has made it. */
export const isOfType = (type: string, value: unknown, prefix = typePrefix): boolean =>
    pulumi.Resource.isInstance(value) &&
    (value as { readonly __pulumiType?: unknown }).__pulumiType === `${prefix}${type}`;

/**
 * An error that ends a program with its message only. It has no stack: Pulumi does not show it, but formatting it can
 * take minutes on some versions of Node (nodejs/node#64011).
 */
export const programError = (message: string, cause?: Error): Error =>
    Object.assign(new pulumi.RunError(message), { stack: "" }, cause && { cause });
