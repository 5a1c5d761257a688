import * as pulumi from "@pulumi/pulumi";
import type { ResourceName } from "../lifecycle";
import { argsOf } from "./misuse";
import { warnOfPlainKeys } from "../program/plainKeys";

/** The options of a resource that is looked up: where to look, beside what Pulumi takes. */
export interface GetOptions extends pulumi.CustomResourceOptions {
    /** The project that the thing is in. Default: the configured one. */
    projectId?: pulumi.Input<string>;
    /** The named connection to use. Default: the stack's own. */
    profile?: pulumi.Input<string>;
}

/** The outputs that a class declares beyond those of every Pulumi resource. */
export type OutputsOf<Class> = {
    [Key in Exclude<keyof Class, keyof pulumi.CustomResource>]: Class[Key] extends pulumi.Output<unknown> ? Key : never;
}[Exclude<keyof Class, keyof pulumi.CustomResource>];

export interface ManagedType<Class> {
    /** The name of the class: `Service`. */
    readonly type: string;
    /** The export of `pulumi-clouddb/provider` that manages it. */
    readonly provider: ResourceName;
    /** Every output, arguments included: an output that is not registered with the engine never resolves. */
    readonly outputs: { readonly [Key in OutputsOf<Class>]: "plain" | "secret" };
}

/** What every state stores in place of code: found from the program's folder, whatever version of the package is there. */
const providerSource = (provider: string) => `exports.handler=()=>require("pulumi-clouddb/provider").${provider};`;

/** What the types of the package begin with; dynamic resources are all of the SDK's own package. */
export const typePrefix = "pulumi-nodejs:dynamic/clouddb:";

type Bag = Record<string, unknown>;

/** What all resources of the package have in common: how they are registered with the engine. */
export abstract class Managed extends pulumi.CustomResource {
    /** What the program calls the resource. */
    protected readonly resourceName: string;

    protected constructor(managed: ManagedType<never>, name: string, args: object | undefined, options?: GetOptions) {
        const { projectId, profile, ...opts } = options ?? {};
        const type = `${typePrefix}${managed.type}`;
        const table: Readonly<Record<string, "plain" | "secret">> = managed.outputs;
        const secrets = Object.keys(table).filter((output) => table[output] === "secret");
        const outputs = Object.fromEntries(Object.keys(table).map((output) => [output, undefined]));
        const hidden: Bag = {
            urn: urnOf(name, type, opts.parent),
            timeouts: opts.customTimeouts,
            ...(pulumi.runtime.isDryRun() ? { preview: true } : {}),
        };
        super(
            type,
            name,
            {
                ...outputs,
                ...(projectId === undefined ? {} : { projectId }),
                ...(profile === undefined ? {} : { profile }),
                ...keepSecret(argsOf(`${managed.type} ${JSON.stringify(name)}`, args), secrets),
                __clouddb: hidden,
                __provider: providerSource(managed.provider),
            },
            pulumi.mergeOptions(opts, { additionalSecretOutputs: secrets }),
        );
        this.resourceName = name;
        warnOfPlainKeys();
    }
}

const keepSecret = (args: Readonly<Bag>, secrets: readonly string[]): Bag =>
    Object.fromEntries(
        Object.entries(args).map(([key, value]) => [
            key,
            secrets.includes(key) && value !== undefined ? pulumi.secret(value) : value,
        ]),
    );

/**
 * The resource's URN, which the engine does not tell a dynamic provider: it needs it to show progress in the resource's
 * row. A plain promise, for an output would make the resource depend on its own parent.
 */
function urnOf(name: string, type: string, parent: pulumi.Resource | undefined): Promise<string> {
    return new Promise((resolve) => {
        pulumi.createUrn(name, type, parent).apply(resolve);
    });
}
