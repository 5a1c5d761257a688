import * as pulumi from "@pulumi/pulumi";

/**
 * An error that ends a program with its message only. It has no stack: Pulumi does not show it, but formatting it can
 * take minutes on some versions of Node (nodejs/node#64011).
 */
export const programError = (message: string, cause?: Error): Error =>
    Object.assign(new pulumi.RunError(message), { stack: "" }, cause && { cause });
