import { z } from "zod";
import type { PeeringRecord } from "../../api";
import type { CreateSpec } from "../creation/createOnce";
import { commonSchema } from "./commonArgs";
import { UserError } from "../errors";
import { idPair } from "./fields";
import { commonRules, type CommonArgs, type ResourceDefinition } from "../definition";
import { stepsToGoal, peeringId, peeringDefinition, observePeering, type PeeringObserved } from "./peering";
import type { Project } from "../project";
import { Inventory } from "../creation/inventory";
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
export const peeringActivationDefinition: ResourceDefinition<
    PeeringActivationArgs,
    PeeringActivationObserved,
    PeeringRecord
> = {
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
    whenOmitted: { provisionedId: null, status: null },
    hidden: ["active"],
    replaceWhenUnknown: ["peeringId"],
    sameSpelling: {},
    ready: {},
    constraints: () => [],
    nameOf: (_args, fallback) => fallback,
    mustDeleteFirst: () => false,
    argumentOutputs: ({ profile }) => ({ profile }),
    observe(record) {
        const { values, ...rest } = observePeering(record);
        const { provisionedId, status, active } = values;
        return { ...rest, values: { provisionedId, status, active } };
    },
    plan: (observed) => stepsToGoal(observed, "active"),
    handle: (project, id) => ({ ...peeringDefinition.handle(project, id), remove: () => Promise.resolve(true) }),
    createSpec: activationCreateSpec,
    idOf: (_record, args) => args.peeringId,
    observedFromId: (id) => ({ peeringId: id }),
    ownsNothing: true,
};

/** Nothing is made: the peering is there, or it is an error. Any number may wait for the same one. */
function activationCreateSpec(
    project: Project,
    args: PeeringActivationArgs,
    name: string,
): CreateSpec<PeeringActivationObserved, PeeringRecord> {
    const [vpcId, ownId] = peeringId.split(args.peeringId);
    return {
        name,
        key: name,
        uniqueName: true,
        match: () => "same",
        label: `activation of peering ${args.peeringId}`,
        doing: "waiting until it is active",
        inventory: new Inventory<PeeringRecord>(project.clock, () =>
            Promise.resolve({ candidates: [], unreadable: [] }),
        ),
        async create() {
            const record = await project.peerings(vpcId).read(ownId, { fresh: true });
            if (record !== undefined) return record;
            throw new UserError(`There is no peering ${args.peeringId} in project ${project.id}.`);
        },
        idIn: ({ id }) => id,
        effect: {},
        valuesFromAnswer: () => ({}),
        retryUntilBackup: false,
    };
}
