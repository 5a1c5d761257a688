import { z } from "zod";
import { noRecords, type PeeringRecord } from "../../api";
import { type CreateSpec, Inventory } from "../creation/createSpec";
import { defineResource } from "../definition";
import { UserError } from "../errors";
import type { Project } from "../project";
import { commonRules, commonSchema } from "./commonArgs";
import { idPair } from "./fields";
import {
    observePeering,
    peeringDefinition,
    peeringsIn,
    splitPeeringId,
    stepsToGoal,
    type PeeringObserved,
} from "./peering";
import { networkTimeouts } from "./records";

const activationSchema = z.strictObject({
    projectId: commonSchema.projectId,
    profile: commonSchema.profile,
    /** `vpcId/peeringId`: the id of a `Peering`. */
    peeringId: idPair("a peering", "vpcId/peeringId"),
});
export type PeeringActivationArgs = z.infer<typeof activationSchema>;

export interface PeeringActivationObserved extends Pick<PeeringObserved, "provisionedId" | "status" | "active"> {
    peeringId: string;
}

/**
 * Waits until a peering is active, for resources that need that: it can depend on the accepter of the other side, which in turn
 * depends on the peering. It owns nothing in the API, and its id is the peering's.
 */
export const peeringActivationDefinition = defineResource<
    PeeringActivationArgs,
    PeeringActivationObserved,
    PeeringRecord
>({
    type: "PeeringActivation",
    noun: "activation of peering",
    schema: activationSchema,
    rules: { ...commonRules, peeringId: "replace" },
    timeouts: networkTimeouts,
    losesData: false,
    containedIn: undefined,
    whenOmitted: { provisionedId: null, status: null },
    hidden: ["active"],
    replaceWhenUnknown: ["peeringId"],
    observe(record) {
        const { values, ...rest } = observePeering(record);
        const { provisionedId, status, active } = values;
        return { ...rest, values: { peeringId: undefined, provisionedId, status, active } };
    },
    plan: (observed) => stepsToGoal(observed, "active"),
    clientFor(project, pair) {
        return { ...peeringDefinition.clientFor(project, pair), remove: () => Promise.resolve(true) };
    },
    createSpec: activationCreateSpec,
    // The records are the peerings'.
    list: () => Promise.resolve(noRecords),
    recordId: ({ id }) => id,
    idOf: (_record, args) => args.peeringId,
    observedFromId: (pair) => ({ peeringId: pair }),
    isWaitOnly: true,
});

/** Nothing is created: a peering that does not exist is an error. Any number of resources may wait for the same one. */
function activationCreateSpec(
    project: Project,
    args: PeeringActivationArgs,
    name: string,
): CreateSpec<PeeringActivationObserved, PeeringRecord> {
    const [vpcId, ownId] = splitPeeringId(args.peeringId);
    return {
        name,
        key: name,
        label: `activation of peering ${args.peeringId}`,
        progress: "waiting until it is active",
        inventory: new Inventory<PeeringRecord>(project.clock, () =>
            Promise.resolve({ candidates: [], unreadable: [] }),
        ),
        async create() {
            const record = await peeringsIn(project, vpcId).read(ownId, { fresh: true });
            if (record !== undefined) return record;
            throw new UserError(`There is no peering ${args.peeringId} in project ${project.id}.`);
        },
    };
}
