import type * as pulumi from "@pulumi/pulumi";
import type { CommonArgs, Endpoint } from "./common";
import { connectionString, type ConnectionStringArgs } from "./connectionString";
import { Managed, type GetOptions, type ManagedType } from "./managed";
import { lookupId } from "./misuse";

/** The arguments of a {@link ReadReplicaSet}. */
export interface ReadReplicaSetArgs extends CommonArgs {
    /** The id of the service to replicate. Replaces. API: `service_id` in the path. */
    serviceId: pulumi.Input<string>;
    /** How many nodes share the reads: a whole number, at least 1. Replaces. API: `nodes`. */
    nodes: pulumi.Input<number>;
    /** CPU of each node in millicores, more than 0. Changes in place (`.../resize`). API: `cpu_millis`. */
    cpuMillis: pulumi.Input<number>;
    /** Memory of each node in gigabytes, more than 0. Changes in place (`.../resize`). API: `memory_gbs`. */
    memoryGbs: pulumi.Input<number>;
    /** 1 to 128 characters. Default: the resource's name. Replaces. API: `name`. */
    name?: pulumi.Input<string | undefined>;
    /** Default: the API's; when removed, it stays as it is. Changes in place (`.../setEnvironment`). API: `metadata.environment`. */
    environment?: pulumi.Input<"DEV" | "PROD" | undefined>;
    /** Whether there is a connection pooler. Default, also when removed: none. Changes in place (`.../enablePooler`, `.../disablePooler`). */
    connectionPooler?: pulumi.Input<boolean | undefined>;
}

/** The arguments of {@link ReadReplicaSet.connectionString}. */
export interface ReadReplicaSetConnectionStringArgs extends ConnectionStringArgs<"direct" | "pooler"> {
    /** The password of `user`: a set has the users of its service, so for the master user this is `service.password`. */
    password: pulumi.Input<string | undefined>;
}

const readReplicaSet: ManagedType<ReadReplicaSet> = {
    type: "ReadReplicaSet",
    provider: "readReplicaSet",
    outputs: {
        serviceId: "plain",
        nodes: "plain",
        cpuMillis: "plain",
        memoryGbs: "plain",
        replicaSetId: "plain",
        name: "plain",
        environment: "plain",
        connectionPooler: "plain",
        status: "plain",
        endpoint: "plain",
        poolerEndpoint: "plain",
        projectId: "plain",
    },
};

/**
 * Read replicas of a service behind one endpoint. Its id is `serviceId/replicaSetId`.
 *
 * Created by `POST /projects/{project_id}/services/{service_id}/replicaSets`. A parent that is new has no backup to start
 * from: the refusal is waited out. Time-outs as a service's: create and update 45 minutes, delete 20 (`customTimeouts`).
 */
export class ReadReplicaSet extends Managed {
    declare readonly serviceId: pulumi.Output<string>;
    declare readonly nodes: pulumi.Output<number>;
    declare readonly cpuMillis: pulumi.Output<number>;
    declare readonly memoryGbs: pulumi.Output<number>;
    declare readonly name: pulumi.Output<string>;
    declare readonly environment: pulumi.Output<string | undefined>;
    declare readonly connectionPooler: pulumi.Output<boolean>;
    /** The API's id of the set, unique in its service. API: `id`. */
    declare readonly replicaSetId: pulumi.Output<string>;
    /** `creating`, `active`, `resizing`, `deleting` or `error`. API: `status`. */
    declare readonly status: pulumi.Output<string>;
    /** Where to read from. API: `endpoint`. */
    declare readonly endpoint: pulumi.Output<Endpoint>;
    /** Where to read from through the pooler, if there is one. API: `connection_pooler.endpoint`. */
    declare readonly poolerEndpoint: pulumi.Output<Endpoint | undefined>;
    /** The project that the service is in. */
    declare readonly projectId: pulumi.Output<string>;

    constructor(name: string, args: ReadReplicaSetArgs, opts?: pulumi.CustomResourceOptions) {
        super(readReplicaSet, name, args, opts);
    }

    /**
     * A connection string, `postgresql://user:password@host:port/database?sslmode=require`: a secret, encoded as it has to be.
     * Fails where the set has no such way (`pooler`), or where the password is not known.
     */
    connectionString(args: ReadReplicaSetConnectionStringArgs): pulumi.Output<string> {
        return connectionString(
            {
                who: `read replica set ${JSON.stringify(this.resourceName)}`,
                status: this.status,
                passwordMissing:
                    "the password that it was given is not known. Set one on the service (`password` or `generatePassword`)",
                ways: {
                    direct: { endpoint: this.endpoint },
                    pooler: {
                        endpoint: this.poolerEndpoint,
                        optional: {
                            exists: this.connectionPooler,
                            missing:
                                "it has no connection pooler. Set `connectionPooler: true` on the set, or choose another way",
                        },
                    },
                },
            },
            args,
        );
    }

    /** Looks up an existing read replica set by its id, `serviceId/replicaSetId`, without managing it. */
    static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: GetOptions): ReadReplicaSet {
        return new ReadReplicaSet(name, {} as ReadReplicaSetArgs, {
            ...opts,
            id: lookupId("ReadReplicaSet", name, id),
        });
    }
}
