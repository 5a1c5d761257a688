import { z } from "zod";
import type { PeeringRecord } from "../api";
import type { Birth } from "./birth";
import { commonSchema } from "./commonArgs";
import { UserError } from "./failure";
import { idPair } from "./fields";
import { commonRules, type CommonArgs, type Kind } from "./kind";
import { awaitGoal, peeringId, peeringKind, seePeering, type PeeringObserved } from "./peering";
import type { Project } from "./project";
import { Roster } from "./roster";
import { networkTimeouts } from "./timeouts";

export interface PeeringActivationArgs extends CommonArgs {
    /** `vpcId/peeringId`: the id of a peering, as its resource has it. */
    peeringId: string;
}

export interface PeeringActivationObserved extends Pick<PeeringObserved, "provisionedId" | "status" | "active"> {
    peeringId: string;
}

/**
 * Waits until a peering is active, on behalf of what needs it: after the other side's accepter, which in turn needs the
 * peering. It owns nothing, and its id is the peering's.
 */
export const peeringActivationKind: Kind<PeeringActivationArgs, PeeringActivationObserved, PeeringRecord> = {
    type: "PeeringActivation",
    noun: "activation of peering",
    schema: z.strictObject({
        projectId: commonSchema.projectId,
        profile: commonSchema.profile,
        peeringId: idPair("a peering", "vpcId/peeringId"),
    }),
    rules: { ...commonRules, peeringId: "replace" },
    resets: {},
    timeouts: networkTimeouts,
    silence: { provisionedId: null, status: null },
    hidden: ["active"],
    parents: ["peeringId"],
    spelled: {},
    ready: {},
    constraints: () => [],
    nameOf: (_args, fallback) => fallback,
    inTheWay: () => false,
    keeps: ({ profile }) => ({ profile }),
    see(record) {
        const { seen, ...rest } = seePeering(record);
        const { provisionedId, status, active } = seen;
        return { ...rest, seen: { provisionedId, status, active } };
    },
    plan: (observed) => awaitGoal(observed, "active"),
    at: (project, id) => ({ ...peeringKind.at(project, id), remove: () => Promise.resolve(true) }),
    birth: activationBirth,
    idOf: (_record, args) => args.peeringId,
    toldById: (id) => ({ peeringId: id }),
    ownsNothing: true,
};

/** Nothing is made: the peering is there, or it is an error. Any number may wait for the same one. */
function activationBirth(
    project: Project,
    args: PeeringActivationArgs,
    name: string,
): Birth<PeeringActivationObserved, PeeringRecord> {
    const [vpcId, ownId] = peeringId.split(args.peeringId);
    return {
        name,
        key: name,
        uniqueName: true,
        match: () => "same",
        label: `activation of peering ${args.peeringId}`,
        doing: "waiting until it is active",
        roster: new Roster<PeeringRecord>(project.clock, () => Promise.resolve({ candidates: [], unreadable: [] })),
        async make() {
            const record = await project.peerings(vpcId).read(ownId, { fresh: true });
            if (record !== undefined) return record;
            throw new UserError(`There is no peering ${args.peeringId} in project ${project.id}.`);
        },
        idIn: ({ id }) => id,
        effect: {},
        learned: () => ({}),
        refusedForAWhile: false,
    };
}
