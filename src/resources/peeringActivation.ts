import type * as pulumi from "@pulumi/pulumi";
import type { CommonArgs } from "./common";
import { Managed, type GetOptions, type ManagedType } from "./managed";
import { lookupId } from "./misuse";

/** The arguments of a {@link PeeringActivation}. */
export interface PeeringActivationArgs extends Pick<CommonArgs, "projectId" | "profile"> {
    /** The id of a `Peering`: `vpcId/peeringId`. Replaces. */
    peeringId: pulumi.Input<string>;
}

const peeringActivation: ManagedType<PeeringActivation> = {
    type: "PeeringActivation",
    provider: "peeringActivation",
    outputs: {
        peeringId: "plain",
        provisionedId: "plain",
        status: "plain",
        projectId: "plain",
    },
};

/**
 * Waits until a peering is active (`GET /projects/{project_id}/vpcs/{vpc_id}/peerings/{peering_id}`), so that what needs it can
 * depend on that. To be placed after the other side's accepter. Fails at once, with the API's own words, when the peering
 * does. Its id is the peering's; it owns nothing, so deleting it deletes nothing.
 *
 * Time-outs: 10 minutes each (`customTimeouts`); the next `pulumi up` waits on.
 */
export class PeeringActivation extends Managed {
    declare readonly peeringId: pulumi.Output<string>;
    /** The cloud provider's id of the peering. API: `provisioned_id`. */
    declare readonly provisionedId: pulumi.Output<string | undefined>;
    /** The API's word for how far the peering has come. API: `status`. */
    declare readonly status: pulumi.Output<string | undefined>;
    /** The project that the peering is in. */
    declare readonly projectId: pulumi.Output<string>;

    constructor(name: string, args: PeeringActivationArgs, opts?: pulumi.CustomResourceOptions) {
        super(peeringActivation, name, args, opts);
    }

    /** Looks at an existing peering by its id, `vpcId/peeringId`, without waiting for it. */
    static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: GetOptions): PeeringActivation {
        return new PeeringActivation(name, {} as PeeringActivationArgs, {
            ...opts,
            id: lookupId("PeeringActivation", name, id),
        });
    }
}
