import type * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions, InputsOf, ProfileArgs } from "./args";
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

const projects = defineFunction<GetProjectsArgs, ProjectResult[]>("getProjects");

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
