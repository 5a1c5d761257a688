import { z } from "zod";
import { withoutAbsent } from "../../shared/objects";
import type { Connections } from "../config/connections";
import { problemsOf } from "../config/problems";
import { idText, type Problem, type Project } from "../lifecycle";

export const textSchema = z.string().min(1);
export const profileSchema = { profile: textSchema.optional() };
export const projectSchema = { ...profileSchema, projectId: idText.optional() };

/** A function that reads from the API, by either door. */
export interface FunctionDefinition {
    readonly schema: z.ZodObject;
    /** The property that holds the result where it is a list: a function of the engine's protocol answers with an object. */
    readonly list?: string;
    /** @param args - as the schema has parsed them. */
    read(connections: Connections, args: object): Promise<unknown>;
}

interface Definition<Schema extends z.ZodObject, Source, Args> {
    readonly schema: Schema;
    readonly list?: string;
    readonly read: (source: Source, args: Args) => Promise<unknown>;
}

/** Keeps the type of the arguments that the schema has. */
export const apiFunction = <Schema extends z.ZodObject>(
    definition: Definition<Schema, Connections, z.output<Schema>>,
): FunctionDefinition => definition;

/** A function that reads from one project. */
export const projectFunction = <Schema extends z.ZodObject>({
    read,
    ...definition
}: Definition<Schema, Project, Omit<z.output<Schema>, keyof typeof projectSchema>>): FunctionDefinition => ({
    ...definition,
    async read(connections, args) {
        const { profile, projectId, ...others } = args as { readonly profile?: string; readonly projectId?: string };
        const project = await connections.project(profile, projectId);
        return read(project, others as Omit<z.output<Schema>, keyof typeof projectSchema>);
    },
});

/** The arguments of a function, or what is wrong with them. */
export function parseArgs({ schema }: FunctionDefinition, args: object): { args: object } | { problems: Problem[] } {
    const result = schema.safeParse(withoutAbsent(args), { reportInput: true });
    if (result.success) return { args: result.data };
    return { problems: result.error.issues.flatMap((issue) => problemsOf(issue, schema, "function")) };
}
