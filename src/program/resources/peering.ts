import type * as pulumi from "@pulumi/pulumi";
import type { CommonArgs, Lookup } from "./common";
import { isOfType } from "../sdk";
import { lookupParameters, Managed } from "./managed";

/** The arguments of a {@link Peering}. */
export interface PeeringArgs extends CommonArgs {
    /** The id of this side's VPC. Example: `net.id`. A change replaces the peering. API: `vpc_id` in the path. */
    vpcId: pulumi.Input<string>;
    /** The id of the other side's cloud account. Example: `"123456789012"`. A change replaces the peering. API: `peer_account_id`. */
    peerAccountId: pulumi.Input<string>;
    /** The code of the cloud region of the other side's VPC. Example: `"us-east-1"`. A change replaces the peering. API: `peer_region_code`. */
    peerRegionCode: pulumi.Input<string>;
    /** The id of the other side's VPC. Example: `"vpc-0a1b2c3d4e5f60718"`. A change replaces the peering. API: `peer_vpc_id`. */
    peerVpcId: pulumi.Input<string>;
    /**
     * When the creation is complete: `created` (the API has created the peering), `provisioned` (`provisionedId` is known, which the other
     * side's accepter usually needs) or `active`. Default: `provisioned`. Example: `"active"`. Changes in place, without an API call.
     */
    waitFor?: pulumi.Input<"created" | "provisioned" | "active" | undefined>;
}

/**
 * A peering connection from a VPC to one in another cloud account. Its id is `vpcId/peeringId`.
 *
 * The provider creates it with `POST /projects/{project_id}/vpcs/{vpc_id}/peerings`. If the peering fails, the error contains the API's message,
 * and the peering stays in the state. Timeouts: 10 minutes for each operation (`customTimeouts`).
 *
 * @example
 * ```ts
 * const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
 * const office = new clouddb.Peering("office", {
 *     vpcId: net.id,
 *     peerAccountId: "123456789012",
 *     peerRegionCode: "us-east-1",
 *     peerVpcId: "vpc-0a1b2c3d4e5f60718",
 * });
 * export const acceptId = office.provisionedId;
 * ```
 */
export class Peering extends Managed {
    /** The id of this side's VPC. API: `vpc_id` in the path. */
    declare readonly vpcId: pulumi.Output<string>;
    /** The cloud account of the other side. API: `peer_account_id`. */
    declare readonly peerAccountId: pulumi.Output<string>;
    /** The cloud region of the other side's VPC. API: `peer_region_code`. */
    declare readonly peerRegionCode: pulumi.Output<string>;
    /** The id of the other side's VPC. API: `peer_vpc_id`. */
    declare readonly peerVpcId: pulumi.Output<string>;
    /** The argument `waitFor`. */
    declare readonly waitFor: pulumi.Output<"created" | "provisioned" | "active" | undefined>;
    /** The API's id of the peering, unique in its VPC. Known after the creation. API: `id`. */
    declare readonly peeringId: pulumi.Output<string>;
    /**
     * The cloud provider's id of the peering, which the other side's accepter needs. Known after the creation; with
     * `waitFor: "created"`, it may be undefined until the next refresh. API: `provisioned_id`.
     */
    declare readonly provisionedId: pulumi.Output<string>;
    /** The status, in the API's own words, which its contract does not list. Known after the creation, if the API returns it. API: `status`. */
    declare readonly status: pulumi.Output<string | undefined>;
    /** Why the peering failed. Known only if it failed. API: `error_message`. */
    declare readonly errorMessage: pulumi.Output<string | undefined>;

    constructor(name: string, args: PeeringArgs, opts?: pulumi.CustomResourceOptions) {
        super("peering", name, args, opts);
    }

    /** Looks up an existing peering by its id, `vpcId/peeringId`, without managing it (`GET /projects/{project_id}/vpcs/{vpc_id}/peerings/{peering_id}`). */
    static get(...args: Lookup): Peering {
        return new Peering(...lookupParameters<PeeringArgs>("Peering", ...args));
    }

    /** Whether a value is a `Peering`. */
    static override isInstance(value: unknown): value is Peering {
        return isOfType("Peering", value);
    }
}

/** The arguments of a {@link PeeringActivation}. */
export interface PeeringActivationArgs extends Pick<CommonArgs, "projectId" | "profile"> {
    /** The id of a `Peering`: `vpcId/peeringId`. Example: `office.id`. A change replaces the activation. */
    peeringId: pulumi.Input<string>;
}

/**
 * Waits until a peering is active (`GET /projects/{project_id}/vpcs/{vpc_id}/peerings/{peering_id}`). Let it depend on the other side's
 * accepter, and let the resources that need the active peering depend on it. Its id is the peering's. If the peering fails, the error
 * contains the API's message. Deleting this resource deletes nothing in the API.
 *
 * Timeouts: 10 minutes for each operation (`customTimeouts`). After a timeout, the next `pulumi up` continues to wait.
 *
 * @example
 * ```ts
 * declare const office: clouddb.Peering;
 * declare const accepter: pulumi.Resource;
 * const active = new clouddb.PeeringActivation("office-active", { peeringId: office.id }, { dependsOn: accepter });
 * new clouddb.Service("orders", {}, { dependsOn: active });
 * ```
 */
export class PeeringActivation extends Managed {
    /** The id of the `Peering`: `vpcId/peeringId`. */
    declare readonly peeringId: pulumi.Output<string>;
    /** The cloud provider's id of the peering. Known after the creation, if the API returns it. API: `provisioned_id`. */
    declare readonly provisionedId: pulumi.Output<string>;
    /** The status, in the API's own words, which its contract does not list. Known after the creation, if the API returns it. API: `status`. */
    declare readonly status: pulumi.Output<string | undefined>;

    constructor(name: string, args: PeeringActivationArgs, opts?: pulumi.CustomResourceOptions) {
        super("peeringActivation", name, args, opts);
    }

    /** Reads an existing peering by its id, `vpcId/peeringId`, without waiting for it. */
    static get(...args: Lookup): PeeringActivation {
        return new PeeringActivation(...lookupParameters<PeeringActivationArgs>("PeeringActivation", ...args));
    }

    /** Whether a value is a `PeeringActivation`. */
    static override isInstance(value: unknown): value is PeeringActivation {
        return isOfType("PeeringActivation", value);
    }
}
