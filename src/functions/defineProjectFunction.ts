import type { z } from "zod";
import type { Project } from "../lifecycle";
import type { ProjectArgs } from "./args";
import { defineFunction, type PulumiFunction } from "./defineFunction";

/** Makes the two forms of a function that works in a project: the one that its arguments, or the configuration, lead to. */
export const defineProjectFunction = <Args extends ProjectArgs, Result>(
    name: string,
    schema: z.ZodObject,
    ask: (project: Project, args: Omit<Args, keyof ProjectArgs>) => Promise<Result>,
): PulumiFunction<Args, Result> =>
    defineFunction<Args, Result>(name, schema, async (connections, { profile, projectId, ...args }) =>
        ask(await connections.project(profile, projectId), args),
    );
