import * as pulumi from "@pulumi/pulumi";
import { ApiError } from "../../provider/api";
import { Connections } from "../../provider/config/connections";
import { withHint } from "../../provider/config/hints";
import { namespace, readSettings } from "../../provider/config/settings";
import { functions, parseArgs, type FunctionName } from "../../provider/functions";
import { asError, secretProperties, UserError } from "../../provider/lifecycle";
import { getOrCreate } from "../../shared/objects";
import { nativePrefix } from "../../shared/registration";
import { isPending } from "../arguments";
import { warnOfConfiguration } from "../checks";
import { childrenOf, mocks, programError } from "../sdk";
import type { FunctionOptions, FunctionOutputOptions, InputsOf, ProfileArgs } from "./args";

/** The parameters of a function. The arguments may be left out where `Args` includes `undefined`. */
type Params<Args, Options> = undefined extends Args ? [args?: Args, opts?: Options] : [args: Args, opts?: Options];

/** A function of the package in both forms. */
export interface PulumiFunction<
    Args,
    Result,
    WithSecrets = Result,
    Options = FunctionOptions,
    OutputOptions = FunctionOutputOptions,
> {
    /**
     * Reads at once. The result contains no secrets, because a promise cannot mark them as secret.
     *
     * @throws Error - at the call, for invalid arguments or a missing configuration.
     */
    readonly promise: (...params: Params<Args, Options>) => Promise<Result>;
    /** Reads once all arguments are known. A result that contains a secret is a secret as a whole. */
    readonly output: (...params: Params<InputsOf<Args>, OutputOptions>) => pulumi.Output<WithSecrets>;
}

/**
 * How a function reaches the API: the program calls it, or has the native provider do so. Validates what needs no request, and returns
 * the call.
 */
export type FunctionDoor<Options> = (
    name: FunctionName,
    args: object,
    opts: Options | undefined,
) => () => Promise<unknown>;

const ownDoor: FunctionDoor<FunctionOptions> = (name, args) => {
    const connections = session();
    connections.client((args as ProfileArgs).profile);
    return () => functions[name].read(connections, args);
};

export const defineFunction = <Args extends object | undefined, Result, WithSecrets = Result>(
    name: FunctionName,
): PulumiFunction<Args, Result, WithSecrets> => functionThrough(ownDoor, name);

/** A function in both forms. What a door does not know itself is the same for all of them. */
export function functionThrough<Options, Args extends object | undefined, Result, WithSecrets = Result>(
    door: FunctionDoor<Options>,
    name: FunctionName,
): PulumiFunction<Args, Result, WithSecrets, Options, Options & Pick<FunctionOutputOptions, "dependsOn">> {
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
    const prepare = (args: unknown, opts: Options | undefined): (() => Promise<unknown>) => {
        try {
            const known = validArgs(name, args);
            warnOfConfiguration();
            const mock = mocks();
            // Pulumi's own call supports only results that are objects, and not lists.
            if (mock !== undefined) return async () => mock.call({ token: `${nativePrefix}${name}`, inputs: known });
            return door(name, known, opts);
        } catch (thrown) {
            throw failureOf(thrown);
        }
    };
    const run = async (call: () => Promise<unknown>): Promise<unknown> => {
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
        promise: (...[args, opts]) => run(prepare(args, opts)).then((result) => withoutSecrets(result) as Result),
        output: (...[args, opts]) => {
            const mayComeLater = [args, ...Object.values(args ?? {}).flat()].some(isPending);
            const prepared = mayComeLater ? undefined : prepare(args, opts);
            return whenKnown(args, opts?.dependsOn)
                .apply((known) => run(prepared ?? prepare(known, opts)) as Promise<WithSecrets>)
                .apply((result) =>
                    holdsSecret(result) ? pulumi.secret(result) : pulumi.output(result),
                ) as pulumi.Output<WithSecrets>;
        },
    };
}

function validArgs(name: FunctionName, args: unknown): object {
    const outputs = Object.entries(args ?? {}).filter(([, value]) => pulumi.Output.isInstance(value));
    if (outputs.length > 0) {
        const names = outputs.map(([key]) => key).join(", ");
        throw new UserError(`${names} is an output: use the form of this function whose name ends in Output`);
    }
    const parsed = parseArgs(functions[name], args ?? {});
    if ("args" in parsed) return parsed.args;
    const reasons = parsed.problems.map(({ property, reason }) => `${property || "its argument"} ${reason}`);
    throw new UserError(reasons.join("; "));
}

const sessions = new Map<string, Connections>();

/** All functions share connections, by configuration: one process may run several programs (automation API, unit tests). */
function session(): Connections {
    const settings = readSettings((key) => pulumi.runtime.getConfig(`${namespace}:${key}`), process.env);
    return getOrCreate(sessions, JSON.stringify(settings), () => new Connections(settings));
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
