import type { Core } from "../core/core";
import { checkBlock, checkName, checkRegion, conflict, overlap } from "../core/refusals";
import { childrenOf } from "../core/world";
import { resourceTypes, typeOf } from "../resources";
import { withoutPrefix } from "../resources/records";
import { type VpcRow, vpcRecord } from "../resources/vpc";
import { type Handlers, projectOf, visibleRows, visibleVpc, vpcOf, withMalformed } from "./call";

/** Refuses a block that overlaps another VPC of the project in the same region. */
function checkFreeBlock(core: Core, wanted: Pick<VpcRow, "project_id" | "cidr" | "region_code">): void {
    checkBlock(wanted.cidr);
    for (const { id, cidr, project_id, region_code } of core.world.vpcs.values()) {
        if (project_id !== wanted.project_id || region_code !== wanted.region_code) continue;
        if (overlap(cidr, wanted.cidr)) {
            throw conflict("CIDR_OVERLAP", `cidr: ${wanted.cidr} overlaps ${cidr} of the VPC ${id}.`);
        }
    }
}

function checkUnused(core: Core, vpc: VpcRow): void {
    const [child] = childrenOf(vpc);
    if (child !== undefined) throw conflict("VPC_IN_USE", `The VPC ${vpc.id} still has ${typeOf(child).noun}s.`);
    for (const { id, vpc_id, operation } of core.world.services.values()) {
        if (vpc_id === vpc.id || operation?.change.vpc_id === vpc.id) {
            throw conflict("VPC_IN_USE", `The service ${id} is still attached to the VPC ${vpc.id}.`);
        }
    }
}

export const vpcs = {
    listVpcs: (call) => {
        const { core } = call;
        const { id } = projectOf(call);
        const rows = visibleRows(core, core.world.vpcs.values(), (row) => row.kind === "vpc" && row.project_id === id);
        const records = rows.map((vpc) => vpcRecord(vpc, core.quirks, true));
        return withMalformed(core, records);
    },
    createVpc: (call) => {
        const { core, body } = call;
        const region = withoutPrefix(body.region_code, core.quirks);
        const wanted = { ...body, region_code: region, project_id: projectOf(call).id };
        checkName(body.name);
        checkRegion(region);
        checkFreeBlock(core, wanted);
        const vpc = resourceTypes.vpc.create(wanted, core.newId(), core);
        core.insert(vpc);
        return vpcRecord(vpc, core.quirks);
    },
    getVpc: (call) => vpcRecord(visibleVpc(call), call.core.quirks),
    deleteVpc: (call) => {
        const vpc = vpcOf(call);
        checkUnused(call.core, vpc);
        call.core.remove(vpc);
        return undefined;
    },
    renameVpc: (call) => {
        const vpc = vpcOf(call);
        checkName(call.body.name);
        vpc.name = call.body.name;
        return { message: `The VPC ${vpc.id} has been renamed.` };
    },
} satisfies Partial<Handlers>;
