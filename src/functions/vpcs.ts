import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { complete } from "../api";
import { definitions, orGone } from "../lifecycle";
import {
    projectSchema,
    type FunctionOptions,
    type FunctionOutputOptions,
    type InputsOf,
    type ProjectArgs,
} from "./args";
import { defineProjectFunction } from "./defineProjectFunction";
import { lookup, lookupSchema, mayBe, type LookupArgs } from "./lookup";
import { reader } from "./reader";

/** A VPC, in the words of a `Vpc`. */
export interface VpcResult {
    /** The API's id, as a `Vpc`'s. */
    id: string;
    /** IPv4, in address/prefix notation. */
    cidr: string;
    /** What the VPC is called. */
    name: string;
    /** The cloud region, as the API names it. API: `region_code`. */
    regionCode: string;
    /** The project that the VPC is in. */
    projectId: string;
}

/** The arguments of {@link getVpcs}. */
export type GetVpcsArgs = ProjectArgs;
/** The arguments of {@link getVpc}: its `id` or its `name`. */
export type GetVpcArgs = LookupArgs;

const read = reader(definitions.vpc);

const vpcs = defineProjectFunction<GetVpcsArgs, VpcResult[]>(
    "getVpcs",
    z.strictObject(projectSchema),
    async ({ client, id: projectId }) => {
        const records = complete(await client.vpcs.list({ projectId }));
        return records.map((vpc) => read<VpcResult>(vpc, { id: vpc.id, projectId }));
    },
);

const vpc = defineProjectFunction<GetVpcArgs, VpcResult>(
    "getVpc",
    lookupSchema,
    async ({ client, id: projectId }, args) => {
        const list = async () => complete(await client.vpcs.list({ projectId }), mayBe(args));
        const get = (vpcId: string) => orGone(client.vpcs.get({ projectId, vpcId }));
        const found = await lookup({ noun: "VPC", projectId, get, list }, args);
        return read<VpcResult>(found, { id: found.id, projectId });
    },
);

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
 * Looks up a VPC by its id (`GET /projects/{project_id}/vpcs/{vpc_id}`) or its name. Fails when there is none, or when several
 * have the name, and says which there are.
 */
export function getVpc(args: GetVpcArgs, _opts?: FunctionOptions): Promise<VpcResult> {
    return vpc.promise(args);
}

/** As {@link getVpc}, for arguments that may be outputs. */
export function getVpcOutput(args: InputsOf<GetVpcArgs>, opts?: FunctionOutputOptions): pulumi.Output<VpcResult> {
    return vpc.output(args, opts);
}
