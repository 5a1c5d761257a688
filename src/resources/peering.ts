import type * as pulumi from "@pulumi/pulumi";
import type { CommonArgs } from "./common";
import { Managed, type GetOptions, type ManagedType } from "./managed";
import { lookupId } from "./misuse";

/** The arguments of a {@link Peering}. */
export interface PeeringArgs extends CommonArgs {
    /** The id of the VPC to peer. Replaces. API: `vpc_id` in the path. */
    vpcId: pulumi.Input<string>;
    /** The cloud account of the other side. Replaces. API: `peer_account_id`. */
    peerAccountId: pulumi.Input<string>;
    /** The cloud region of the other side. Replaces. API: `peer_region_code`. */
    peerRegionCode: pulumi.Input<string>;
    /** The id of the other side's VPC. Replaces. API: `peer_vpc_id`. */
    peerVpcId: pulumi.Input<string>;
    /**
     * When the resource counts as done: as soon as it is `created`; when `provisionedId` is known (`provisioned`, the
     * default: the other side's accepter often needs it first); or when the peering is `active`. Changes in place.
     */
    waitFor?: pulumi.Input<"created" | "provisioned" | "active" | undefined>;
}

const peering: ManagedType<Peering> = {
    type: "Peering",
    provider: "peering",
    outputs: {
        vpcId: "plain",
        peerAccountId: "plain",
        peerRegionCode: "plain",
        peerVpcId: "plain",
        waitFor: "plain",
        peeringId: "plain",
        provisionedId: "plain",
        status: "plain",
        errorMessage: "plain",
        projectId: "plain",
    },
};

/**
 * A peering connection from a VPC to one in another cloud account. Its id is `vpcId/peeringId`.
 *
 * Created by `POST /projects/{project_id}/vpcs/{vpc_id}/peerings`. Fails with the API's own words when the peering does;
 * the half-made peering stays in the state, so that nothing is orphaned. Time-outs: 10 minutes each (`customTimeouts`).
 */
export class Peering extends Managed {
    declare readonly vpcId: pulumi.Output<string>;
    declare readonly peerAccountId: pulumi.Output<string>;
    declare readonly peerRegionCode: pulumi.Output<string>;
    declare readonly peerVpcId: pulumi.Output<string>;
    declare readonly waitFor: pulumi.Output<"created" | "provisioned" | "active" | undefined>;
    /** The API's id of the peering, unique in its VPC. API: `id`. */
    declare readonly peeringId: pulumi.Output<string>;
    /** What the other side's accepter needs: the cloud provider's id of the peering. API: `provisioned_id`. */
    declare readonly provisionedId: pulumi.Output<string | undefined>;
    /** The API's word for how far the peering has come. API: `status`. */
    declare readonly status: pulumi.Output<string | undefined>;
    /** Why the peering failed, if it did. API: `error_message`. */
    declare readonly errorMessage: pulumi.Output<string | undefined>;
    /** The project that the VPC is in. */
    declare readonly projectId: pulumi.Output<string>;

    constructor(name: string, args: PeeringArgs, opts?: pulumi.CustomResourceOptions) {
        super(peering, name, args, opts);
    }

    /** Looks up an existing peering by its id, `vpcId/peeringId`, without managing it. */
    static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: GetOptions): Peering {
        return new Peering(name, {} as PeeringArgs, { ...opts, id: lookupId("Peering", name, id) });
    }
}
