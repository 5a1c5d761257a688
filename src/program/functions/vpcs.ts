import type { OutputsOf } from "../resources/managed";
import type { Vpc } from "../resources/vpc";
import type { LookupArgs, ProjectArgs } from "./args";
import { defineFunction } from "./defineFunction";
import type { ResultOf } from "./results";

/** A VPC, with the property names of a `Vpc`. */
export interface VpcResult extends ResultOf<Vpc, OutputsOf<Vpc>> {
    /** The VPC's id. API: `id`. */
    id: string;
}

/** The arguments of {@link getVpcs}. */
export type GetVpcsArgs = ProjectArgs;
/** The arguments of {@link getVpc}: its `id` or its `name`. */
export type GetVpcArgs = LookupArgs;

const vpcs = defineFunction<GetVpcsArgs | undefined, VpcResult[]>("getVpcs");
const vpc = defineFunction<GetVpcArgs, VpcResult>("getVpc");

/** Lists the VPCs of a project (`GET /projects/{project_id}/vpcs`). @function */
export const getVpcs = vpcs.promise;

/** As {@link getVpcs}, for arguments that may be outputs. @function */
export const getVpcsOutput = vpcs.output;

/**
 * Looks up a VPC by its id (`GET /projects/{project_id}/vpcs/{vpc_id}`) or by its name (`GET /projects/{project_id}/vpcs`). If
 * no VPC matches, or several have the name, the error lists the candidates.
 *
 * @function
 */
export const getVpc = vpc.promise;

/** As {@link getVpc}, for arguments that may be outputs. @function */
export const getVpcOutput = vpc.output;
