import type * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions, InputsOf } from "./args";
import { defineFunction } from "./defineFunction";
import type { ProjectResult, GetProjectsArgs } from "./types/projects";

export type { ProjectResult, GetProjectsArgs } from "./types/projects";

const projects = defineFunction("getProjects");

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
