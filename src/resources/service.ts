import type * as pulumi from "@pulumi/pulumi";
import type { CommonArgs, Endpoint } from "./common";
import { connectionString, type ConnectionStringArgs } from "./connectionString";
import { Managed, type GetOptions, type ManagedType } from "./managed";
import { lookupId } from "./misuse";

/** What a service is forked from. */
export interface ForkFrom {
    /** The id of the parent, in the same project. */
    serviceId: pulumi.Input<string>;
    /** `LAST_SNAPSHOT`: the snapshot there is, fast. `NOW`: a new one, up to date. `PITR`: a moment of the past. API: `fork_strategy`. */
    strategy: pulumi.Input<"LAST_SNAPSHOT" | "NOW" | "PITR">;
    /** The moment to recover, RFC 3339; needed with `PITR`, and only then. API: `target_time`. */
    targetTime?: pulumi.Input<string | undefined>;
}

/** An endpoint inside a VPC. */
export interface VpcEndpoint extends Endpoint {
    /** The VPC that the endpoint is in. */
    vpcId?: string;
}

/** Where a service was forked from. */
export interface ForkedFrom {
    /** The parent. */
    serviceId?: string;
    /** The parent's project. */
    projectId?: string;
    /** Whether the service is a standby of its parent. */
    isStandby?: boolean;
}

/** The arguments of {@link Service.connectionString}. `password` is by default the service's own, which is the master user's. */
export type ServiceConnectionStringArgs = ConnectionStringArgs;

/** The arguments of a {@link Service}. One that is not given is not managed: what the API or the console made of it stays. */
export interface ServiceArgs extends CommonArgs {
    /** 1 to 128 characters. Default: the resource's name. Replaces. API: `name`. */
    name?: pulumi.Input<string | undefined>;
    /** The cloud region, as the API names it. Default: the API chooses. Not with `forkFrom`. Replaces. API: `region_code`. */
    regionCode?: pulumi.Input<string | undefined>;
    /** Extensions: `time-series`, `ai`. Default: none. Not with `forkFrom`. Replaces. API: `addons`. */
    addons?: pulumi.Input<pulumi.Input<"time-series" | "ai">[] | undefined>;
    /**
     * CPU in millicores, more than 0, or `shared` (then `memoryGbs` as well). Default: the API's, or the parent's of a fork;
     * when removed, it stays as it is. Changes in place (`POST .../resize`, which takes both). API: `cpu_millis`.
     */
    cpuMillis?: pulumi.Input<number | "shared" | undefined>;
    /** Memory in gigabytes, more than 0, or `shared` (then `cpuMillis` as well). As `cpuMillis`. API: `memory_gbs`. */
    memoryGbs?: pulumi.Input<number | "shared" | undefined>;
    /** `DEV` or `PROD`. Default: the API's; when removed, it stays as it is. Changes in place (`POST .../setEnvironment`). API: `environment_tag`. */
    environment?: pulumi.Input<"DEV" | "PROD" | undefined>;
    /** High-availability replicas: a whole number, 0 or more. Default, also when removed: 0. Changes in place (`POST .../setHA`). API: `replica_count`. */
    replicaCount?: pulumi.Input<number | undefined>;
    /** How many of the HA replicas are synchronous: 0 to `replicaCount`. Default, also when removed: 0. Changes in place (`POST .../setHA`). API: `sync_replica_count`. */
    syncReplicaCount?: pulumi.Input<number | undefined>;
    /** Whether there is a connection pooler. Default, also when removed: none. Changes in place (`POST .../enablePooler`, `.../disablePooler`). */
    connectionPooler?: pulumi.Input<boolean | undefined>;
    /** The VPC to be in, of the service's region. Default, also when removed: none. Changes in place (`POST .../detachFromVPC`, `.../attachToVPC`). */
    vpcId?: pulumi.Input<string | undefined>;
    /**
     * The master password; always a secret. Default: the initial one; when removed, it stays as it is. Changes in place
     * (`POST .../updatePassword`). The API does not tell a password, so one that was changed elsewhere does not show as drift.
     */
    password?: pulumi.Input<string | undefined>;
    /** Sets a strong password of the provider's own making, kept as the secret output `password`. Not with `password`. Default: no. Changes in place. */
    generatePassword?: pulumi.Input<boolean | undefined>;
    /** Whatever you like: when it changes, the password is set anew (a generated one is made anew). Needs `password` or `generatePassword`. */
    passwordVersion?: pulumi.Input<number | string | undefined>;
    /** Whether the service is stopped. Default, also when removed: running. Changes in place (`POST .../stop`, `.../start`); other changes start it for their time, environment and password only where the API insists. */
    paused?: pulumi.Input<boolean | undefined>;
    /**
     * Fork another service instead of starting empty. Only matters when the service is created: a fork outlives its parent, so
     * another parent, strategy or moment later changes nothing. To fork anew, use `pulumi up --replace` or another `name`.
     * API: `POST .../forkService`.
     */
    forkFrom?: pulumi.Input<ForkFrom | undefined>;
    /**
     * Refuses to delete or replace the service. Default: on where the environment is `PROD`, by this program or as it is:
     * where the program says `PROD`, what was changed elsewhere does not lift it. Changes in place; no call.
     */
    deletionProtection?: pulumi.Input<boolean | undefined>;
    /**
     * Whether deleting the service may delete read replica sets that this stack does not manage. Default: false; a service that
     * has such sets is then not deleted, and the error names them. Changes in place; no call.
     */
    forceDestroy?: pulumi.Input<boolean | undefined>;
}

