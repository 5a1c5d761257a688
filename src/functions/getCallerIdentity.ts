import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import {
    profileSchema,
    type FunctionOptions,
    type FunctionOutputOptions,
    type InputsOf,
    type ProfileArgs,
} from "./args";
import { defineFunction } from "./defineFunction";

/** A person. */
export interface User {
    /** The API's id of the person. */
    id: string;
    /** What the person is called. */
    name: string;
    /** The address of the person's account. */
    email: string;
}

/** A personal access token, as far as it may be shown. */
export interface ApiKeyInfo {
    /** What the token is called. */
    name: string;
    /** The public half of the credentials; not a secret. API: `public_key`. */
    publicKey: string;
    /** When it was made, RFC 3339. */
    created: string;
    /** Who made it. API: `issuing_user`. */
    issuingUser: User;
    /** The one project that it reaches. */
    project: { id: string; name: string; planType: string };
}

/** Who the API takes the caller for. */
export interface CallerIdentity {
    /** `apiKey`: a personal access token. `oauth`: a user's token. */
    type: "apiKey" | "oauth";
    /** Of a caller with a personal access token. */
    apiKey?: ApiKeyInfo;
    /** Of a caller with a user's token. */
    oauth?: { user: User };
}

/** The arguments of {@link getCallerIdentity}. */
export type GetCallerIdentityArgs = ProfileArgs;

const callerIdentity = defineFunction<GetCallerIdentityArgs, CallerIdentity>(
    "getCallerIdentity",
    z.strictObject(profileSchema),
    (connections, { profile }) => connections.client(profile).identity.whoami(),
);

/** Tells who the API takes the caller for (`GET /auth/info`). */
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
