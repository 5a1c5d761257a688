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
