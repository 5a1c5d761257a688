import { z } from "zod";
import { complete } from "../../api";
import { defineRead } from "./read";
import { profileSchema } from "./schemas";
import type { ProfileArgs } from "../args";

/** A project. */
export interface ProjectResult {
    /** The project's id, for arguments named `projectId`. */
    id: string;
    /** The project's name. */
    name: string;
}

/** The arguments of {@link getProjects}. */
export type GetProjectsArgs = ProfileArgs;

export const getProjects = defineRead<GetProjectsArgs, ProjectResult[]>(
    "getProjects",
    z.strictObject(profileSchema),
    async (connections, { profile }) => complete(await connections.client(profile).identity.projects()),
);
