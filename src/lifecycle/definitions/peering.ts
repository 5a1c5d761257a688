import { z } from "zod";
import type { PeeringRecord } from "../../api";
import { adoptProblems } from "./adoptedPair";
import { peeringCondition } from "./condition";
import { commonSchema } from "./commonArgs";
import { id, idPair, word } from "./fields";
import { commonRules, type CommonArgs, type ResourceDefinition } from "../definition";
import { pairId } from "./pairId";
import { listingOf } from "../creation/inventory";
import { sameCode, sameName } from "../spelling";
import type { Step } from "../step";
import { networkTimeouts } from "./timeouts";

export const peeringGoals = ["created", "provisioned", "active"] as const;
export type PeeringGoal = (typeof peeringGoals)[number];

export interface PeeringArgs extends CommonArgs {
    vpcId: string;
    peerAccountId: string;
    peerRegionCode: string;
    peerVpcId: string;
    waitFor?: PeeringGoal;
}

export interface PeeringObserved {
    vpcId: string;
    peeringId: string;
    peerAccountId: string;
    peerRegionCode: string;
    peerVpcId: string;
    provisionedId: string | null;
    status: string | null;
    errorMessage: string | null;
    /** How far it has come, whatever words the API uses for it. */
    provisioned: boolean;
    active: boolean;
}

export const peeringId = pairId("a peering", "vpcId", "peeringId");

export const peeringDefinition: ResourceDefinition<PeeringArgs, PeeringObserved, PeeringRecord> = {
    type: "Peering",
    noun: "peering",
    schema: z.strictObject({
        ...commonSchema,
        adopt: idPair("a peering", "vpcId/peeringId").optional(),
        vpcId: id,
        peerAccountId: word,
        peerRegionCode: word,
        peerVpcId: word,
        waitFor: z.enum(peeringGoals).optional(),
    }),
    rules: {
        ...commonRules,
        vpcId: "replace",
        peerAccountId: "replace",
        peerRegionCode: "replace",
        peerVpcId: "replace",
        waitFor: "update",
    },
    resets: {},
    timeouts: networkTimeouts,
    whenOmitted: { provisionedId: null, status: null, errorMessage: null },
    hidden: ["provisioned", "active"],
    replaceWhenUnknown: ["vpcId"],
    sameSpelling: { peerAccountId: sameName, peerRegionCode: sameCode, peerVpcId: sameName },
    ready: {},
    constraints: adoptProblems("peering", "vpcId"),
    nameOf: (_args, fallback) => fallback,
    mustDeleteFirst: () => false,
    argumentOutputs: ({ profile, adopt, onNameConflict, waitFor }) => ({ profile, adopt, onNameConflict, waitFor }),
    observe: observePeering,
    plan: (observed, { waitFor }) => stepsToGoal(observed, waitFor ?? "provisioned"),
    handle(project, id) {
        const [vpcId, ownId] = peeringId.split(id);
        const reader = project.peerings(vpcId);
        return {
            lock: vpcId,
            read: ({ single = false, fresh }) => (single ? reader.get(ownId) : reader.read(ownId, { fresh })),
            until: (wait) => reader.until(ownId, wait),
            act: () => Promise.resolve({}),
            remove: () => project.client.peerings.delete({ projectId: project.id, vpcId, peeringId: ownId }),
        };
    },
    createSpec(project, { vpcId, peerAccountId, peerRegionCode, peerVpcId }) {
        const { client, id: projectId } = project;
        const peer = { peerAccountId, peerRegionCode, peerVpcId };
        const key = (of: typeof peer) =>
            JSON.stringify([of.peerAccountId, of.peerRegionCode.replace(/^.*[:/]/, ""), of.peerVpcId]);
        return {
            name: key(peer),
            key: key(peer),
            uniqueName: true,
            match: () => "same",
            label: `peering of VPC ${vpcId} with ${peerVpcId} (account ${peerAccountId}, ${peerRegionCode})`,
            doing: "creating",
            inventory: project.inventory(`peerings of ${vpcId}`, async () =>
                listingOf(await client.peerings.list({ projectId, vpcId }), (one) => ({
                    id: one.id,
                    name: key(one),
                    leaving: isPeeringLeaving(one),
                })),
            ),
            create: () => client.peerings.create({ projectId, vpcId, ...peer }),
            idIn: ({ id }) => id,
            effect: {},
            valuesFromAnswer: () => ({}),
            retryUntilBackup: false,
        };
    },
    idOf: ({ id }, { vpcId }) => peeringId.join(vpcId, id),
    observedFromId: (id) => ({ vpcId: peeringId.split(id)[0] }),
};

export const isPeeringLeaving = ({ status }: PeeringRecord) => ["busy", "gone"].includes(peeringCondition(status));

export function observePeering(record: PeeringRecord) {
    const active = record.status?.toLowerCase() === "active";
    return {
        values: {
            peeringId: record.id,
            peerAccountId: record.peerAccountId,
            peerRegionCode: record.peerRegionCode,
            peerVpcId: record.peerVpcId,
            provisionedId: record.provisionedId,
            status: record.status,
            errorMessage: record.errorMessage,
            provisioned: active || record.provisionedId !== undefined,
            active,
        },
        condition: peeringCondition(record.status),
        status: record.status,
        // What once went wrong with a peering that is active has been overcome.
        problem: active ? undefined : record.errorMessage,
    };
}

/** The steps to a goal: there is no call to make, only something to wait for. */
export function stepsToGoal(
    { provisioned, active }: Partial<PeeringObserved>,
    goal: PeeringGoal,
): Step<PeeringObserved>[] {
    if (goal === "created" || (goal === "provisioned" && provisioned === true) || active === true) return [];
    const effect = goal === "active" ? { active: true } : { provisioned: true };
    const title = `wait until it is ${goal}`;
    return [{ call: undefined, args: {}, effect, title, progress: title.replace("wait", "waiting") }];
}
