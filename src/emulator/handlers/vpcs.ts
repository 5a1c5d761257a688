import type { z } from "zod";
import type { Vpc } from "../../api/schemas";
import { assertBlock, overlap } from "../core/cidr";
import type { Core } from "../core/core";
import type { Quirks } from "../core/quirks";
import { conflict } from "../core/refusal";
import { rowTypes } from "../core/rows";
import type { VpcRow } from "../core/rows/vpc";
import { checkName, checkRegion } from "../core/rules";
import { childrenOf } from "../core/world";
import type { Complete } from "../views/complete";
import { present } from "../views/present";
import { withoutPrefix } from "../views/spelled";
import { type Handlers, projectOf, seenAll, seenVpc, vpcOf, vpcsIn } from "./call";
import { withMalformed } from "./malformed";

const vpcRecord = (row: VpcRow, quirks: Quirks, listed = false): z.output<typeof Vpc> =>
    present<Complete<z.output<typeof Vpc>>>(
        { id: row.id, cidr: row.cidr, name: row.name, region_code: row.region_code },
        quirks,
        listed,
    );

/** Throws a refusal if the block overlaps another VPC of the project in the same region. */
export function checkFreeBlock(core: Core, wanted: Pick<VpcRow, "project_id" | "cidr" | "region_code">): void {
    assertBlock(wanted.cidr);
    const taken = vpcsIn(core, wanted.project_id).find(
        (vpc) => vpc.region_code === wanted.region_code && overlap(vpc.cidr, wanted.cidr),
    );
    if (taken) throw conflict("CIDR_OVERLAP", `cidr: ${wanted.cidr} overlaps ${taken.cidr} of the VPC ${taken.id}.`);
}

function checkUnused(core: Core, vpc: VpcRow): void {
    const [child] = childrenOf(vpc);
    if (child !== undefined) throw conflict("VPC_IN_USE", `The VPC ${vpc.id} still has ${rowTypes[child.kind].noun}s.`);
    for (const { id, vpc_id, operation } of core.world.services.values()) {
        if (vpc_id === vpc.id || operation?.change.vpc_id === vpc.id) {
            throw conflict("VPC_IN_USE", `The service ${id} is still attached to the VPC ${vpc.id}.`);
        }
    }
}

export const vpcs: Handlers<"listVpcs" | "createVpc" | "getVpc" | "deleteVpc" | "renameVpc"> = {
    listVpcs: (call) => {
        const { core } = call;
        const { id } = projectOf(call);
        const rows = seenAll(core, vpcsIn(core, id), (gone) => gone.kind === "vpc" && gone.project_id === id);
        return withMalformed(
            core,
            rows.map((vpc) => vpcRecord(vpc, core.quirks, true)),
        );
    },
    createVpc: (call) => {
        const { core, body } = call;
        const region = withoutPrefix(body.region_code, core.quirks);
        const wanted = { ...body, region_code: region, project_id: projectOf(call).id };
        checkName(body.name);
        checkRegion(region);
        checkFreeBlock(core, wanted);
        const vpc: VpcRow = { kind: "vpc", id: core.newId(), ...wanted, peerings: [] };
        core.insert(vpc);
        return vpcRecord(vpc, core.quirks);
    },
    getVpc: (call) => vpcRecord(seenVpc(call), call.core.quirks),
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
};
