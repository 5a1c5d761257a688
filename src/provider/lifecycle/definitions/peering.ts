import { z } from "zod";
import type { PeeringRecord, RecordList } from "../../api";
import type { Condition, FullObservation, ListedParent } from "../definition";
import { defineResource } from "../defineResource";
import type { Project } from "../project";
import { sameCode, sameDigits, sameName } from "../spelling";
import type { WaitStep } from "../step";
import { matchAll, shows } from "../creation/createSpec";
import { listUnder, undefinedOn404, type CollectionReader } from "../wait/collectionReader";
import { commonRules, commonSchema, id, idPair, partsOf, word } from "./fields";
import { networkTimeouts, readerClient, vpcProblems, vpcReader } from "./records";
import { withoutPeriod } from "../../../shared/visible";

export const peeringGoals = ["created", "provisioned", "active"] as const;
export type PeeringGoal = (typeof peeringGoals)[number];

const form = "vpcId/peeringId";

const peeringSchema = z.strictObject({
    ...commonSchema,
    adopt: idPair("a peering", form).optional(),
    vpcId: id,
    peerAccountId: word,
    peerRegionCode: word,
    peerVpcId: word,
    waitFor: z.enum(peeringGoals).optional(),
});
export type PeeringArgs = z.infer<typeof peeringSchema>;

export interface PeeringObserved {
    vpcId: string;
    peeringId: string;
    peerAccountId: string;
    peerRegionCode: string;
    peerVpcId: string;
    provisionedId: string | null;
    status: string | null;
    errorMessage: string | null;
    /** Progress, independent of the words that the API has for it. */
    provisioned: boolean;
    active: boolean;
}

export const peeringDefinition = defineResource<PeeringArgs, PeeringObserved, PeeringRecord>({
    type: "Peering",
    noun: "peering",
    schema: peeringSchema,
    rules: {
        ...commonRules,
        vpcId: "replace",
        peerAccountId: "replace",
        peerRegionCode: "replace",
        peerVpcId: "replace",
        waitFor: "update",
    },
    timeouts: networkTimeouts,
    containedIn: { type: "Vpc", argument: "vpcId", goesWithIt: false, problems: vpcProblems },
    records: {
        whenOmitted: { provisionedId: null, status: null, errorMessage: null },
        hidden: ["provisioned", "active"],
        sameSpelling: { peerAccountId: sameDigits, peerRegionCode: sameCode, peerVpcId: sameName },
        identity: { peerAccountId: sameDigits, peerRegionCode: sameCode, peerVpcId: sameName },
    },
    argumentOutputs: ({ waitFor }) => ({ waitFor }),
    observe: observePeering,
    plan: (observed, { waitFor }) => stepsToGoal(observed, waitFor ?? "provisioned"),
    clientFor(project, pair) {
        const [vpcId, ownId] = partsOf(pair, form);
        return {
            ...readerClient(peeringsIn(project, vpcId), ownId),
            act: () => Promise.resolve({}),
            remove: () => project.client.peerings.delete({ projectId: project.id, vpcId, peeringId: ownId }),
        };
    },
    creation: {
        list: listPeerings,
        spec({ client, id: projectId }, { vpcId, peerAccountId, peerRegionCode, peerVpcId }) {
            const peer: Peer = { peerAccountId, peerRegionCode, peerVpcId };
            return {
                name: peerKey(peer),
                recognition: {
                    nameOf: ({ peerAccountId, peerRegionCode, peerVpcId }) =>
                        peerAccountId === undefined || peerRegionCode === undefined || peerVpcId === undefined
                            ? undefined
                            : peerKey({ peerAccountId, peerRegionCode, peerVpcId }),
                    match: (shown) =>
                        matchAll(
                            shows(peerAccountId, shown.peerAccountId, sameDigits),
                            shows(peerRegionCode, shown.peerRegionCode, sameCode),
                            shows(peerVpcId, shown.peerVpcId, sameName),
                        ),
                },
                label: `peering of VPC ${vpcId} with ${peerVpcId} (account ${peerAccountId}, ${peerRegionCode})`,
                progress: "creating",
                create: () => client.peerings.create({ projectId, vpcId, ...peer }),
            };
        },
    },
    recordId: ({ id }) => id,
    // Nothing to wait for that may depend on the other side.
    adoption: { args: ({ provisioned }) => (provisioned === true ? {} : { waitFor: "created" }) },
});

