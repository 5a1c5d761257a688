import type * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions, InputsOf } from "./args";
import { defineFunction } from "./defineFunction";
import type * as Reads from "./reads/projects";
import type { ProjectResult, GetProjectsArgs } from "./reads/projects";

export type { ProjectResult, GetProjectsArgs } from "./reads/projects";

// eslint-disable-next-line @typescript-eslint/no-require-imports -- see defineFunction
const reads = () => require("./reads/projects") as typeof Reads;
const projects = defineFunction(() => reads().getProjects);

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
