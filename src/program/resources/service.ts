import * as pulumi from "@pulumi/pulumi";
import { isKnownObject, isPending } from "../arguments";
import type { Addon, CommonArgs, Endpoint, Environment, ForkStrategy, Lookup } from "./common";
import { connectionString, poolerMissing, type ConnectionStringArgs } from "./connectionString";
import { isOfType, warn } from "../sdk";
import { lookupParameters, Managed } from "./managed";

/** The parent of a fork. */
export interface ForkParent {
    /** The id of the parent service, in the same project. */
    serviceId: pulumi.Input<string>;
}

/** A fork of a snapshot of the parent. */
export interface ForkFromSnapshot extends ForkParent {
    /** `LAST_SNAPSHOT` (fast) uses the latest existing snapshot, `NOW` a new snapshot. API: `fork_strategy`. */
    strategy: Exclude<ForkStrategy, "PITR">;
    /** Only allowed with `PITR`. */
    targetTime?: undefined;
}

/** A fork of the parent at a point in time. */
export interface ForkFromPointInTime extends ForkParent {
    /** `PITR` uses the point in time `targetTime`. API: `fork_strategy`. */
    strategy: "PITR";
    /** An RFC 3339 timestamp, not in the future and not before the parent was created. Required with `PITR`. API: `target_time`. */
    targetTime: pulumi.Input<string>;
}

/** A fork whose strategy is an output, so that the compiler does not know whether `targetTime` is required. */
export interface ForkFromOutput extends ForkParent {
    /** The strategy as an output or a promise. API: `fork_strategy`. */
    strategy: Promise<ForkStrategy> | pulumi.OutputInstance<ForkStrategy>;
    /** Required if the strategy is `PITR`, not allowed otherwise. API: `target_time`. */
    targetTime?: pulumi.Input<string | undefined>;
}

/**
 * The parent and the point in time to fork from. `PITR` requires `targetTime`, the other strategies do not allow it. If the strategy is a
 * `pulumi.Input`, pass `pulumi.output(strategy)`.
 */
export type ForkFrom = ForkFromSnapshot | ForkFromPointInTime | ForkFromOutput;

/** An endpoint inside a VPC. */
export interface VpcEndpoint extends Endpoint {
    /** The id of the VPC. */
    vpcId?: string;
}

/** The parent of a fork. */
export interface ForkedFrom {
    /** The parent's id. */
    serviceId?: string;
    /** The id of the parent's project. */
    projectId?: string;
    /** Whether the service is a standby of its parent. */
    isStandby?: boolean;
}

/** The arguments of {@link Service.connectionString}. `password` defaults to the service's output `password`, the master password. */
export type ServiceConnectionStringArgs = ConnectionStringArgs;

