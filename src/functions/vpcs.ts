import type * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions, InputsOf } from "./args";
import { defineFunction } from "./defineFunction";
import type * as Reads from "./reads/vpcs";
import type { VpcResult, GetVpcsArgs, GetVpcArgs } from "./reads/vpcs";

export type { VpcResult, GetVpcsArgs, GetVpcArgs } from "./reads/vpcs";

// eslint-disable-next-line @typescript-eslint/no-require-imports -- see defineFunction
const reads = () => require("./reads/vpcs") as typeof Reads;
const vpcs = defineFunction(() => reads().getVpcs);
const vpc = defineFunction(() => reads().getVpc);

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
