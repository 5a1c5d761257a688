import { z } from "zod";
import { complete } from "../../api";
import { definitions, undefinedOn404 } from "../../lifecycle";
import { lookup, lookupSchema, mayBe } from "./lookup";
import { defineProjectRead } from "./read";
import { reader } from "./reader";
import { projectSchema } from "./schemas";
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

const read = reader(definitions.vpc);

export const getVpcs = defineProjectRead<GetVpcsArgs, VpcResult[]>(
    "getVpcs",
    z.strictObject(projectSchema),
    async ({ client, id: projectId }) => {
        const records = complete(await client.vpcs.list({ projectId }));
        return records.map((vpc) => read<VpcResult>(vpc, { id: vpc.id, projectId }));
    },
);

export const getVpc = defineProjectRead<GetVpcArgs, VpcResult>(
    "getVpc",
    lookupSchema,
    async ({ client, id: projectId }, args) => {
        const list = async () => complete(await client.vpcs.list({ projectId }), mayBe(args));
        const get = (vpcId: string) => undefinedOn404(client.vpcs.get({ projectId, vpcId }));
        const found = await lookup({ noun: "VPC", projectId, get, list }, args);
        return read<VpcResult>(found, { id: found.id, projectId });
    },
);
