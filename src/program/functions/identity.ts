import type { ProfileArgs } from "./args";
import { defineFunction } from "./defineFunction";

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

const callerIdentity = defineFunction<GetCallerIdentityArgs | undefined, CallerIdentity>("getCallerIdentity");

/** Returns the identity of the API key (`GET /auth/info`). @function */
export const getCallerIdentity = callerIdentity.promise;

/** As {@link getCallerIdentity}, for arguments that may be outputs. @function */
export const getCallerIdentityOutput = callerIdentity.output;

/** A project. */
export interface ProjectResult {
    /** The project's id, for arguments named `projectId`. */
    id: string;
    /** The project's name. */
    name: string;
}

/** The arguments of {@link getProjects}. */
export type GetProjectsArgs = ProfileArgs;

const projects = defineFunction<GetProjectsArgs | undefined, ProjectResult[]>("getProjects");

/** Lists the projects that the API key can access (`GET /projects`): one for a personal access token, all of the user's for an OAuth token. @function */
export const getProjects = projects.promise;

/** As {@link getProjects}, for arguments that may be outputs. @function */
export const getProjectsOutput = projects.output;
