import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { ApiError } from "../../provider/api";
import { Connections } from "../../provider/config/connections";
import { withHint } from "../../provider/config/hints";
import { problemsOf } from "../../provider/config/problems";
import { withoutAbsent } from "../../shared/objects";
import { namespace, readSettings } from "../../provider/config/settings";
import { asError, idText, secretProperties, UserError, type Project } from "../../provider/lifecycle";
import { isPending } from "../arguments";
import { warnOfConfiguration } from "../checks";
import { childrenOf, mocks, programError } from "../sdk";
import type { FunctionOptions, FunctionOutputOptions, InputsOf, ProfileArgs, ProjectArgs } from "./args";

export const textSchema = z.string().min(1);
export const profileSchema = { profile: textSchema.optional() };
export const projectSchema = { ...profileSchema, projectId: idText.optional() };

/** The parameters of a function. The arguments may be left out where `Args` includes `undefined`. */
type Params<Args, Options> = undefined extends Args ? [args?: Args, opts?: Options] : [args: Args, opts?: Options];

/** A function of the package in both forms. */
export interface PulumiFunction<Args, Result, WithSecrets = Result> {
    /**
     * Reads at once. The result contains no secrets, because a promise cannot mark them as secret.
     *
     * @throws Error - at the call, for invalid arguments or a missing configuration.
     */
    readonly promise: (...params: Params<Args, FunctionOptions>) => Promise<Result>;
    /** Reads once all arguments are known. A result that contains a secret is a secret as a whole. */
    readonly output: (...params: Params<InputsOf<Args>, FunctionOutputOptions>) => pulumi.Output<WithSecrets>;
}

/** @param name - the function's, for errors and mocks. */
export function defineFunction<Args extends object | undefined, Result, WithSecrets = Result>(
    name: string,
    schema: z.ZodObject,
    read: (connections: Connections, args: NonNullable<Args>) => Promise<WithSecrets>,
): PulumiFunction<Args, Result, WithSecrets> {
    const failureOf = (thrown: unknown): Error => {
        const error = asError(thrown);
        if (!(error instanceof UserError) && !(error instanceof ApiError)) return error;
        // Only the message is for the user. Programs that handle it find the original in `cause`.
        return programError(`${name}: ${withHint(error)}`, error);
    };
    /**
     * Returns the call, once everything is validated that needs no request. It throws at the user's line: a promise that is rejected before
     * Pulumi awaits the program's exports makes Node print warnings.
     */
    const prepare = (args: unknown): (() => Promise<WithSecrets>) => {
        try {
            const known = parseArgs(schema, args);
            warnOfConfiguration();
            const mock = mocks();
            // Pulumi's own call supports only results that are objects, and not lists.
            if (mock !== undefined)
                return async () => (await mock.call({ token: `clouddb:index:${name}`, inputs: known })) as WithSecrets;
            const connections = session();
            connections.client((known as ProfileArgs).profile);
            return () => read(connections, known as NonNullable<Args>);
        } catch (thrown) {
            throw failureOf(thrown);
        }
    };
    const run = async (call: () => Promise<WithSecrets>): Promise<WithSecrets> => {
        // Keeps the program alive: the SDK only waits for calls that are registered with the engine.
        const done = pulumi.runtime.rpcKeepAlive();
        try {
            return await call();
        } catch (thrown) {
            throw failureOf(thrown);
        } finally {
            done();
        }
    };
    return {
        promise: (...[args]) => run(prepare(args)).then((result) => withoutSecrets(result) as Result),
        output: (...[args, opts]) => {
            const mayComeLater = [args, ...Object.values(args ?? {}).flat()].some(isPending);
            const prepared = mayComeLater ? undefined : prepare(args);
            return whenKnown(args, opts?.dependsOn)
                .apply((known) => run(prepared ?? prepare(known)))
                .apply((result) =>
                    holdsSecret(result) ? pulumi.secret(result) : pulumi.output(result),
                ) as pulumi.Output<WithSecrets>;
        },
    };
}

export const defineProjectFunction = <Args extends ProjectArgs | undefined, Result, WithSecrets = Result>(
    name: string,
    schema: z.ZodObject,
    read: (project: Project, args: Omit<NonNullable<Args>, keyof ProjectArgs>) => Promise<WithSecrets>,
): PulumiFunction<Args, Result, WithSecrets> =>
    defineFunction<Args, Result, WithSecrets>(name, schema, async (connections, { profile, projectId, ...args }) =>
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

const sessions = new Map<string, Connections>();

/** All functions share connections, by configuration: one process may run several programs (automation API, unit tests). */
function session(): Connections {
    const settings = readSettings((key) => pulumi.runtime.getConfig(`${namespace}:${key}`), process.env);
    const key = JSON.stringify(settings);
    const open = sessions.get(key) ?? new Connections(settings);
    sessions.set(key, open);
    return open;
}

function holdsSecret(value: unknown): boolean {
    if (value === null || typeof value !== "object") return false;
    return Object.entries(value).some(([key, item]) => secretProperties.has(key) || holdsSecret(item));
}

function withoutSecrets(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withoutSecrets);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(
        Object.entries(value)
            .filter(([key]) => !secretProperties.has(key))
            .map(([key, item]) => [key, withoutSecrets(item)]),
    );
}

/**
 * The arguments as one output, which is unknown in a preview until all arguments are known and all resources exist that they
 * come from or that `dependsOn` names. Pulumi's own functions follow the same rule: a preview must not look up what the update
 * is going to create.
 */
function whenKnown(args: unknown, dependsOn: FunctionOutputOptions["dependsOn"]): pulumi.Output<unknown> {
    const given = pulumi.output(args);
    const sources = pulumi.output(pulumi.getAllResources(given).then((resources) => idsOf([...resources])));
    const named = pulumi.output(dependsOn ?? []).apply((value) => idsOf([value].flat()));
    return pulumi.all([given, sources, named]).apply(([known]) => known);
}

/** The ids of resources: each is unknown until its resource exists. */
const idsOf = (resources: readonly pulumi.Resource[]): pulumi.Output<unknown> =>
    pulumi.output(customIn(resources, new Set()).map(({ id }) => id));

/** The custom resources among `resources`, and those inside their components: only these have ids. */
function customIn(resources: Iterable<pulumi.Resource>, seen: Set<pulumi.Resource>): pulumi.CustomResource[] {
    return [...resources].flatMap((resource) => {
        if (seen.has(resource)) return [];
        seen.add(resource);
        if (pulumi.ComponentResource.isInstance(resource)) return customIn(childrenOf(resource), seen);
        // A reference to a resource of another process has no id.
        return pulumi.CustomResource.isInstance(resource) && "id" in resource ? [resource] : [];
    });
}
