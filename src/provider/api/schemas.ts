// The records and bodies of the contract, with the API's field names. What an answer shows of a record is read field by field
// (shown.ts). Request schemas are strict: the client sends and the emulator accepts nothing else.
import { z } from "zod";

export const serviceTypes = ["TIMESERIES_DB", "POSTGRES", "VECTOR"] as const;
export const serviceStatuses = [
    "QUEUED",
    "DELETING",
    "CONFIGURING",
    "READY",
    "DELETED",
    "UNSTABLE",
    "PAUSING",
    "PAUSED",
    "RESUMING",
    "UPGRADING",
    "OPTIMIZING",
] as const;
export const replicaSetStatuses = ["creating", "active", "resizing", "deleting", "error"] as const;
export const environments = ["DEV", "PROD"] as const;
export const addons = ["time-series", "ai"] as const;
export const forkStrategies = ["LAST_SNAPSHOT", "NOW", "PITR"] as const;
export const callerTypes = ["apiKey", "oauth"] as const;

/** A date and time, RFC 3339. */
const moment = () => z.string().meta({ isMoment: true });

/** A word of the contract. A newer API may have others. */
export type OpenEnum<Word extends string> = z.ZodType<Word | (string & Record<never, never>)>;

const openEnum = <Word extends string>(words: readonly Word[]): OpenEnum<Word> => z.string().meta({ words });

export const User = z.object({ id: z.string(), name: z.string(), email: z.string() });
export const ApiKeyInfo = z.object({
    created: moment(),
    issuing_user: User,
    name: z.string(),
    project: z.object({ id: z.string(), name: z.string(), plan_type: z.string() }),
    public_key: z.string(),
});
export const CredentialInfo = z
    .object({
        type: openEnum(callerTypes),
        api_key: ApiKeyInfo.optional(),
        oauth: z.object({ user: User }).optional(),
    })
    .meta({ aliases: { api_key: "apiKey" } });
export const Project = z.object({ id: z.string(), name: z.string() });

export const Vpc = z.object({ id: z.string(), cidr: z.string(), name: z.string(), region_code: z.string() });
export const Peering = z.object({
    id: z.string(),
    peer_account_id: z.string(),
    peer_region_code: z.string(),
    peer_vpc_id: z.string(),
    error_message: z.string().optional(),
    provisioned_id: z.string().optional(),
    status: z.string().optional(),
});

export const Endpoint = z.object({ host: z.string().optional(), port: z.number().optional() });
export const ConnectionPooler = z.object({ endpoint: Endpoint.optional() });
const longEnvironments = { DEVELOPMENT: "DEV", PRODUCTION: "PROD" };
export const Metadata = z.object({
    environment: z.string().meta({ words: environments, longWords: longEnvironments }).optional(),
});
export const ReadReplicaSet = z.object({
    id: z.string(),
    cpu_millis: z.number(),
    memory_gbs: z.number(),
    name: z.string(),
    nodes: z.number(),
    status: openEnum(replicaSetStatuses),
    connection_pooler: ConnectionPooler.optional(),
    endpoint: Endpoint.optional(),
    metadata: Metadata.optional(),
});
export const Service = z
    .object({
        created: moment(),
        name: z.string(),
        project_id: z.string(),
        region_code: z.string(),
        resources: z.array(
            z.object({
                id: z.string().optional(),
                spec: z
                    .object({
                        cpu_millis: z.number().optional(),
                        memory_gbs: z.number().optional(),
                        volume_type: z.string().optional(),
                    })
                    .optional(),
            }),
        ),
        service_id: z.string(),
        service_type: openEnum(serviceTypes),
        status: openEnum(serviceStatuses),
        connection_pooler: ConnectionPooler.optional(),
        endpoint: Endpoint.optional(),
        forked_from: z
            .object({
                is_standby: z.boolean().optional(),
                project_id: z.string().optional(),
                service_id: z.string().optional(),
            })
            .optional(),
        ha_replicas: z
            .object({ replica_count: z.number().optional(), sync_replica_count: z.number().optional() })
            .optional(),
        initial_password: z.string().meta({ isSecret: true }).optional(),
        metadata: Metadata.optional(),
        metrics: z
            .object({
                memory_mb: z.number().optional(),
                milli_cpu: z.number().optional(),
                storage_mb: z.number().optional(),
            })
            .optional(),
        read_replica_sets: z.array(ReadReplicaSet).optional(),
        vpc_endpoint: z
            .object({ host: z.string().optional(), port: z.number().optional(), vpc_id: z.string().optional() })
            .optional(),
    })
    .meta({ aliases: { vpc_endpoint: "vpcEndpoint" } });
export const Logs = z
    .object({
        logs: z.array(z.string()),
        entries: z.array(z.object({ message: z.string(), severity: z.string(), timestamp: moment() })).optional(),
        last_cursor: z.string().optional(),
    })
    .meta({ aliases: { last_cursor: "lastCursor" } });
export const Message = z.object({ message: z.string().optional() });

/** A size as a decimal string, or `shared` for a service on shared resources. */
export const SizeText = z
    .string()
    .regex(/^(\d+(\.\d+)?|shared)$/, "decimal digits or `shared`")
    .meta({ words: ["shared"] });
const Count = z.int().min(0);

export const CreateVpc = z.strictObject({ cidr: z.string(), name: z.string(), region_code: z.string() });
export const RenameVpc = z.strictObject({ name: z.string() });
export const CreatePeering = z.strictObject({
    peer_account_id: z.string(),
    peer_region_code: z.string(),
    peer_vpc_id: z.string(),
});
export const CreateService = z.strictObject({
    name: z.string(),
    addons: z.array(z.enum(addons)).optional(),
    cpu_millis: SizeText.optional(),
    memory_gbs: SizeText.optional(),
    environment_tag: z.enum(environments).optional(),
    region_code: z.string().optional(),
    replica_count: Count.optional(),
});
export const ForkService = z.strictObject({
    fork_strategy: z.enum(forkStrategies),
    target_time: z.iso.datetime({ offset: true }).optional(),
    name: z.string().min(1).max(128).optional(),
    cpu_millis: SizeText.optional(),
    memory_gbs: SizeText.optional(),
    environment_tag: z.enum(environments).optional(),
});
export const Resize = z.strictObject({ cpu_millis: SizeText, memory_gbs: SizeText });
export const ServiceVpc = z.strictObject({ vpc_id: z.string() });
export const UpdatePassword = z.strictObject({ password: z.string() });
export const SetEnvironment = z.strictObject({ environment: z.enum(environments) });
export const SetHa = z.strictObject({ replica_count: Count.optional(), sync_replica_count: Count.optional() });
export const CreateReplicaSet = z.strictObject({
    name: z.string(),
    nodes: z.int().min(1),
    cpu_millis: z.number(),
    memory_gbs: z.number(),
});
export const LogsQuery = z.strictObject({
    cursor: z.string().optional(),
    node: Count.optional(),
    search: z.array(z.string()).optional(),
    severities: z.array(z.string()).optional(),
    since: z.iso.datetime({ offset: true }).optional(),
    until: z.iso.datetime({ offset: true }).optional(),
});
