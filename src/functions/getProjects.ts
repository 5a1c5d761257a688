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
    /** What `projectId` takes. */
    id: string;
    /** What the project is called. */
    name: string;
}

/** The arguments of {@link getProjects}. */
export type GetProjectsArgs = ProfileArgs;

const projects = defineFunction<GetProjectsArgs, ProjectResult[]>(
    "getProjects",
    z.strictObject(profileSchema),
    async (connections, { profile }) => complete(await connections.client(profile).identity.projects()),
);

/** Lists the projects that the caller reaches: one with a personal access token, all of a user's with theirs (`GET /projects`). */
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