/** The reader of a VPC's peerings. */
export const peeringsIn = (project: Project, vpcId: string): CollectionReader<PeeringRecord> => {
    const { client, id: projectId } = project;
    return project.reader(`peerings of ${vpcId}`, {
        list: () => listPeerings(project, { id: vpcId }),
        get: (ownId) => undefinedOn404(client.peerings.get({ projectId, vpcId, peeringId: ownId })),
        idOf: (peering) => peering.id,
    });
};

/**
 * The contract does not list a peering's statuses. Those that mean a final failure are known from the clouds that peer; any other
 * may still become active.
 */
export function peeringCondition(status = ""): Condition {
    if (/^deleted$/i.test(status)) return "gone";
    if (/^deleting$/i.test(status)) return "busy";
    return /fail|reject|expired|error/i.test(status) ? "failed" : "settled";
}

type Peer = Pick<PeeringArgs, "peerAccountId" | "peerRegionCode" | "peerVpcId">;

/** A peering has no name; its peer identifies it within the VPC. The API may write a prefix before the region. */
const peerKey = ({ peerAccountId, peerRegionCode, peerVpcId }: Peer): string =>
    JSON.stringify([peerAccountId, peerRegionCode.replace(/^.*[:/]/, ""), peerVpcId]);

/** No call asks the peer again. */
const askAgain =
    "To ask another peer, change the arguments of the `Peering`, which replaces it. To ask the same one, set `deleteBeforeReplace: true` on it, and run `pulumi up --replace` with its URN";

export function observePeering(record: PeeringRecord): FullObservation<PeeringObserved> {
    const active = record.status?.toLowerCase() === "active";
    return {
        values: {
            // Only the id says it.
            vpcId: undefined,
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
        // An active peering may still carry the message of an error that has been overcome.
        problem:
            active || record.errorMessage === undefined
                ? undefined
                : `${withoutPeriod(record.errorMessage)}. ${askAgain}`,
    };
}

/** The steps to a goal: there is no call to make, only an effect to wait for. */
export function stepsToGoal(
    { provisioned, active }: Partial<PeeringObserved>,
    goal: PeeringGoal,
): WaitStep<PeeringObserved>[] {
    if (goal === "created" || (goal === "provisioned" && provisioned === true) || active === true) return [];
    const effect = goal === "active" ? { active: true } : { provisioned: true };
    const title = `wait until it is ${goal}`;
    return [{ call: undefined, args: {}, effect, title, progress: title.replace("wait", "waiting") }];
}

/** The peerings of a VPC. The API's list is a 404 where the VPC is gone. */
function listPeerings(project: Project, { id: vpcId }: ListedParent): Promise<RecordList<PeeringRecord>> {
    const { client, id: projectId, clock } = project;
    return listUnder(
        clock,
        () => client.peerings.list({ projectId, vpcId }),
        () => vpcReader(project).read(vpcId, { fresh: true }),
    );
}

const activationSchema = z.strictObject({
    projectId: commonSchema.projectId,
    profile: commonSchema.profile,
    peeringId: idPair("a peering", form),
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
    waitsFor: { argument: "peeringId", noun: "peering", progress: "waiting until it is active" },
    records: { whenOmitted: { provisionedId: null, status: null }, hidden: ["active"] },
    references: { replaceWhenUnknown: ["peeringId"] },
    observe(record) {
        const { values, ...rest } = observePeering(record);
        const { provisionedId, status, active } = values;
        return { ...rest, values: { peeringId: undefined, provisionedId, status, active } };
    },
    plan: (observed) => stepsToGoal(observed, "active"),
    clientFor: (project, pair) => peeringDefinition.clientFor(project, pair),
    recordId: ({ id }) => id,
});
