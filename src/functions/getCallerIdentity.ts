import type * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions, InputsOf } from "./args";
import { defineFunction } from "./defineFunction";
import type { CallerIdentity, GetCallerIdentityArgs } from "./types/callerIdentity";

export type { User, ApiKeyInfo, CallerIdentity, GetCallerIdentityArgs } from "./types/callerIdentity";

const callerIdentity = defineFunction("getCallerIdentity");

/** Returns the identity of the API key (`GET /auth/info`). */
export function getCallerIdentity(args: GetCallerIdentityArgs = {}, _opts?: FunctionOptions): Promise<CallerIdentity> {
    return callerIdentity.promise(args);
}

/** As {@link getCallerIdentity}, for arguments that may be outputs. */
export function getCallerIdentityOutput(
    args: InputsOf<GetCallerIdentityArgs> = {},
    opts?: FunctionOutputOptions,
): pulumi.Output<CallerIdentity> {
    return callerIdentity.output(args, opts);
}
