import type * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions, FunctionOutputOptions, InputsOf } from "./args";
import { defineFunction } from "./defineFunction";
import type * as Reads from "./reads/peerings";
import type { PeeringResult, GetPeeringsArgs, GetPeeringArgs } from "./reads/peerings";

export type { PeeringResult, GetPeeringsArgs, GetPeeringArgs } from "./reads/peerings";

// eslint-disable-next-line @typescript-eslint/no-require-imports -- see defineFunction
const reads = () => require("./reads/peerings") as typeof Reads;
const peerings = defineFunction(() => reads().getPeerings);
const peering = defineFunction(() => reads().getPeering);

/** Lists the peerings of a VPC (`GET /projects/{project_id}/vpcs/{vpc_id}/peerings`). */
export function getPeerings(args: GetPeeringsArgs, _opts?: FunctionOptions): Promise<PeeringResult[]> {
    return peerings.promise(args);
}

/** As {@link getPeerings}, for arguments that may be outputs. */
export function getPeeringsOutput(
    args: InputsOf<GetPeeringsArgs>,
    opts?: FunctionOutputOptions,
): pulumi.Output<PeeringResult[]> {
    return peerings.output(args, opts);
}

/**
 * Looks up a peering (`GET /projects/{project_id}/vpcs/{vpc_id}/peerings/{peering_id}`). If it does not exist, the error lists
 * the peerings of the VPC.
 */
export function getPeering(args: GetPeeringArgs, _opts?: FunctionOptions): Promise<PeeringResult> {
    return peering.promise(args);
}

/** As {@link getPeering}, for arguments that may be outputs. */
export function getPeeringOutput(
    args: InputsOf<GetPeeringArgs>,
    opts?: FunctionOutputOptions,
): pulumi.Output<PeeringResult> {
    return peering.output(args, opts);
}
