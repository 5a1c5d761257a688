// The same classes, whose resources the native provider of this package manages. Their state can move between the two.
import * as pulumi from "@pulumi/pulumi";
import { namespace } from "../../provider/config/settings";
import { nativePrefix, typePrefix } from "../../shared/registration";
import { isOfType } from "../sdk";
import type { Lookup } from "./common";
import { lookupParameters, type Door } from "./managed";
import * as dynamic from "./peering";
import { ReadReplicaSet as DynamicReadReplicaSet, type ReadReplicaSetArgs } from "./readReplicaSet";
import { Service as DynamicService, type ServiceArgs } from "./service";
import { Vpc as DynamicVpc, type VpcArgs } from "./vpc";

export type * from "./peering";
export type * from "./readReplicaSet";
export type * from "./service";
export type * from "./vpc";

const door: Door = {
    prefix: nativePrefix,
    check: () => undefined,
    properties: () => ({}),
    // What the dynamic provider manages is taken over as it is, also under what the program names as its former name or parent.
    options({ type }, { aliases }) {
        const dynamicType = `${typePrefix}${type}`;
        const former = (aliases ?? []).map((alias) =>
            pulumi
                .output(alias)
                .apply((one) => (typeof one === "string" ? one : { ...one, type: one.type ?? dynamicType })),
        );
        return { aliases: [{ type: dynamicType }, ...former] };
    },
};

/** A VPC, managed by the native provider. See the class of the same name of `pulumi-clouddb`. */
export class Vpc extends DynamicVpc {
    protected static override readonly door = door;

    /** Looks up an existing VPC by its id, without managing it. */
    static override get(...args: Lookup): Vpc {
        return new Vpc(...lookupParameters<VpcArgs>("Vpc", ...args));
    }

    /** Whether a value is a `Vpc` of the native provider. */
    static override isInstance(value: unknown): value is Vpc {
        return isOfType("Vpc", value, nativePrefix);
    }
}

/** A peering, managed by the native provider. See the class of the same name of `pulumi-clouddb`. */
export class Peering extends dynamic.Peering {
    protected static override readonly door = door;

    /** Looks up an existing peering by its id, `vpcId/peeringId`, without managing it. */
    static override get(...args: Lookup): Peering {
        return new Peering(...lookupParameters<dynamic.PeeringArgs>("Peering", ...args));
    }

    /** Whether a value is a `Peering` of the native provider. */
    static override isInstance(value: unknown): value is Peering {
        return isOfType("Peering", value, nativePrefix);
    }
}

/** The wait for a peering, by the native provider. See the class of the same name of `pulumi-clouddb`. */
export class PeeringActivation extends dynamic.PeeringActivation {
    protected static override readonly door = door;

    /** Reads an existing peering by its id, `vpcId/peeringId`, without waiting for it. */
    static override get(...args: Lookup): PeeringActivation {
        return new PeeringActivation(...lookupParameters<dynamic.PeeringActivationArgs>("PeeringActivation", ...args));
    }

    /** Whether a value is a `PeeringActivation` of the native provider. */
    static override isInstance(value: unknown): value is PeeringActivation {
        return isOfType("PeeringActivation", value, nativePrefix);
    }
}

/** A service, managed by the native provider. See the class of the same name of `pulumi-clouddb`. */
export class Service extends DynamicService {
    protected static override readonly door = door;

    /** Looks up an existing service by its id, without managing it. */
    static override get(...args: Lookup): Service {
        return new Service(...lookupParameters<ServiceArgs>("Service", ...args));
    }

    /** Whether a value is a `Service` of the native provider. */
    static override isInstance(value: unknown): value is Service {
        return isOfType("Service", value, nativePrefix);
    }
}

/** A read replica set, managed by the native provider. See the class of the same name of `pulumi-clouddb`. */
export class ReadReplicaSet extends DynamicReadReplicaSet {
    protected static override readonly door = door;

    /** Looks up an existing read replica set by its id, `serviceId/replicaSetId`, without managing it. */
    static override get(...args: Lookup): ReadReplicaSet {
        return new ReadReplicaSet(...lookupParameters<ReadReplicaSetArgs>("ReadReplicaSet", ...args));
    }

    /** Whether a value is a `ReadReplicaSet` of the native provider. */
    static override isInstance(value: unknown): value is ReadReplicaSet {
        return isOfType("ReadReplicaSet", value, nativePrefix);
    }
}

/** A connection that resources name by their argument `profile`. */
export interface ProviderProfile {
    /** The API key. */
    apiKey: pulumi.Input<string>;
    /** The API's base URL. Default: that of the provider. */
    baseUrl?: pulumi.Input<string | undefined>;
    /** The id of the project. Default: the only one that the key can access. */
    projectId?: pulumi.Input<string | undefined>;
}

/** The settings of a {@link Provider}. Each is that of the same name in the stack's configuration. */
export interface ProviderArgs {
    /** The API key. Default: the environment variable `CLOUDDB_API_KEY`. */
    apiKey?: pulumi.Input<string | undefined>;
    /** The API's base URL, with its version: `https://HOST/v1`. Default: the environment variable `CLOUDDB_BASE_URL`. */
    baseUrl?: pulumi.Input<string | undefined>;
    /** The id of the project. Default: the only one that the key can access. */
    projectId?: pulumi.Input<string | undefined>;
    /** Further connections, by their names. */
    profiles?: pulumi.Input<Record<string, ProviderProfile> | undefined>;
    /** What to do at a creation if a resource with that name exists. Default: `error`. */
    onNameConflict?: pulumi.Input<"error" | "ignore" | undefined>;
    /** How a resource without a `name` is named. Default: `unique`. */
    autoName?: pulumi.Input<"unique" | "plain" | undefined>;
    /** Concurrent requests. Default: 8. */
    maxConcurrency?: pulumi.Input<number | undefined>;
    /** The deadline of an API call, in seconds. Default: 120. */
    requestTimeout?: pulumi.Input<number | undefined>;
    /** Allows plain http to a host other than this machine. Default: `false`. */
    allowInsecureHttp?: pulumi.Input<boolean | undefined>;
}

/** An explicit provider: resources with the option `provider` use its settings. Another key or address replaces none of them. */
export class Provider extends pulumi.ProviderResource {
    constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
        const { apiKey, profiles, ...others } = args;
        const texts = Object.entries(others).map(([key, value]) => [key, textOf(value)] as const);
        const secrets = {
            apiKey: apiKey && pulumi.secret(apiKey),
            profiles: profiles && pulumi.secret(textOf(profiles)),
        };
        super(namespace, name, { ...Object.fromEntries(texts), ...secrets }, opts);
    }
}

/** The engine passes the inputs of a provider as texts: those that are none, in JSON. */
function textOf(value: unknown): pulumi.Output<string | undefined> {
    const known: pulumi.Output<unknown> = pulumi.output(value);
    return known.apply((one) => (one === undefined || typeof one === "string" ? one : JSON.stringify(one)));
}
