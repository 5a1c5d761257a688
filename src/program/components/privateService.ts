import * as pulumi from "@pulumi/pulumi";
import type { CommonArgs } from "../resources/common";
import type { Peering, PeeringArgs } from "../resources/peering";
import type { Service, ServiceArgs } from "../resources/service";
import type { Vpc } from "../resources/vpc";
import {
    asOwn,
    checkLogin,
    checkService,
    childOptions,
    componentLabel,
    ServiceComponent,
    type Login,
} from "./arguments";
import { checkNames, refusal } from "../arguments";
import { isOfType } from "../sdk";
import { nativePrefix } from "../../shared/registration";

/** The other side of a peering, and what to wait for. */
export type PrivateServicePeering = Pick<PeeringArgs, "peerAccountId" | "peerRegionCode" | "peerVpcId" | "waitFor">;

/** The arguments of every {@link PrivateService}. */
export interface PrivateServiceCommonArgs extends Pick<CommonArgs, "projectId" | "profile"> {
    /** The VPC of another cloud account to peer with (`POST .../vpcs/{vpc_id}/peerings`). Default: none. A change replaces the peering, except a change of `waitFor`. */
    peering?: PrivateServicePeering;
    /** All other arguments of the service: see {@link ServiceArgs}. Default: those of a `Service`, with a name generated from the component's, such as `orders-4k2m9xz`. */
    service?: Omit<ServiceArgs, "vpcId" | "regionCode" | "projectId" | "profile">;
    /** The user and database for `connectionString`. Default: none. Reading `connectionString` is then an error. */
    login?: Login;
}

/** The arguments of a {@link PrivateService} in a new VPC. */
export interface PrivateServiceInNewVpcArgs extends PrivateServiceCommonArgs {
    /**
     * The cloud region of the new VPC and of the service. Required with `cidr`. For a fork, it must be the parent's region. A change
     * replaces the service and the new VPC. API: `region_code`.
     */
    regionCode: pulumi.Input<string>;
    /**
     * The block of a new VPC in CIDR notation, without host bits: `10.0.0.0/16`. A change replaces the VPC, and the service moves to the
     * new VPC in place. API: `POST .../vpcs`, `cidr`.
     */
    cidr: pulumi.Input<string>;
    /** The name of the new VPC: 1 to 128 characters. Default: the component's name and `-vpc`. Changes in place (`POST .../vpcs/{vpc_id}/rename`). */
    vpcName?: pulumi.Input<string>;
    /** Not allowed with `cidr`. */
    vpcId?: undefined;
}

/** The arguments of a {@link PrivateService} in an existing VPC. */
export interface PrivateServiceInExistingVpcArgs extends PrivateServiceCommonArgs {
    /** The id of an existing VPC to attach the service to, in the service's region. Changes in place (`POST .../detachFromVPC`, `.../attachToVPC`). */
    vpcId: pulumi.Input<string>;
    /**
     * The cloud region of the service. With `vpcId`, it must be the VPC's region. For a fork, it must be the parent's region. A change
     * replaces the service. API: `region_code`.
     */
    regionCode?: pulumi.Input<string>;
    /** Not allowed with `vpcId`. */
    cidr?: undefined;
    /** Only allowed with `cidr`. */
    vpcName?: undefined;
}

/** The arguments of a {@link PrivateService}: either `cidr` with `regionCode`, for a new VPC, or `vpcId` of an existing one. */
export type PrivateServiceArgs = PrivateServiceInNewVpcArgs | PrivateServiceInExistingVpcArgs;

const argumentNames = ["regionCode", "cidr", "vpcName", "vpcId", "peering", "service", "login", "projectId", "profile"];
const peeringNames = ["peerAccountId", "peerRegionCode", "peerVpcId", "waitFor"];
const taken = asOwn("vpcId", "regionCode", "projectId", "profile");

/**
 * A service in a new VPC (`cidr`) or an existing one (`vpcId`), to which it is attached (`POST .../attachToVPC`), and optionally a peering
 * of this VPC (`peering`).
 *
 * Its resources are children of the component: `<name>-vpc`, `<name>-peering`, and the service with the component's name. They inherit
 * these options of the component: `protect`, `aliases`, transforms, `dependsOn`, `customTimeouts`, `retainOnDelete` and `deletedWith`.
 *
 * @example
 * ```ts
 * const orders = new clouddb.PrivateService("orders", {
 *     cidr: "10.0.0.0/16",
 *     regionCode: "us-east-1",
 *     service: { environment: "PROD", cpuMillis: 2000, memoryGbs: 8 },
 * });
 * ```
 */
export class PrivateService extends ServiceComponent {
    /** The service. */
    readonly service: Service;
    /** The new VPC. Undefined with `vpcId`. */
    readonly vpc: Vpc | undefined;
    /** The id of the VPC that the service is attached to. */
    readonly vpcId: pulumi.Output<string>;
    /** The peering, if there is one. */
    readonly peering: Peering | undefined;

    /** Whether a value is a `PrivateService`. */
    static override isInstance(value: unknown): value is PrivateService {
        return isOfType("PrivateService", value, nativePrefix);
    }

    constructor(name: string, args: PrivateServiceArgs, opts?: pulumi.ComponentResourceOptions) {
        const who = componentLabel("PrivateService", name);
        check(who, args);
        super("PrivateService", name, opts);
        const { regionCode, peering, service, login, projectId, profile } = args;
        const place = { projectId, profile };
        const child = childOptions(this, opts);
        const { Vpc, Peering, Service } = new.target.children;
        if (args.cidr != null) {
            const { cidr, regionCode, vpcName } = args;
            this.vpc = new Vpc(`${name}-vpc`, { ...place, cidr, regionCode, name: vpcName }, child("-vpc"));
        }
        const vpcId = this.vpc?.id ?? (args.vpcId as pulumi.Input<string>);
        this.vpcId = pulumi.output(vpcId);
        this.peering = peering && new Peering(`${name}-peering`, { ...place, ...peering, vpcId }, child("-peering"));
        const region = service?.forkFrom === undefined ? { regionCode } : {};
        this.service = new Service(name, { ...service, ...place, ...region, vpcId }, child(""));
        this.complete({ vpcId: this.vpcId, peeringId: this.peering?.id }, login, "vpc");
    }
}

function check(who: string, args: unknown): void {
    const given = checkNames(who, args, argumentNames);
    const [cidr, vpcId] = [given["cidr"], given["vpcId"]];
    if (cidr == null && vpcId == null) throw refusal(who, "cidr is required, or vpcId of an existing VPC");
    if (cidr != null && vpcId != null)
        throw refusal(who, "vpcId cannot be given with cidr: the service is in a VPC of its own or in an existing one");
    if (cidr != null && given["regionCode"] == null)
        throw refusal(who, "regionCode is required with cidr: the region of the VPC");
    if (cidr == null && given["vpcName"] != null)
        throw refusal(who, "vpcName can only be given with cidr: an existing VPC has its name");
    if (given["peering"] !== undefined)
        checkNames(who, given["peering"], peeringNames, { within: "peering", required: peeringNames.slice(0, 3) });
    checkService(who, given["service"], taken);
    checkLogin(who, given["login"]);
}
