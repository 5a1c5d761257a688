import type { LookupArgs, ProjectArgs } from "../args";

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
