import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { complete } from "../api";
import {
    profileSchema,
    type FunctionOptions,
    type FunctionOutputOptions,
    type InputsOf,
    type ProfileArgs,
} from "./args";
import { defineFunction } from "./defineFunction";

/** A project. */
export interface ProjectResult {
    /** The project's id, for arguments named `projectId`. */
    id: string;
    /** The project's name. */
    name: string;
}

/** The arguments of {@link getProjects}. */
export type GetProjectsArgs = ProfileArgs;

const projects = defineFunction<GetProjectsArgs, ProjectResult[]>(
    "getProjects",
    z.strictObject(profileSchema),
    async (connections, { profile }) => complete(await connections.client(profile).identity.projects()),
);

/** Lists the projects that the API key can access (`GET /projects`): one for a personal access token, all of the user's for an OAuth token. */
export function getProjects(args: GetProjectsArgs = {}, _opts?: FunctionOptions): Promise<ProjectResult[]> {
    return projects.promise(args);
}

/** As {@link getProjects}, for arguments that may be outputs. */
export function getProjectsOutput(
    args: InputsOf<GetProjectsArgs> = {},
    opts?: FunctionOutputOptions,
): pulumi.Output<ProjectResult[]> {
    return projects.output(args, opts);
}