/** The arguments of a {@link Service}. An omitted argument is not managed: its value in the API stays as it is. */
export interface ServiceArgs extends CommonArgs {
    /**
     * The name of the service: 1 to 128 characters. Default: the resource's name and a hash; with `clouddb:autoName` set to `plain`, the
     * resource's name. Example: `"orders"`. A change replaces the service. API: `name`.
     */
    name?: pulumi.Input<string | undefined>;
    /**
     * The code of the cloud region. Not allowed with `forkFrom`. Default: the API chooses one, or the parent's for a fork. Example:
     * `"us-east-1"`. A change replaces the service. API: `region_code`.
     */
    regionCode?: pulumi.Input<string | undefined>;
    /**
     * The extensions: `time-series`, `ai` or both. Not allowed with `forkFrom`. Default: none. Example: `["time-series"]`. A change
     * replaces the service. API: `addons`.
     */
    addons?: pulumi.Input<pulumi.Input<Addon>[] | undefined>;
    /**
     * CPU in millicores, more than 0; or `shared`, if `memoryGbs` is `shared` as well. To change the size of an existing service, set both.
     * Default: the API's, or the parent's for a fork. Removing the argument keeps the size. Example: `2000`. Changes in place
     * (`POST .../resize`, which sets both). API: `cpu_millis`.
     */
    cpuMillis?: pulumi.Input<number | "shared" | undefined>;
    /**
     * Memory in gigabytes, more than 0; or `shared`, if `cpuMillis` is `shared` as well. Default: the API's, or the parent's for a fork.
     * Removing the argument keeps the size. Example: `8`. Changes in place (`POST .../resize`, which sets both). API: `memory_gbs`.
     */
    memoryGbs?: pulumi.Input<number | "shared" | undefined>;
    /**
     * The environment tag: `DEV`, or `PROD`, which protects the service from deletion (`deletionProtection`). Default: the API's. Removing
     * the argument keeps the environment. Example: `"PROD"`. Changes in place (`POST .../setEnvironment`). API: `environment_tag`.
     */
    environment?: pulumi.Input<Environment | undefined>;
    /**
     * The number of high-availability replicas: a whole number, 0 or more. Default: `0`, also after the argument is removed. Example: `1`.
     * Changes in place (`POST .../setHA`). API: `replica_count`.
     */
    replicaCount?: pulumi.Input<number | undefined>;
    /**
     * The number of synchronous HA replicas: a whole number, 0 to `replicaCount`, which includes them. Default: `0`, also after the
     * argument is removed. Example: `1`. Changes in place (`POST .../setHA`). API: `sync_replica_count`.
     */
    syncReplicaCount?: pulumi.Input<number | undefined>;
    /**
     * Whether the service has a connection pooler. Default: `false`, also after the argument is removed. Example: `true`. Changes in place
     * (`POST .../enablePooler`, `.../disablePooler`).
     */
    connectionPooler?: pulumi.Input<boolean | undefined>;
    /**
     * The id of the VPC to attach to, in the service's region. Default: none, also after the argument is removed. Example: `net.id`.
     * Changes in place (`POST .../detachFromVPC`, `.../attachToVPC`).
     */
    vpcId?: pulumi.Input<string | undefined>;
    /**
     * The master password, always a secret: at least 1 character, without NUL. Default: the initial password. Removing the argument keeps
     * the password. Example: `config.requireSecret("password")`. Changes in place (`POST .../updatePassword`).
     *
     * The API does not return the current password, so a change made elsewhere is not detected.
     */
    password?: pulumi.Input<string | undefined>;
    /**
     * Whether the provider generates the master password and returns it as the secret output `password`. Not allowed with `password`.
     * Default: `false`. Removing the argument keeps the password. Example: `true`. Changes in place (`POST .../updatePassword`).
     */
    generatePassword?: pulumi.Input<boolean | undefined>;
    /**
     * Any number, or a text of 1 to 256 characters. With another one, the provider sets the password again, or generates a new one.
     * Requires `password` or `generatePassword`. Default: none. Removing the argument changes nothing. Example: `2`. Changes in place
     * (`POST .../updatePassword`).
     */
    passwordVersion?: pulumi.Input<number | string | undefined>;
    /**
     * Whether the service is stopped. Default: `false`, also after the argument is removed. Example: `true`. Changes in place
     * (`POST .../stop`, `.../start`).
     *
     * To change other arguments, the provider starts a paused service and stops it again. For environment and password it does so only if
     * the API refuses the change otherwise.
     */
    paused?: pulumi.Input<boolean | undefined>;
    /**
     * Creates the service as a fork of the service `serviceId`, with its data. `strategy` is `LAST_SNAPSHOT`, `NOW` or `PITR`; with `PITR`,
     * `targetTime` is an RFC 3339 timestamp. Default: none. Example: `{ serviceId: orders.id, strategy: "NOW" }`. Only used at creation:
     * changing or removing it later changes nothing.
     *
     * A fork (`POST .../forkService`) inherits the data, the region and the size, but not the environment, HA replicas, pooler or VPC. To
     * fork again, change `name`.
     */
    forkFrom?: pulumi.Input<ForkFrom | undefined>;
    /**
     * Whether the provider refuses to delete or replace the service. Default: `true` if `environment` is `PROD`, in the program or in the
     * API. Example: `false`. Changes in place, without an API call.
     *
     * If the program sets `PROD`, Pulumi's option `protect` is then `true` by default as well, so that `destroy` fails before anything is
     * deleted. To delete or replace a protected service, set `false`, run `pulumi up`, and then delete or replace it.
     */
    deletionProtection?: pulumi.Input<boolean | undefined>;
    /**
     * Whether deleting the service also deletes read replica sets that this stack does not manage. Default: `false`: the delete fails, and
     * the error names the replica sets. Example: `true`. Changes in place, without an API call.
     */
    forceDestroy?: pulumi.Input<boolean | undefined>;
}

