import { z } from "zod";
import { addons, environments, forkStrategies } from "../../../api";
import { commonSchema } from "../commonArgs";
import {
    commonRules,
    type CommonArgs,
    type Desired,
    type CheckContext,
    type Problem,
    type Rules,
} from "../../definition";
import { distinct, id, name, password, size, wholeCount, word } from "../fields";

export type Size = number | "shared";
export type Environment = (typeof environments)[number];
export type Addon = (typeof addons)[number];

export interface ForkFrom {
    serviceId: string;
    strategy: (typeof forkStrategies)[number];
    targetTime?: string;
}

export interface ServiceArgs extends CommonArgs {
    name?: string;
    regionCode?: string;
    addons?: Addon[];
    cpuMillis?: Size;
    memoryGbs?: Size;
    environment?: Environment;
    replicaCount?: number;
    syncReplicaCount?: number;
    connectionPooler?: boolean;
    vpcId?: string;
    password?: string;
    generatePassword?: boolean;
    passwordVersion?: number | string;
    paused?: boolean;
    forkFrom?: ForkFrom;
    deletionProtection?: boolean;
    forceDestroy?: boolean;
}

export const serviceRules: Rules<ServiceArgs> = {
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
};

/** What the API has when nothing was asked for. Size, environment and password stay as they are. */
export const serviceResets: Desired<ServiceArgs> = {
    replicaCount: 0,
    syncReplicaCount: 0,
    connectionPooler: false,
    vpcId: null,
    paused: false,
};

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

export function serviceConstraints(draft: CheckContext<ServiceArgs>): Problem[] {
    return [...sizeProblems(draft), ...haProblems(draft), ...forkProblems(draft), ...passwordProblems(draft)];
}

const pair = ["cpuMillis", "memoryGbs"] as const;

function sizeProblems({ args, previous, unknown }: CheckContext<ServiceArgs>): Problem[] {
    const { cpuMillis, memoryGbs } = args;
    if (pair.some((key) => unknown(key))) return [];
    const shared = pair.filter((key) => args[key] === "shared");
    if (shared.length === 1) {
        const other = cpuMillis === "shared" ? "memoryGbs" : "cpuMillis";
        return [
            {
                property: other,
                reason: 'must be "shared" as well: a service shares both its CPU and its memory, or neither',
            },
        ];
    }
    const resized = pair.some(
        (key) => previous[key] !== undefined && args[key] !== undefined && args[key] !== previous[key],
    );
    const lone = (cpuMillis === undefined) !== (memoryGbs === undefined);
    if (!resized || !lone) return [];
    const missing = cpuMillis === undefined ? "cpuMillis" : "memoryGbs";
    return [{ property: missing, reason: "is needed as well: a resize takes both cpuMillis and memoryGbs" }];
}

function haProblems({ args, unknown }: CheckContext<ServiceArgs>): Problem[] {
    const { replicaCount = 0, syncReplicaCount = 0 } = args;
    if (unknown("replicaCount") || unknown("syncReplicaCount") || syncReplicaCount <= replicaCount) return [];
    return [
        {
            property: "syncReplicaCount",
            reason: `must not be more than replicaCount (${replicaCount}): synchronous replicas are some of the replicas`,
        },
    ];
}

function forkProblems({ args, unknown }: CheckContext<ServiceArgs>): Problem[] {
    const { forkFrom } = args;
    if (forkFrom === undefined) return [];
    const excluded = (["addons", "regionCode"] as const).filter((key) => args[key] !== undefined || unknown(key));
    const problems: Problem[] = excluded.map((property) => ({
        property,
        reason: "cannot be given with forkFrom: a fork has it from its parent",
    }));
    if (unknown("forkFrom.strategy") || unknown("forkFrom.targetTime")) return problems;
    if (forkFrom.strategy === "PITR" && forkFrom.targetTime === undefined) {
        problems.push({
            property: "forkFrom.targetTime",
            reason: "is needed with strategy PITR: the moment to recover",
        });
    }
    if (forkFrom.strategy !== "PITR" && forkFrom.targetTime !== undefined) {
        problems.push({ property: "forkFrom.targetTime", reason: "can only be given with strategy PITR" });
    }
    return problems;
}

function passwordProblems({ args, unknown }: CheckContext<ServiceArgs>): Problem[] {
    const given = args.password !== undefined || unknown("password");
    if (given && args.generatePassword === true) {
        return [
            {
                property: "generatePassword",
                reason: "cannot be given with password: either you choose it, or it is generated",
            },
        ];
    }
    if (
        args.passwordVersion !== undefined &&
        !given &&
        args.generatePassword !== true &&
        !unknown("generatePassword")
    ) {
        return [
            { property: "passwordVersion", reason: "needs password or generatePassword: it says when to set it anew" },
        ];
    }
    return [];
}
