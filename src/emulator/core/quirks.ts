import { z } from "zod";
import { endpoints, type EndpointName } from "../../api/endpoints";
import { serviceTypes } from "../../api/schemas";

const endpointName = z.enum(Object.keys(endpoints) as [EndpointName, ...EndpointName[]]);

/** What the contract leaves open, and so may differ from one real API to another. */
export const Quirks = z.strictObject({
    /** Optional fields of services, replica sets and VPC peerings that are never shown. */
    omit: z.array(z.string()),
    /** What has no value is left out, or is `null`. */
    absentAs: z.enum(["absent", "null"]),
    /** What `connection_pooler` is while the pooler is off. */
    poolerOff: z.enum(["absent", "empty", "null"]),
    /** The deprecated names (`vpcEndpoint`, `lastCursor`, `apiKey`): beside the current ones, in their place, or not at all. */
    aliases: z.enum(["both", "only", "none"]),
    /** The tag in `metadata.environment` is told in the contract's case, or in small letters. */
    environmentCase: z.enum(["upper", "lower"]),
    /** Records carry a field that the contract does not know. */
    extraFields: z.boolean(),
    /** The list of services leaves out their replica sets. */
    listsWithoutReplicaSets: z.boolean(),
    /** These endpoints answer with no body. */
    emptyAnswers: z.array(endpointName),
    /** Success codes in place of the usual ones. */
    successCodes: z.partialRecord(endpointName, z.int().min(200).max(299)),
    /** A second service of the same name is refused. */
    uniqueServiceNames: z.boolean(),
    /** A service that has replica sets is deleted with them; otherwise that is refused. */
    cascadeReplicaSets: z.boolean(),
    /** A deleted service is shown as `DELETED` for a while before it is gone. */
    tombstones: z.boolean(),
    /** The password of a paused service cannot be set. */
    passwordNeedsRunning: z.boolean(),
    /** The environment of a paused service cannot be set. */
    environmentNeedsRunning: z.boolean(),
    /** A service that has forks is not deleted: the refusal says so, or says nothing. */
    forksHold: z.enum(["no", "silently", "saying so"]),
    /** Names are shown as they were given, or in small letters. */
    nameCase: z.enum(["kept", "lower"]),
    /** What is shown before every region code, as in `aws:us-east-1`; a code is taken with it and without. */
    regionPrefix: z.string(),
    /** Other words for service types, by the word of the contract. */
    typeWords: z.partialRecord(z.enum(serviceTypes), z.string()),
    /** Optional fields that are left out of the items of lists, by their names. */
    listOmit: z.array(z.string()),
    /** Lists have a record that breaks the contract. */
    malformedRecord: z.boolean(),
    /** Lists lack what is newer, and show what has been gone for less, in milliseconds before the time scale. */
    listLagMs: z.number().min(0),
    /** For so long after a write, reads show the record from before it, in milliseconds before the time scale. */
    staleReadMs: z.number().min(0),
    /** For so long every second look at a new thing does not find it, in milliseconds before the time scale. */
    flickerMs: z.number().min(0),
    /** How long after a service is ready its first backup is there, in milliseconds before the time scale. */
    backupAfterMs: z.number().min(0),
    /** The other side accepts a peering by itself after so long, in milliseconds before the time scale; `null`: never. */
    autoAcceptMs: z.number().min(0).nullable(),
});

export type Quirks = z.output<typeof Quirks>;

export const defaultQuirks: Quirks = {
    omit: [],
    absentAs: "absent",
    poolerOff: "absent",
    aliases: "both",
    environmentCase: "upper",
    extraFields: false,
    listsWithoutReplicaSets: false,
    emptyAnswers: [],
    successCodes: {},
    uniqueServiceNames: false,
    cascadeReplicaSets: false,
    tombstones: false,
    passwordNeedsRunning: false,
    environmentNeedsRunning: false,
    forksHold: "no",
    nameCase: "kept",
    regionPrefix: "",
    typeWords: {},
    listOmit: [],
    malformedRecord: false,
    listLagMs: 0,
    staleReadMs: 0,
    flickerMs: 0,
    backupAfterMs: 180_000,
    autoAcceptMs: null,
};