/** The environment, where it decides if Pulumi protects the service: not if the program does, nor if nothing would be deleted. */
function decidingEnvironment(
    args: unknown,
    opts: pulumi.CustomResourceOptions | undefined,
): ServiceArgs["environment"] {
    const { environment, deletionProtection }: ServiceArgs = isKnownObject(args) ? args : {};
    const { protect, retainOnDelete, id } = opts ?? {};
    const isDecided = protect !== undefined || deletionProtection === false;
    return isDecided || retainOnDelete === true || id !== undefined ? undefined : environment;
}

/** Pulumi takes the option `protect` at registration only. */
function warnOfLateProd(service: Service, name: string, environment: ServiceArgs["environment"]): void {
    pulumi.output(environment).apply((known) => {
        if (known !== "PROD") return;
        const text =
            `Service ${JSON.stringify(name)}: \`environment\` is PROD, but it is an output, so the option \`protect\` cannot be set by default. ` +
            "`pulumi destroy` would delete what depends on the service before the provider refuses to delete the service itself. Set the option `protect: true` (or `false`) on the service.";
        warn(text, service);
    });
}

/**
 * A database service.
 *
 * The provider creates it with `POST /projects/{project_id}/services`, or a fork with `POST .../forkService`, and then updates it to
 * match its arguments. A change of `name`, `regionCode`, `addons` or `projectId` replaces the service. All other arguments change in
 * place, one call after the other. After each call, the provider waits until the API shows the change. Timeouts: create and update
 * 45 minutes, delete 20 minutes (`customTimeouts`). After a timeout or an error, the next `pulumi up` continues from the actual state.
 *
 * @example
 * ```ts
 * const orders = new clouddb.Service("orders", {
 *     regionCode: "us-east-1",
 *     cpuMillis: 2000,
 *     memoryGbs: 8,
 *     environment: "PROD",
 *     replicaCount: 1,
 * });
 * export const host = orders.endpoint.host;
 * ```
 */
