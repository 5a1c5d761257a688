import type { z } from "zod";
import type { Project } from "../lifecycle";
import type { ProjectArgs } from "./args";
import { defineFunction, type PulumiFunction } from "./defineFunction";

/** Defines the two forms of a function that reads from a project. */
export const defineProjectFunction = <Args extends ProjectArgs, Result>(
    name: string,
    schema: z.ZodObject,
    read: (project: Project, args: Omit<Args, keyof ProjectArgs>) => Promise<Result>,
): PulumiFunction<Args, Result> =>
    defineFunction<Args, Result>(name, schema, async (connections, { profile, projectId, ...args }) =>
        read(await connections.project(profile, projectId), args),
    );
