import type * as pulumi from "@pulumi/pulumi";
import type { CommonArgs, Endpoint, Environment, Lookup } from "./common";
import { connectionString, poolerMissing, type ConnectionStringArgs } from "./connectionString";
import { isOfType } from "../sdk";
import { lookupParameters, Managed } from "./managed";

/** The arguments of a {@link ReadReplicaSet}. */
export interface ReadReplicaSetArgs extends CommonArgs {
    /** The id of the service to replicate, which must not be paused. Example: `orders.id`. A change replaces the set. API: `service_id` in the path. */
    serviceId: pulumi.Input<string>;
    /** The number of nodes: a whole number, at least 1. Example: `2`. A change replaces the set. API: `nodes`. */
    nodes: pulumi.Input<number>;
    /** CPU of each node in millicores, more than 0. Example: `1000`. Changes in place (`POST .../resize`). API: `cpu_millis`. */
    cpuMillis: pulumi.Input<number>;
    /** Memory of each node in gigabytes, more than 0. Example: `4`. Changes in place (`POST .../resize`). API: `memory_gbs`. */
    memoryGbs: pulumi.Input<number>;
    /**
     * The name of the set: 1 to 128 characters. Default: the resource's name and a hash; with `clouddb:autoName` set to `plain`, the
     * resource's name. Example: `"reports"`. A change replaces the set. API: `name`.
     */
    name?: pulumi.Input<string | undefined>;
    /**
     * The environment tag: `DEV` or `PROD`. Default: the API's. Removing the argument keeps the environment. Example: `"PROD"`. Changes in
     * place (`POST .../setEnvironment`). API: `metadata.environment`.
     */
    environment?: pulumi.Input<Environment | undefined>;
    /**
     * Whether the set has a connection pooler. Default: `false`, also after the argument is removed. Example: `true`. Changes in place
     * (`POST .../enablePooler`, `.../disablePooler`).
     */
    connectionPooler?: pulumi.Input<boolean | undefined>;
}

/** The arguments of {@link ReadReplicaSet.connectionString}. */
export interface ReadReplicaSetConnectionStringArgs extends ConnectionStringArgs<"direct" | "pooler"> {
    /** The password of `user`. A set has the users of its service. For the master user, pass `service.password`. */
    password: pulumi.Input<string | undefined>;
}

/**
 * Read replicas of a service behind one endpoint. Its id is `serviceId/replicaSetId`.
 *
 * The provider creates it with `POST /projects/{project_id}/services/{service_id}/replicaSets`, and retries while a new service has no
 * backup. Timeouts: create and update 45 minutes, delete 20 minutes (`customTimeouts`).
 *
 * @example
 * ```ts
 * const orders = new clouddb.Service("orders", { cpuMillis: 2000, memoryGbs: 8 });
 * const reports = new clouddb.ReadReplicaSet("reports", {
 *     serviceId: orders.id,
 *     nodes: 2,
 *     cpuMillis: 1000,
 *     memoryGbs: 4,
 * });
 * export const host = reports.endpoint.host;
 * ```
 */
export class ReadReplicaSet extends Managed {
    /** The id of the service. API: `service_id` in the path. */
    declare readonly serviceId: pulumi.Output<string>;
    /** The number of nodes. API: `nodes`. */
    declare readonly nodes: pulumi.Output<number>;
    /** CPU of each node in millicores. API: `cpu_millis`. */
    declare readonly cpuMillis: pulumi.Output<number>;
    /** Memory of each node in gigabytes. API: `memory_gbs`. */
    declare readonly memoryGbs: pulumi.Output<number>;
    /** The set's name: the argument, or the generated one. Known in the preview, unless an argument that the hash covers is not. API: `name`. */
    declare readonly name: pulumi.Output<string>;
    /** `DEV` or `PROD`. Known in the preview if you set it, otherwise after the creation, if the API returns it. API: `metadata.environment`. */
    declare readonly environment: pulumi.Output<string | undefined>;
    /** Whether the set has a connection pooler. Default: false. API: `connection_pooler`. */
    declare readonly connectionPooler: pulumi.Output<boolean>;
    /** The API's id of the set, unique in its service. Known after the creation. API: `id`. */
    declare readonly replicaSetId: pulumi.Output<string>;
    /** `creating`, `active`, `resizing`, `deleting` or `error`. Known after the creation. API: `status`. */
    declare readonly status: pulumi.Output<string>;
    /** The endpoint for reads: `host` and `port`. Known after the creation. API: `endpoint`. */
    declare readonly endpoint: pulumi.Output<Endpoint>;
    /** The connection pooler's endpoint: `host` and `port`. Known only with a pooler, after it is on. API: `connection_pooler.endpoint`. */
    declare readonly poolerEndpoint: pulumi.Output<Endpoint | undefined>;

    constructor(name: string, args: ReadReplicaSetArgs, opts?: pulumi.CustomResourceOptions) {
        super("readReplicaSet", name, args, opts);
    }

    /**
     * Returns `postgresql://user:password@host:port/database?sslmode=require`, percent-encoded and always a secret.
     * Fails if the set has no endpoint for `via`, or if the password is undefined.
     */
    connectionString(args: ReadReplicaSetConnectionStringArgs): pulumi.Output<string> {
        return connectionString(
            {
                who: `read replica set ${JSON.stringify(this.resourceName)}`,
                status: this.status,
                passwordMissing:
                    "the given password is undefined. Pass another one, or set one on the service, which changes it at the API (`password` or `generatePassword`)",
                ways: {
                    direct: { endpoint: this.endpoint },
                    pooler: {
                        endpoint: this.poolerEndpoint,
                        exists: this.has(this.connectionPooler, ["connectionPooler", "adopt"]),
                        missing: poolerMissing("set"),
                    },
                },
            },
            args,
        );
    }

    /** Looks up an existing read replica set by its id, `serviceId/replicaSetId`, without managing it. */
    static get(...args: Lookup): ReadReplicaSet {
        return new ReadReplicaSet(...lookupParameters<ReadReplicaSetArgs>("ReadReplicaSet", ...args));
    }

    /** Whether a value is a `ReadReplicaSet`. */
    static override isInstance(value: unknown): value is ReadReplicaSet {
        return isOfType("ReadReplicaSet", value);
    }
}
