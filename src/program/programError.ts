import * as pulumi from "@pulumi/pulumi";

/**
 * An error that ends a program with its message alone. It has no stack: Pulumi shows none of it, but colours it first, which
 * on some versions of Node takes longer than the whole deployment.
 */
export const programError = (message: string, cause?: Error): Error =>
    Object.assign(new pulumi.RunError(message), { stack: "" }, cause && { cause });
