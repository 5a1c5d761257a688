import type * as pulumi from "@pulumi/pulumi";
import type { CommonArgs, Lookup } from "./common";
import { isOfType } from "../sdk";
import { lookupParameters, Managed } from "./managed";

/** The arguments of a {@link Vpc}. */
export interface VpcArgs extends CommonArgs {
    /**
     * An IPv4 block in CIDR notation, without host bits. The preview warns if it overlaps another VPC of the program or the project.
     * Example: `"10.0.0.0/16"`. A change replaces the VPC. API: `cidr`.
     *
     * VPCs that overlap cannot be peered with the same network.
     */
    cidr: pulumi.Input<string>;
    /** The code of the cloud region. Example: `"us-east-1"`. A change replaces the VPC. API: `region_code`. */
    regionCode: pulumi.Input<string>;
    /**
     * The name of the VPC: 1 to 128 characters. Default: the resource's name and a hash; with `clouddb:autoName` set to `plain`, the
     * resource's name. Example: `"net"`. Changes in place (`POST .../vpcs/{vpc_id}/rename`). API: `name`.
     */
    name?: pulumi.Input<string | undefined>;
}

/**
 * A virtual private cloud: a network that services can be attached to, and that can be peered with VPCs of other cloud accounts.
 *
 * The provider creates it with `POST /projects/{project_id}/vpcs`. When a VPC is replaced, the new one is created before the old one is
 * deleted, so services move to it in place. If the API refuses a delete because the VPC is in use, the provider retries. If the VPC stays
 * in use, the error names what uses it. Timeouts: 10 minutes for each operation (`customTimeouts`).
 *
 * @example
 * ```ts
 * const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
 * new clouddb.Service("orders", { regionCode: net.regionCode, vpcId: net.id });
 * ```
 */
export class Vpc extends Managed {
    /** The IPv4 block in CIDR notation. API: `cidr`. */
    declare readonly cidr: pulumi.Output<string>;
    /** The cloud region. API: `region_code`. */
    declare readonly regionCode: pulumi.Output<string>;
    /** The VPC's name: the argument, or the generated one. Known in the preview, unless an argument that the hash covers is not. API: `name`. */
    declare readonly name: pulumi.Output<string>;

    constructor(name: string, args: VpcArgs, opts?: pulumi.CustomResourceOptions) {
        super("vpc", name, args, opts);
    }

    /** Looks up an existing VPC by its id, without managing it (`GET /projects/{project_id}/vpcs/{vpc_id}`). */
    static get(...args: Lookup): Vpc {
        return new Vpc(...lookupParameters<VpcArgs>("Vpc", ...args));
    }

    /** Whether a value is a `Vpc`. */
    static override isInstance(value: unknown): value is Vpc {
        return isOfType("Vpc", value);
    }
}
