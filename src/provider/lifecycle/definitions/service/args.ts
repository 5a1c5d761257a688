import { type Desired, type CheckContext, type Problem, assertExhaustive } from "../../definition";
import { addons, serviceTypes, environments, forkStrategies } from "../../../api";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { sameCode } from "../../spelling";
import { type Rules, commonRules, commonSchema, distinct, id, name, password, size, wholeCount, word } from "../fields";

/** The size as the API takes it: decimal digits as text, or `shared`. */
export const sizeArgs = ({ cpuMillis, memoryGbs }: Pick<Desired<ServiceArgs>, "cpuMillis" | "memoryGbs">) => ({
    ...(cpuMillis == null ? {} : { cpuMillis: String(cpuMillis) }),
    ...(memoryGbs == null ? {} : { memoryGbs: String(memoryGbs) }),
});

type ServiceType = (typeof serviceTypes)[number];

const typeOf: Readonly<Record<Addon, ServiceType>> = { "time-series": "TIMESERIES_DB", ai: "VECTOR" };

/** The types that a service with these addons may have. The contract leaves open which of two addons decides. */
export const typesOf = (addons: readonly Addon[]): readonly string[] =>
    addons.length === 0 ? ["POSTGRES"] : addons.map((addon) => typeOf[addon]);

/** The addons that a service of this type has for certain, as far as its type tells. */
export const addonsOf = (type: string | undefined): Addon[] => addons.filter((addon) => typeOf[addon] === type);

export const isKnownType = (type: string): boolean => serviceTypes.some((known) => known === type);

export const serviceSchema = z.strictObject({
    ...commonSchema,
    name: name.optional(),
    regionCode: word.optional(),
    addons: distinct(z.enum(addons)).optional(),
    cpuMillis: size("millicores").optional(),
    memoryGbs: size("gigabytes").optional(),
    environment: z.enum(environments).optional(),
    replicaCount: wholeCount.optional(),
    syncReplicaCount: wholeCount.optional(),
    connectionPooler: z.boolean().optional(),
    vpcId: id.optional(),
    password: password.optional(),
    generatePassword: z.boolean().optional(),
    passwordVersion: z.union([z.number(), word], "must be a number or a text").optional(),
    paused: z.boolean().optional(),
    forkFrom: z
        .strictObject({
            serviceId: id,
            strategy: z.enum(forkStrategies),
            targetTime: z.iso.datetime({ offset: true }).optional(),
        })
        .optional(),
    deletionProtection: z.boolean().optional(),
    forceDestroy: z.boolean().optional(),
});

export type ServiceArgs = z.infer<typeof serviceSchema>;
export type Addon = (typeof addons)[number];
export type ForkFrom = NonNullable<ServiceArgs["forkFrom"]>;

export const serviceRules = {
    ...commonRules,
    name: "replace",
    regionCode: "replace",
    addons: "replace",
    cpuMillis: "update",
    memoryGbs: "update",
    environment: "update",
    replicaCount: "update",
    syncReplicaCount: "update",
    connectionPooler: "update",
    vpcId: "update",
    password: "update",
    generatePassword: "update",
    passwordVersion: "update",
    paused: "update",
    forkFrom: "keep",
    deletionProtection: "update",
    forceDestroy: "update",
} as const satisfies Rules<ServiceArgs>;

/** The arguments that change in place. */
export type UpdatedArg = {
    [Key in keyof typeof serviceRules]: (typeof serviceRules)[Key] extends "update" ? Key : never;
}[keyof typeof serviceRules];

/** The API's defaults: what a removed argument goes back to, and what a record means that does not show it. */
export const serviceDefaults = {
    replicaCount: 0,
    syncReplicaCount: 0,
    connectionPooler: false,
    vpcId: null,
} as const satisfies Desired<ServiceArgs>;

/** The API has no default for these: when removed they stay as they are. */
type WithoutDefault = "cpuMillis" | "memoryGbs" | "environment" | "password" | "generatePassword" | "passwordVersion";
/** Arguments that only the provider knows. */
export type StateOnly = "profile" | "deletionProtection" | "forceDestroy";
// An argument that changes in place, and of which it is not said what happens when it is removed, does not compile.
assertExhaustive<Exclude<UpdatedArg, keyof typeof serviceDefaults | "paused" | WithoutDefault | StateOnly>>();

export function serviceConstraints(context: CheckContext<ServiceArgs>): Problem[] {
    const all = [sizeProblems, haProblems, forkProblems, passwordProblems, pausedParentProblems, regionProblems];
    return [...all, forkNotice].flatMap((find) => find(context));
}

const pair = ["cpuMillis", "memoryGbs"] as const;

