import type * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions, InputsOf, LookupArgs, ProjectArgs } from "./args";
import { defineFunction } from "./defineFunction";

/** A VPC, with the property names of a `Vpc`. */
export interface VpcResult {
    /** The VPC's id. API: `id`. */
    id: string;
    /** The IPv4 block in CIDR notation. */
    cidr: string;
    /** The VPC's name. */
    name: string;
    /** The cloud region. API: `region_code`. */
    regionCode: string;
    /** The project of the VPC. */
    projectId: string;
}

/** The arguments of {@link getVpcs}. */
export type GetVpcsArgs = ProjectArgs;
/** The arguments of {@link getVpc}: its `id` or its `name`. */
export type GetVpcArgs = LookupArgs;

const vpcs = defineFunction<GetVpcsArgs, VpcResult[]>("getVpcs");
const vpc = defineFunction<GetVpcArgs, VpcResult>("getVpc");

/** Lists the VPCs of a project (`GET /projects/{project_id}/vpcs`). */
export function getVpcs(args: GetVpcsArgs = {}, _opts?: FunctionOptions): Promise<VpcResult[]> {
    return vpcs.promise(args);
}

/** As {@link getVpcs}, for arguments that may be outputs. */
export function getVpcsOutput(
    args: InputsOf<GetVpcsArgs> = {},
    opts?: FunctionOutputOptions,
): pulumi.Output<VpcResult[]> {
    return vpcs.output(args, opts);
}

/**
 * Looks up a VPC by its id (`GET /projects/{project_id}/vpcs/{vpc_id}`) or by its name (`GET /projects/{project_id}/vpcs`). If
 * there is none, or if several have the name, the error lists what exists.
 */
export function getVpc(args: GetVpcArgs, _opts?: FunctionOptions): Promise<VpcResult> {
    return vpc.promise(args);
}

/** As {@link getVpc}, for arguments that may be outputs. */
export function getVpcOutput(args: InputsOf<GetVpcArgs>, opts?: FunctionOutputOptions): pulumi.Output<VpcResult> {
    return vpc.output(args, opts);
}
