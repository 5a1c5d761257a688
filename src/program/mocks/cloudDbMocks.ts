import * as pulumi from "@pulumi/pulumi";
import { nativePrefix, typePrefix } from "../../shared/registration";
import { definitions, nameWith, secretProperties, type NameAround, type ResourceName } from "../../provider/lifecycle";
import { answerTo } from "./functions";
import { MockWorld, type ExistingRecords, type MockProperties } from "./resources";

/** The options of `cloudDbMocks`. */
export interface CloudDbMocksOptions {
    /** The project of every resource that names none. Default: `mock-project`. */
    readonly projectId?: string;
    /** Outputs by the name of a resource, in place of those that the mocks would give: `{ orders: { status: "PAUSED" } }`. */
    readonly outputs?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    /** What functions find in addition to the program's own resources. Default: nothing. */
    readonly existing?: ExistingRecords;
    /**
     * The mocks for resources and functions of other packages, and for a function of this package that shall answer something else:
     * `call` is asked first, and an answer of `undefined` leaves it to these mocks. Default: resources of other packages echo their
     * inputs, and functions of other packages return their arguments.
     */
    readonly others?: {
        readonly newResource?: pulumi.runtime.Mocks["newResource"];
        readonly call?: (
            args: pulumi.runtime.MockCallArgs,
        ) => pulumi.runtime.MockCallResult | Promise<pulumi.runtime.MockCallResult | undefined> | undefined;
    };
}

const names = Object.keys(definitions) as ResourceName[];
/** By the tokens of both providers. */
const byType = new Map(
    [typePrefix, nativePrefix].flatMap((prefix) => names.map((name) => [`${prefix}${definitions[name].type}`, name])),
);

/**
 * Mocks for `pulumi.runtime.setMocks` that answer as the provider would after a deployment without faults. A new resource gets an id
 * of the right form, and all outputs of its class: the program's arguments, and plausible values for the rest (`status`, `endpoint`
 * with host and port, `password` as a secret, `provisionedId`, ...). Functions find what the program has made so far, and what
 * `existing` lists; `getService`, `getVpc` and `getPeering` of anything else return a plausible record with that id or name.
 *
 * All values follow from names and arguments, so they are the same in every run. No API is called and no argument is validated: for
 * that use `deploy` with the emulator.
 */
export function cloudDbMocks(options: CloudDbMocksOptions = {}): pulumi.runtime.Mocks {
    const { projectId = "mock-project", outputs: overrides = {}, existing = {}, others = {} } = options;
    const world = new MockWorld(projectId);
    for (const type of names) {
        // An activation is no record of its own.
        const records = type === "peeringActivation" ? undefined : existing[`${type}s`];
        for (const { id, ...told } of records ?? []) {
            const name = "name" in told && typeof told.name === "string" ? told.name : type;
            world.add(world.record(type, { name, args: told, id, told }));
        }
    }

    return {
        async newResource(args) {
            const type = byType.get(args.type);
            if (type === undefined) {
                return others.newResource
                    ? others.newResource(args)
                    : { id: args.custom === false ? undefined : `${args.name}-id`, state: args.inputs as object };
            }
            const inputs = argumentsIn(plain(args.inputs) as MockProperties);
            const id = args.id || inputs["adopt"];
            const told = overrides[args.name] ?? {};
            const found = id === undefined ? undefined : world.find(type, id);
            const made =
                found && args.id
                    ? { ...found, outputs: { ...found.outputs, ...told } }
                    : world.record(type, { name: args.name, args: inputs, id, told });
            world.add(made);
            return { id: made.id, state: withSecrets(made.outputs) };
        },
        async call(args) {
            const other = await others.call?.(args);
            if (other !== undefined) return other;
            const inputs = plain(args.inputs) as MockProperties;
            return answerTo(args.token, inputs, world) ?? inputs;
        },
    };
}

/** A value without the secrets that the SDK wraps around parts of it. */
function plain(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(plain);
    if (value === null || typeof value !== "object") return value;
    if (pulumi.runtime.isRpcSecret(value)) return plain(pulumi.runtime.unwrapRpcSecret(value));
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/** The arguments, and the name that a component asks for. */
function argumentsIn(inputs: MockProperties): MockProperties {
    // A transform may have removed it.
    const { nameAround } = (inputs["__clouddb"] ?? {}) as { readonly nameAround?: NameAround };
    const visible = Object.entries(inputs).filter(([key, value]) => !key.startsWith("__") && value !== undefined);
    return { ...(nameAround && { name: nameWith(nameAround, "") }), ...Object.fromEntries(visible) };
}

const secret = { [pulumi.runtime.specialSigKey]: pulumi.runtime.specialSecretSig };

const withSecrets = (outputs: MockProperties): Record<string, unknown> =>
    Object.fromEntries(
        Object.entries(outputs).map(([key, value]) => [key, secretProperties.has(key) ? { ...secret, value } : value]),
    );