const service: ManagedType<Service> = {
    type: "Service",
    provider: "service",
    outputs: {
        name: "plain",
        regionCode: "plain",
        addons: "plain",
        cpuMillis: "plain",
        memoryGbs: "plain",
        environment: "plain",
        replicaCount: "plain",
        syncReplicaCount: "plain",
        connectionPooler: "plain",
        vpcId: "plain",
        paused: "plain",
        forkFrom: "plain",
        password: "secret",
        generatePassword: "plain",
        passwordVersion: "plain",
        deletionProtection: "plain",
        forceDestroy: "plain",
        serviceType: "plain",
        status: "plain",
        created: "plain",
        volumeType: "plain",
        endpoint: "plain",
        poolerEndpoint: "plain",
        vpcEndpoint: "plain",
        initialPassword: "secret",
        forkedFrom: "plain",
        projectId: "plain",
    },
};

/**
 * A database service.
 *
 * Created by `POST /projects/{project_id}/services`, or forked by `POST .../forkService`, and then brought to its arguments:
 * everything but `name`, `regionCode` and `addons` changes in place, one call after the other, each waited for.
 * Time-outs: create and update 45 minutes, delete 20 minutes (`customTimeouts`). After a time-out or an error the next
 * `pulumi up` goes on from what is there.
 */
export class Service extends Managed {
    declare readonly name: pulumi.Output<string>;
    declare readonly regionCode: pulumi.Output<string>;
    declare readonly addons: pulumi.Output<("time-series" | "ai")[] | undefined>;
    declare readonly cpuMillis: pulumi.Output<number | "shared" | undefined>;
    declare readonly memoryGbs: pulumi.Output<number | "shared" | undefined>;
    declare readonly environment: pulumi.Output<string | undefined>;
    declare readonly replicaCount: pulumi.Output<number>;
    declare readonly syncReplicaCount: pulumi.Output<number>;
    declare readonly connectionPooler: pulumi.Output<boolean>;
    declare readonly vpcId: pulumi.Output<string | undefined>;
    declare readonly paused: pulumi.Output<boolean>;
    declare readonly forkFrom: pulumi.Output<pulumi.Unwrap<ForkFrom> | undefined>;
    declare readonly generatePassword: pulumi.Output<boolean | undefined>;
    declare readonly passwordVersion: pulumi.Output<number | string | undefined>;
    /** Whether deleting and replacing is refused: what was given, or whether the environment is `PROD`, as given or as it is. */
    declare readonly deletionProtection: pulumi.Output<boolean>;
    /** Whether a deletion may delete read replica sets that the stack does not manage. */
    declare readonly forceDestroy: pulumi.Output<boolean | undefined>;
    /** The master password that works now: the initial, the given or the generated one. A secret. */
    declare readonly password: pulumi.Output<string | undefined>;
    /** `TIMESERIES_DB`, `POSTGRES` or `VECTOR`; follows from the addons. API: `service_type`. */
    declare readonly serviceType: pulumi.Output<string>;
    /** The API's word for what the service is doing. API: `status`. */
    declare readonly status: pulumi.Output<string>;
    /** When the service was created, RFC 3339. API: `created`. */
    declare readonly created: pulumi.Output<string>;
    /** The kind of storage. API: `resources[].spec.volume_type`. */
    declare readonly volumeType: pulumi.Output<string | undefined>;
    /** Where to connect to. API: `endpoint`. */
    declare readonly endpoint: pulumi.Output<Endpoint>;
    /** Where to connect to through the pooler, if there is one. API: `connection_pooler.endpoint`. */
    declare readonly poolerEndpoint: pulumi.Output<Endpoint | undefined>;
    /** Where to connect to inside the VPC, if it is in one. API: `vpc_endpoint`. */
    declare readonly vpcEndpoint: pulumi.Output<VpcEndpoint | undefined>;
    /** The password that the service was born with. A secret. API: `initial_password`. */
    declare readonly initialPassword: pulumi.Output<string | undefined>;
    /** The parent of a fork. API: `forked_from`. */
    declare readonly forkedFrom: pulumi.Output<ForkedFrom | undefined>;
    /** The project that the service is in. API: `project_id`. */
    declare readonly projectId: pulumi.Output<string>;

    constructor(name: string, args: ServiceArgs = {}, opts?: pulumi.CustomResourceOptions) {
        super(service, name, args, opts);
    }

    /**
     * A connection string, `postgresql://user:password@host:port/database?sslmode=require`: a secret, encoded as it has to be.
     * Fails where the service has no such way (`pooler`, `vpc`), or where its password is not known.
     */
    connectionString(args: ServiceConnectionStringArgs): pulumi.Output<string> {
        return connectionString(
            {
                who: `service ${JSON.stringify(this.resourceName)}`,
                status: this.status,
                password: this.password,
                passwordMissing:
                    "its password is not known here. Set one (`password` or `generatePassword` of the service), or give it to connectionString",
                ways: {
                    direct: { endpoint: this.endpoint },
                    pooler: {
                        endpoint: this.poolerEndpoint,
                        optional: {
                            exists: this.connectionPooler,
                            missing:
                                "it has no connection pooler. Set `connectionPooler: true` on the service, or choose another way",
                        },
                    },
                    vpc: {
                        endpoint: this.vpcEndpoint,
                        optional: {
                            exists: this.vpcId.apply((vpcId) => vpcId != null),
                            missing: "it is in no VPC. Set `vpcId` of the service, or choose another way",
                        },
                    },
                },
            },
            args,
        );
    }

    /** Looks up an existing service by its id, without managing it (`GET /projects/{project_id}/services/{service_id}`). */
    static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: GetOptions): Service {
        return new Service(name, {}, { ...opts, id: lookupId("Service", name, id) });
    }
}
