import { z } from "zod";
import { defineRead } from "./read";
import { profileSchema } from "./schemas";
import type { ProfileArgs } from "../args";

/** A user of the API. */
export interface User {
    /** The user's id. */
    id: string;
    /** The user's name. */
    name: string;
    /** The user's email address. */
    email: string;
}

/** The public part of a personal access token. */
export interface ApiKeyInfo {
    /** The token's name. */
    name: string;
    /** The public half of the credentials; not a secret. API: `public_key`. */
    publicKey: string;
    /** When the token was created, as an RFC 3339 timestamp. */
    created: string;
    /** The user who created the token. API: `issuing_user`. */
    issuingUser: User;
    /** The project that the token is scoped to. */
    project: { id: string; name: string; planType: string };
}

/** The caller, as the API authenticates it. */
export interface CallerIdentity {
    /** `apiKey`: a personal access token. `oauth`: an OAuth user token. */
    type: "apiKey" | "oauth";
    /** Set if `type` is `apiKey`. */
    apiKey?: ApiKeyInfo;
    /** Set if `type` is `oauth`. */
    oauth?: { user: User };
}

/** The arguments of {@link getCallerIdentity}. */
export type GetCallerIdentityArgs = ProfileArgs;

export const getCallerIdentity = defineRead<GetCallerIdentityArgs, CallerIdentity>(
    "getCallerIdentity",
    z.strictObject(profileSchema),
    (connections, { profile }) => connections.client(profile).identity.whoami(),
);
