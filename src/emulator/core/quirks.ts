import { z } from "zod";
import { endpoints, type EndpointName } from "../../provider/api/endpoints";
import { serviceTypes } from "../../provider/api/schemas";

export const endpointName = z.enum(Object.keys(endpoints) as [EndpointName, ...EndpointName[]]);

/** Behaviour that the contract leaves open. All times are in milliseconds, before the time scale is applied. */
export const Quirks = z.strictObject({
    /** Names of optional fields of services, replica sets and peerings that are never returned. */
    omit: z.array(z.string()).default([]),
    /** How a field without a value is returned. */
    absentAs: z.enum(["absent", "null"]).default("absent"),
    /** Value of `connection_pooler` while the pooler is off. */
    poolerOff: z.enum(["absent", "empty", "null"]).default("absent"),
    /** Whether deprecated names (`vpcEndpoint`, `lastCursor`, `apiKey`) are returned with or instead of the current ones. */
    aliases: z.enum(["both", "only", "none"]).default("both"),
    /** Case of `metadata.environment`. */
    environmentCase: z.enum(["upper", "lower"]).default("upper"),
    /** Records contain a field that is not in the contract. */
    extraFields: z.boolean().default(false),
    /** The list of services omits `read_replica_sets`. */
    listsWithoutReplicaSets: z.boolean().default(false),
    /** The list of services shows `read_replica_sets` as empty, whatever there is. */
    listsEmptyReplicaSets: z.boolean().default(false),
    /** Lists omit what is being deleted; a GET still shows it. */
    listsOmitDeleting: z.boolean().default(false),
    /** Endpoints that respond without a body. */
    emptyAnswers: z.array(endpointName).default([]),
    /** Success statuses that differ from the default. */
    successCodes: z.partialRecord(endpointName, z.int().min(200).max(299)).default({}),
    /** Creating a second service with the same name in a project fails. */
    uniqueServiceNames: z.boolean().default(false),
    /** Deleting a service also deletes its replica sets; otherwise it fails. */
    cascadeReplicaSets: z.boolean().default(false),
    /** A deleted service is shown as `DELETED` for a while before it disappears. */
    tombstones: z.boolean().default(false),
    /** The password of a paused service cannot be set. */
    passwordNeedsRunning: z.boolean().default(false),
    /** The environment of a paused service cannot be set. */
    environmentNeedsRunning: z.boolean().default(false),
    /** Deleting a service that has forks fails, with a reason or without a body. */
    forksHold: z.enum(["no", "silently", "saying so"]).default("no"),
    /** Whether names are returned unchanged or in lower case. */
    nameCase: z.enum(["kept", "lower"]).default("kept"),
    /** Prefix of every returned region code, as in `aws:us-east-1`; optional in requests. */
    regionPrefix: z.string().default(""),
    /** Alternative names for service types, by the contract's name. */
    typeWords: z.partialRecord(z.enum(serviceTypes), z.string()).default({}),
    /** Names of optional fields that list items lack. */
    listOmit: z.array(z.string()).default([]),
    /** Names of optional fields that a paused service lacks. */
    pausedOmit: z.array(z.string()).default([]),
    /** Lists contain a record that violates the contract. */
    malformedRecord: z.boolean().default(false),
    /** How far lists lag behind, for both new and deleted resources. */
    listLagMs: z.number().min(0).default(0),
    /** How long after a write reads return the previous record. */
    staleReadMs: z.number().min(0).default(0),
    /** How long after a create every second read returns 404, starting with the first. */
    flickerMs: z.number().min(0).default(0),
    /** How long lists show a deleted resource as if it were there, while its own GET returns 404. */
    ghostMs: z.number().min(0).default(0),
    /** How long after a create neither lists nor GETs show the resource, nor its parent's record. */
    hiddenMs: z.number().min(0).default(0),
    /** Time between a service being ready and its first backup. */
    backupAfterMs: z.number().min(0).default(180_000),
    /** Time after which the other side accepts a peering; `null`: never. */
    autoAcceptMs: z.number().min(0).nullable().default(null),
});

export type Quirks = z.output<typeof Quirks>;

export const defaultQuirks = Quirks.parse({});
