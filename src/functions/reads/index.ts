// What the functions need to read, beside what a program declares: the client, the schemas and the definitions. Loaded by the first call.
import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { ApiError } from "../../api";
import { withHint } from "../../config/hints";
import { problemsOf } from "../../config/problems";
import { withoutAbsent } from "../../config/propertyValues";
import { asError, UserError } from "../../lifecycle";
import { warnOfConfiguration } from "../../program/configWarnings";
import { programError } from "../../program/programError";
import { getCallerIdentity } from "./callerIdentity";
import { mocked } from "./mocked";
import { getPeering, getPeerings } from "./peerings";
import { getProjects } from "./projects";
import type { Read } from "./read";
import { getReadReplicaSet, getReadReplicaSets } from "./readReplicaSets";
import { getServiceLogs } from "./serviceLogs";
import { getService, getServices } from "./services";
import { session } from "./session";
import { getVpc, getVpcs } from "./vpcs";

/** By the functions that read them. */
const reads = {
    getCallerIdentity,
    getPeering,
    getPeerings,
    getProjects,
    getReadReplicaSet,
    getReadReplicaSets,
    getService,
    getServiceLogs,
    getServices,
    getVpc,
    getVpcs,
} satisfies Readonly<Record<string, Read>>;

export type Reads = typeof reads;

/** Validates the arguments and reads. Fails with a message for the user. */
export async function callRead(name: keyof Reads, args: unknown): Promise<unknown> {
    try {
        const wanted: Read = reads[name];
        const known = parseArgs(wanted.schema, args);
        warnOfConfiguration();
        const mock = await mocked(name, known);
        return mock === undefined ? await wanted.read(session(), known) : mock.result;
    } catch (error) {
        throw forProgram(name, asError(error));
    }
}

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