export class Service extends Managed {
    /** The service's name: the argument, or the generated one. Known in the preview, unless an argument that the hash covers is not. API: `name`. */
    declare readonly name: pulumi.Output<string>;
    /** The cloud region: the argument, the region that the API chose, or the parent's for a fork. API: `region_code`. */
    declare readonly regionCode: pulumi.Output<string>;
    /**
     * The extensions that the service was created with. Known in the preview if you set it. Otherwise known only for a service that this
     * resource created, because the API does not return them.
     */
    declare readonly addons: pulumi.Output<Addon[] | undefined>;
    /** CPU in millicores, or `shared`. Known in the preview if you set it, otherwise after the creation, if the API returns it. API: `resources[].spec.cpu_millis`. */
    declare readonly cpuMillis: pulumi.Output<number | "shared" | undefined>;
    /** Memory in gigabytes, or `shared`. Known in the preview if you set it, otherwise after the creation, if the API returns it. API: `resources[].spec.memory_gbs`. */
    declare readonly memoryGbs: pulumi.Output<number | "shared" | undefined>;
    /** `DEV` or `PROD`. Known in the preview if you set it, otherwise after the creation, if the API returns it. API: `metadata.environment`. */
    declare readonly environment: pulumi.Output<string | undefined>;
    /** The number of high-availability replicas; 0 if there are none. API: `ha_replicas.replica_count`. */
    declare readonly replicaCount: pulumi.Output<number>;
    /** The number of synchronous HA replicas; 0 if there are none. API: `ha_replicas.sync_replica_count`. */
    declare readonly syncReplicaCount: pulumi.Output<number>;
    /** Whether the service has a connection pooler. Default: false. API: `connection_pooler`. */
    declare readonly connectionPooler: pulumi.Output<boolean>;
    /** The id of the VPC that the service is attached to, if any. API: `vpc_endpoint.vpc_id`. */
    declare readonly vpcId: pulumi.Output<string | undefined>;
    /** Whether the service is stopped. Default: false. API: `status`. */
    declare readonly paused: pulumi.Output<boolean>;
    /** The argument `forkFrom`. */
    declare readonly forkFrom: pulumi.Output<pulumi.Unwrap<ForkFromOutput> | undefined>;
    /** The argument `generatePassword`. */
    declare readonly generatePassword: pulumi.Output<boolean | undefined>;
    /** The version with which the password was last set. */
    declare readonly passwordVersion: pulumi.Output<number | string | undefined>;
    /** Whether the provider refuses to delete or replace the service: the argument, or its default. */
    declare readonly deletionProtection: pulumi.Output<boolean>;
    /** Whether deleting the service also deletes read replica sets that the stack does not manage. */
    declare readonly forceDestroy: pulumi.Output<boolean | undefined>;
    /**
     * The current master password, as a secret. Known in the preview with `password`. Otherwise known after the creation, but not for a
     * service that was adopted, looked up or taken over, until the provider sets a password.
     */
    declare readonly password: pulumi.Output<string | undefined>;
    /** `TIMESERIES_DB`, `POSTGRES` or `VECTOR`, depending on the addons. Known after the creation. API: `service_type`. */
    declare readonly serviceType: pulumi.Output<string>;
    /** The status, such as `READY`, as the API reports it. Known after the creation. API: `status`. */
    declare readonly status: pulumi.Output<string>;
    /** When the service was created, as an RFC 3339 timestamp. Known after the creation. API: `created`. */
    declare readonly created: pulumi.Output<string>;
    /** The storage type, in the API's own words, which its contract does not list. Known after the creation, if the API returns it. API: `resources[].spec.volume_type`. */
    declare readonly volumeType: pulumi.Output<string | undefined>;
    /** The endpoint of the database: `host` and `port`. Known after the creation; the API may omit it while the service is paused. API: `endpoint`. */
    declare readonly endpoint: pulumi.Output<Endpoint>;
    /** The connection pooler's endpoint: `host` and `port`. Known only with a pooler, after it is on. API: `connection_pooler.endpoint`. */
    declare readonly poolerEndpoint: pulumi.Output<Endpoint | undefined>;
    /** The endpoint inside the VPC: `host`, `port` and `vpcId`. Known only with a VPC, after the attachment. API: `vpc_endpoint`. */
    declare readonly vpcEndpoint: pulumi.Output<VpcEndpoint | undefined>;
    /** The password that the API generated at creation, as a secret. Known only for a service that this resource created, if the API's answer to the creation contained it. API: `initial_password`. */
    declare readonly initialPassword: pulumi.Output<string | undefined>;
    /** The parent of a fork: `serviceId`, `projectId` and `isStandby`. Known only for a fork, after the creation. API: `forked_from`. */
    declare readonly forkedFrom: pulumi.Output<ForkedFrom | undefined>;

    constructor(name: string, args: ServiceArgs = {}, opts?: pulumi.CustomResourceOptions) {
        const environment = decidingEnvironment(args, opts);
        super("service", name, args, environment === "PROD" ? { ...opts, protect: true } : opts);
        if (isPending(environment)) warnOfLateProd(this, name, environment);
    }

    /**
     * Returns `postgresql://user:password@host:port/database?sslmode=require`, percent-encoded and always a secret. Fails if the service
     * has no endpoint for `via`, or if the password is not known.
     */
    connectionString(args: ServiceConnectionStringArgs): pulumi.Output<string> {
        return connectionString(
            {
                who: `service ${JSON.stringify(this.resourceName)}`,
                status: this.status,
                password: this.password,
                passwordMissing:
                    "its password is not known. Pass it to connectionString, or set one, which changes it at the API (`password` or `generatePassword` of the service)",
                ways: {
                    direct: { endpoint: this.endpoint },
                    pooler: {
                        endpoint: this.poolerEndpoint,
                        exists: this.has(this.connectionPooler, ["connectionPooler", "adopt", "forkFrom"]),
                        missing: poolerMissing("service"),
                    },
                    vpc: {
                        endpoint: this.vpcEndpoint,
                        exists: this.has(this.vpcId, ["vpcId", "adopt", "forkFrom"]),
                        missing: "it is not in a VPC. Set `vpcId` of the service, or use another `via`",
                    },
                },
            },
            args,
        );
    }

    /** Looks up an existing service by its id, without managing it (`GET /projects/{project_id}/services/{service_id}`). */
    static get(...args: Lookup): Service {
        return new Service(...lookupParameters<ServiceArgs>("Service", ...args));
    }

    /** Whether a value is a `Service`. */
    static override isInstance(value: unknown): value is Service {
        return isOfType("Service", value);
    }
}
