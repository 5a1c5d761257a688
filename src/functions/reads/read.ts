import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { ApiError } from "../../api";
import type { Connections } from "../../config/connections";
import { withHint } from "../../config/hints";
import { problemsOf } from "../../config/problems";
import { withoutAbsent } from "../../config/propertyValues";
import { asError, UserError, type Project } from "../../lifecycle";
import { warnOfConfiguration } from "../../program/configWarnings";
import { programError } from "../../program/programError";
import type { ProjectArgs } from "../args";
import { mocked } from "./mocked";
import { session } from "./session";

/** What a function of the package does when it is called. `Args` and `Result` are its types. */
export interface Read<Args extends object, Result> {
    /** Validates the arguments and reads. Fails with a message for the user. */
    call(args: unknown): Promise<Result>;
    /** Only a type: what `call` accepts. */
    readonly args?: Args;
}

/** @param name - the function's, for errors and mocks. */
export const defineRead = <Args extends object, Result>(
    name: string,
    schema: z.ZodObject,
    read: (connections: Connections, args: Args) => Promise<Result>,
): Read<Args, Result> => ({
    async call(args) {
        try {
            const known = parseArgs(schema, args);
            warnOfConfiguration();
            const mock = await mocked(name, known);
            return mock === undefined ? await read(session(), known as Args) : (mock.result as Result);
        } catch (error) {
            throw forProgram(name, asError(error));
        }
    },
});

/** Defines what a function reads from a project. */
export const defineProjectRead = <Args extends ProjectArgs, Result>(
    name: string,
    schema: z.ZodObject,
    read: (project: Project, args: Omit<Args, keyof ProjectArgs>) => Promise<Result>,
): Read<Args, Result> =>
    defineRead<Args, Result>(name, schema, async (connections, { profile, projectId, ...args }) =>
        read(await connections.project(profile, projectId), args),
    );

function parseArgs(schema: z.ZodObject, args: unknown): object {
    const outputs = Object.entries(args ?? {}).filter(([, value]) => pulumi.Output.isInstance(value));
    if (outputs.length > 0) {
        const names = outputs.map(([key]) => key).join(", ");
        throw new UserError(`${names} is an output: use the form of this function whose name ends in Output`);
    }
    const result = schema.safeParse(withoutAbsent(args ?? {}), { reportInput: true });
    if (result.success) return result.data;
    const problems = result.error.issues.flatMap((issue) => problemsOf(issue, schema, "function"));
    throw new UserError(problems.map(({ property, reason }) => `${property || "its argument"} ${reason}`).join("; "));
}

/** An error meant for the user is reduced to its message. Programs that handle it find the original in `cause`. */
function forProgram(name: string, error: Error): Error {
    if (!(error instanceof UserError) && !(error instanceof ApiError)) return error;
    return programError(`${name}: ${withHint(error)}`, error);
}
