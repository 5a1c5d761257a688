import { z } from "zod";
import { complete } from "../../api";
import { definitions, orGone } from "../../lifecycle";
import type { GetVpcArgs, GetVpcsArgs, VpcResult } from "../types/vpcs";
import { lookup, lookupSchema, mayBe } from "./lookup";
import { defineProjectRead } from "./read";
import { reader } from "./reader";
import { projectSchema } from "./schemas";

const read = reader(definitions.vpc);

export const getVpcs = defineProjectRead<GetVpcsArgs, VpcResult[]>(
    z.strictObject(projectSchema),
    async ({ client, id: projectId }) => {
        const records = complete(await client.vpcs.list({ projectId }));
        return records.map((vpc) => read<VpcResult>(vpc, { id: vpc.id, projectId }));
    },
);

export const getVpc = defineProjectRead<GetVpcArgs, VpcResult>(
    lookupSchema,
    async ({ client, id: projectId }, args) => {
        const list = async () => complete(await client.vpcs.list({ projectId }), mayBe(args));
        const get = (vpcId: string) => orGone(client.vpcs.get({ projectId, vpcId }));
        const found = await lookup({ noun: "VPC", projectId, get, list }, args);
        return read<VpcResult>(found, { id: found.id, projectId });
    },
);