function sizeProblems({ args, previous, unknown }: CheckContext<ServiceArgs>): Problem[] {
    const { cpuMillis, memoryGbs } = args;
    if (pair.some((key) => unknown(key))) return [];
    const shared = pair.filter((key) => args[key] === "shared");
    if (shared.length === 1) {
        const property = cpuMillis === "shared" ? "memoryGbs" : "cpuMillis";
        const reason = 'must be "shared" as well: a service shares both its CPU and its memory, or neither';
        return [{ property, reason }];
    }
    // The contract allows a creation with one of them. What a later change of one alone would leave to the other is hardly ever a size.
    const isChanged = pair.some((key) => args[key] !== undefined && args[key] !== previous?.[key]);
    const isLone = (cpuMillis === undefined) !== (memoryGbs === undefined);
    if (previous === undefined || !isChanged || !isLone) return [];
    const property = cpuMillis === undefined ? "cpuMillis" : "memoryGbs";
    return [{ property, reason: "must be set as well: a resize sends both cpuMillis and memoryGbs" }];
}

function haProblems({ args, unknown }: CheckContext<ServiceArgs>): Problem[] {
    const { replicaCount = 0, syncReplicaCount = 0 } = args;
    if (unknown("replicaCount") || unknown("syncReplicaCount") || syncReplicaCount <= replicaCount) return [];
    const reason = `must not be more than replicaCount (${replicaCount}): synchronous replicas are some of the replicas`;
    return [{ property: "syncReplicaCount", reason }];
}

function forkProblems({ args, unknown }: CheckContext<ServiceArgs>): Problem[] {
    const { forkFrom } = args;
    if (forkFrom === undefined) return [];
    const excluded = (["addons", "regionCode"] as const).filter((key) => args[key] !== undefined || unknown(key));
    const reason = "cannot be given with forkFrom: a fork has it from its parent";
    const problems: Problem[] = excluded.map((property) => ({ property, reason }));
    if (args.adopt !== undefined && args.adopt === forkFrom.serviceId)
        problems.push({ property: "adopt", reason: "must not be the service that forkFrom names: that is the parent" });
    if (unknown("forkFrom.strategy") || unknown("forkFrom.targetTime")) return problems;
    const [isPitr, isTimed] = [forkFrom.strategy === "PITR", forkFrom.targetTime !== undefined];
    if (isPitr === isTimed) return problems;
    const wrong = isPitr
        ? "is needed with strategy PITR: the moment to recover"
        : "can only be given with strategy PITR";
    return [...problems, { property: "forkFrom.targetTime", reason: wrong }];
}

function pausedParentProblems({ args, previous, related }: CheckContext<ServiceArgs>): Problem[] {
    if (previous !== undefined || related["forkFrom.serviceId"] !== true || args.forkFrom?.strategy !== "NOW")
        return [];
    const reason =
        "must not be NOW: this program pauses the service, which then has no data of now. Fork its LAST_SNAPSHOT";
    return [{ property: "forkFrom.strategy", reason }];
}

/**
 * A fork outlives its parent: when `forkFrom` changes, the parent may have been replaced or lost, or another one may be meant. That cannot
 * be told apart, so the fork stays as it is.
 */
function forkNotice({ args: { forkFrom, name }, previous, unknown }: CheckContext<ServiceArgs>): Problem[] {
    const isChanged =
        unknown("forkFrom") || (forkFrom !== undefined && !isDeepStrictEqual(forkFrom, previous?.forkFrom));
    // Another name makes another fork.
    const isReplaced = unknown("name") || (name !== undefined && name !== previous?.name);
    if (previous?.forkFrom === undefined || !isChanged || isReplaced) return [];
    const reason =
        "`forkFrom` changes, and the fork stays as it is: it only matters when the service is created. " +
        "To fork anew, give the service another `name`; or set `deleteBeforeReplace: true` and use `pulumi up --replace` with this resource's URN.";
    return [{ property: "forkFrom", reason, isNotice: true }];
}

function regionProblems({ args: { regionCode }, related: { vpcId: vpcRegion } }: CheckContext<ServiceArgs>): Problem[] {
    if (regionCode === undefined || typeof vpcRegion !== "string" || sameCode(regionCode, vpcRegion)) return [];
    return [{ property: "regionCode", reason: `must be the region of its VPC, which is ${vpcRegion}` }];
}

function passwordProblems({ args, unknown }: CheckContext<ServiceArgs>): Problem[] {
    const given = args.password !== undefined || unknown("password");
    const generated = args.generatePassword === true;
    if (given && generated) {
        const reason = "cannot be given with password: either you choose it, or it is generated";
        return [{ property: "generatePassword", reason }];
    }
    if (args.passwordVersion === undefined || given || generated || unknown("generatePassword")) return [];
    const reason = "needs password or generatePassword: it says when to set it anew";
    return [{ property: "passwordVersion", reason }];
}
