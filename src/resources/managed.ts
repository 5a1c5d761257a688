import * as pulumi from "@pulumi/pulumi";
import { typePrefix } from "../config/urn";
import type { ResourceName } from "../lifecycle";
import { argsOf } from "./misuse";
import { warnOfPlainKeys } from "../program/plainKeys";

/** The options of a static `get`: Pulumi's, and where to read the resource. */
export interface GetOptions extends pulumi.CustomResourceOptions {
    /** The project of the resource. Default: as for a managed resource. */
    projectId?: pulumi.Input<string>;
    /** The named connection (`clouddb:profiles`) to use. Default: the stack's own API key. */
    profile?: pulumi.Input<string>;
}

/** The names of the outputs that a class declares itself. */
export type OutputsOf<Class> = {
    [Key in Exclude<keyof Class, keyof pulumi.CustomResource>]: Class[Key] extends pulumi.Output<unknown> ? Key : never;
}[Exclude<keyof Class, keyof pulumi.CustomResource>];

export interface ManagedType<Class> {
    /** The name of the class: `Service`. */
    readonly type: string;
    /** The export of `pulumi-clouddb/provider` that manages it. */
    readonly provider: ResourceName;
    /** All outputs, including those of arguments: an output that is not registered with the engine never resolves. */
    readonly outputs: { readonly [Key in OutputsOf<Class>]: "plain" | "secret" };
}

/** The provider code stored in every state: it loads the version of the package that is installed for the program. */
const providerSource = (provider: string) => `exports.handler=()=>require("pulumi-clouddb/provider").${provider};`;

type Properties = Record<string, unknown>;

/** The base class of all resources: registers them with the engine. */
export abstract class Managed extends pulumi.CustomResource {
    /** The resource's name in the program. */
    protected readonly resourceName: string;

    protected constructor(managed: ManagedType<never>, name: string, args: object | undefined, options?: GetOptions) {
        const { projectId, profile, ...opts } = options ?? {};
        const type = `${typePrefix}${managed.type}`;
        const table: Readonly<Record<string, "plain" | "secret">> = managed.outputs;
        const secrets = Object.keys(table).filter((output) => table[output] === "secret");
        const outputs = Object.fromEntries(Object.keys(table).map((output) => [output, undefined]));
        const hidden: Properties = {
            urn: urnOf(name, type, opts.parent),
            timeouts: opts.customTimeouts,
            organization: organization(),
            ...(pulumi.runtime.isDryRun() ? { preview: true } : {}),
        };
        super(
            type,
            name,
            {
                ...outputs,
                ...(projectId === undefined ? {} : { projectId }),
                ...(profile === undefined ? {} : { profile }),
                ...markSecrets(argsOf(`${managed.type} ${JSON.stringify(name)}`, args), secrets),
                __clouddb: hidden,
                __provider: providerSource(managed.provider),
            },
            pulumi.mergeOptions(opts, { additionalSecretOutputs: secrets }),
        );
        this.resourceName = name;
        warnOfPlainKeys();
    }
}

/** What Pulumi calls the organization of a backend that has none. */
const noOrganization = "organization";

/** Undefined without one, and in a unit test that sets none. */
function organization(): string | undefined {
    try {
        const name = pulumi.getOrganization();
        return name === noOrganization ? undefined : name;
    } catch {
        return undefined;
    }
}

const markSecrets = (args: Readonly<Properties>, secrets: readonly string[]): Properties =>
    Object.fromEntries(
        Object.entries(args).map(([key, value]) => [
            key,
            secrets.includes(key) && value !== undefined ? pulumi.secret(value) : value,
        ]),
    );

/**
 * The resource's URN, which the engine does not send to a dynamic provider, and which the provider needs to report progress in
 * the resource's row. A promise, since an output would make the resource depend on its own parent.
 */
function urnOf(name: string, type: string, parent: pulumi.Resource | undefined): Promise<string> {
    return new Promise((resolve) => {
        pulumi.createUrn(name, type, parent).apply(resolve);
    });
}
