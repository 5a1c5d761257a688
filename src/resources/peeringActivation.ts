import type * as pulumi from "@pulumi/pulumi";
import type { CommonArgs, LookupState } from "./common";
import { isOfType, Managed, type ManagedType } from "./managed";
import { lookupArgs, lookupOptions } from "./misuse";

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
 * Waits until a peering is active (`GET /projects/{project_id}/vpcs/{vpc_id}/peerings/{peering_id}`). Resources that need the
 * active peering depend on this one, and this one on the other side's accepter. Its id is the peering's. If the peering fails,
 * the error contains the API's message. Deleting this resource deletes nothing.
 *
 * Timeouts: 10 minutes for each operation (`customTimeouts`); the next `pulumi up` continues to wait.
 */
export class PeeringActivation extends Managed {
    /** The id of the `Peering`: `vpcId/peeringId`. */
    declare readonly peeringId: pulumi.Output<string>;
    /** The cloud provider's id of the peering. Undefined only if the API does not tell it. API: `provisioned_id`. */
    declare readonly provisionedId: pulumi.Output<string>;
    /** The status, as the API reports it. API: `status`. */
    declare readonly status: pulumi.Output<string | undefined>;
    /** The project of the peering. */
    declare readonly projectId: pulumi.Output<string>;

    constructor(name: string, args: PeeringActivationArgs, opts?: pulumi.CustomResourceOptions) {
        super(peeringActivation, name, args, opts);
    }

    /** Reads an existing peering by its id, `vpcId/peeringId`, without waiting for it. */
    static get(
        name: string,
        id: pulumi.Input<pulumi.ID>,
        state?: LookupState,
        opts?: pulumi.CustomResourceOptions,
    ): PeeringActivation {
        return new PeeringActivation(
            name,
            lookupArgs("PeeringActivation", name, state) as PeeringActivationArgs,
            lookupOptions("PeeringActivation", name, id, opts),
        );
    }

    /** Whether a value is a `PeeringActivation`. */
    static override isInstance(value: unknown): value is PeeringActivation {
        return isOfType("PeeringActivation", value);
    }
}
