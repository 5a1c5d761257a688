import type { z } from "zod";
import type { Connections } from "../../config/connections";
import type { Project } from "../../lifecycle";
import type { ProjectArgs } from "../args";

/** What a function reads, and the schema by which its arguments are validated before. */
export interface Read<Args extends object = object, Result = unknown> {
    readonly schema: z.ZodObject;
    read(connections: Connections, args: Args): Promise<Result>;
}

export const defineRead = <Args extends object, Result>(
    schema: z.ZodObject,
    read: (connections: Connections, args: Args) => Promise<Result>,
): Read<Args, Result> => ({ schema, read });

/** Defines what a function reads from a project. */
export const defineProjectRead = <Args extends ProjectArgs, Result>(
    schema: z.ZodObject,
    read: (project: Project, args: Omit<Args, keyof ProjectArgs>) => Promise<Result>,
): Read<Args, Result> =>
    defineRead(schema, async (connections, { profile, projectId, ...args }) =>
        read(await connections.project(profile, projectId), args),
    );
