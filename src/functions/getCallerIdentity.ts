import type * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions, InputsOf } from "./args";
import { defineFunction } from "./defineFunction";
import type * as Reads from "./reads/callerIdentity";
import type { CallerIdentity, GetCallerIdentityArgs } from "./reads/callerIdentity";

export type { User, ApiKeyInfo, CallerIdentity, GetCallerIdentityArgs } from "./reads/callerIdentity";

// eslint-disable-next-line @typescript-eslint/no-require-imports -- see defineFunction
const reads = () => require("./reads/callerIdentity") as typeof Reads;
const callerIdentity = defineFunction(() => reads().getCallerIdentity);

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
