// The records and bodies of the contract, with the API's field names. Response schemas are lenient: unknown fields are
// dropped and null counts as absent. Request schemas are strict: the client sends and the emulator accepts nothing
// else.
import { z } from "zod";
import { isObject } from "./endpoint";

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

/** An optional string; `null` and the empty string count as absent. */
const optionalText = () =>
    z
        .string()
        .optional()
        .meta({ nothing: [undefined, null, ""] });

/** A list inside a record; `null` counts as empty, because some servers encode empty lists that way. */
const list = <Item extends z.ZodType>(item: Item) =>
    z.preprocess((value) => (value === null ? [] : value), z.array(item)).meta({ nothing: [undefined] });

/**
 * An object in a response. `null` counts as absent, except for a required list; so does an empty optional string. A
 * deprecated alias is read if the current name is absent.
 */
function record<Shape extends Record<string, z.ZodType>>(shape: Shape, aliases: Record<string, string> = {}) {
    const fields = Object.entries(shape).map(([name, schema]) => {
        return [name, (schema.meta()?.["nothing"] ?? [undefined, null]) as readonly unknown[]] as const;
    });
    const tidy = (value: unknown) => {
        if (!isObject(value)) return value;
        const present: Record<string, unknown> = {};
        for (const [name, nothing] of fields) {
            const given = nothing.includes(value[name]) ? value[aliases[name] ?? name] : value[name];
            if (!nothing.includes(given)) present[name] = given;
        }
        return present;
    };
    return z.preprocess(tidy, z.object(shape)).meta({ aliases });
}

/** An enum that a newer API may extend: any non-empty string is accepted, and unknown values are handled by the caller. */
const openEnum = <Word extends string>(words: readonly Word[]) =>
    z
        .string()
        .min(1)
        .transform((word) => word as Word | (string & Record<never, never>))
        .meta({ words });

export const User = record({ id: z.string(), name: z.string(), email: z.string() });
export const ApiKeyInfo = record({
    created: z.string(),
    issuing_user: User,
    name: z.string(),
    project: record({ id: z.string(), name: z.string(), plan_type: z.string() }),
    public_key: z.string(),
});
export const CredentialInfo = record(
    { type: z.enum(callerTypes), api_key: ApiKeyInfo.optional(), oauth: record({ user: User }).optional() },
    { api_key: "apiKey" },
).superRefine(({ type, api_key, oauth }, context) => {
    const details = type === "apiKey" ? api_key : oauth;
    const path = [type === "apiKey" ? "api_key" : "oauth"];
    if (!details) context.addIssue({ code: "custom", path, message: `missing for the type ${type}` });
});
export const Project = record({ id: z.string().min(1), name: z.string() });

export const Vpc = record({ id: z.string().min(1), cidr: z.string(), name: z.string(), region_code: z.string() });
export const Peering = record({
    id: z.string().min(1),
    peer_account_id: z.string(),
    peer_region_code: z.string(),
    peer_vpc_id: z.string(),
    error_message: optionalText(),
    provisioned_id: optionalText(),
    status: optionalText(),
});

export const Endpoint = record({ host: optionalText(), port: z.number().optional() });
export const ConnectionPooler = record({ endpoint: Endpoint.optional() });
export const Metadata = record({ environment: optionalText() });
export const ReadReplicaSet = record({
    id: z.string().min(1),
    cpu_millis: z.number(),
    memory_gbs: z.number(),
    name: z.string(),
    nodes: z.number(),
    status: openEnum(replicaSetStatuses),
    connection_pooler: ConnectionPooler.optional(),
    endpoint: Endpoint.optional(),
    metadata: Metadata.optional(),
});
export const Service = record(
    {
        created: z.string(),
        name: z.string(),
        project_id: z.string(),
        region_code: z.string(),
        resources: list(
            record({
                id: optionalText(),
                spec: record({
                    cpu_millis: z.number().optional(),
                    memory_gbs: z.number().optional(),
                    volume_type: optionalText(),
                }).optional(),
            }),
        ),
        service_id: z.string().min(1),
        service_type: openEnum(serviceTypes),
        status: openEnum(serviceStatuses),
        connection_pooler: ConnectionPooler.optional(),
        endpoint: Endpoint.optional(),
        forked_from: record({
            is_standby: z.boolean().optional(),
            project_id: optionalText(),
            service_id: optionalText(),
        }).optional(),
        ha_replicas: record({
            replica_count: z.number().optional(),
            sync_replica_count: z.number().optional(),
        }).optional(),
        initial_password: optionalText(),
        metadata: Metadata.optional(),
        metrics: record({
            memory_mb: z.number().optional(),
            milli_cpu: z.number().optional(),
            storage_mb: z.number().optional(),
        }).optional(),
        read_replica_sets: z.array(ReadReplicaSet).optional(),
        vpc_endpoint: record({
            host: optionalText(),
            port: z.number().optional(),
            vpc_id: optionalText(),
        }).optional(),
    },
    { vpc_endpoint: "vpcEndpoint" },
);
export const Logs = record(
    {
        logs: list(z.string()),
        entries: z.array(record({ message: z.string(), severity: z.string(), timestamp: z.string() })).optional(),
        last_cursor: optionalText(),
    },
    { last_cursor: "lastCursor" },
);
export const Message = record({ message: optionalText() });

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
