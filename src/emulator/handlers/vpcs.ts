import { checkBlock, checkName, conflict, overlap, regionOf, unprocessable } from "../core/refusals";
import { resourceTypes } from "../resources";
import { type Handlers, peeringOf, servicesOf, vpcOf, vpcsOf } from "./call";

const peerFields = ["peer_account_id", "peer_region_code", "peer_vpc_id"] as const;

export const vpcs = {
    listVpcs: (call) => call.core.visibility.many(vpcsOf(call), "vpc", call.params.project_id),
    createVpc: (call) => {
        const { core, body, params } = call;
        checkName(body.name);
        const region_code = regionOf(body.region_code, core);
        checkBlock(body.cidr, core);
        const other = vpcsOf(call).find((vpc) => vpc.region_code === region_code && overlap(vpc.cidr, body.cidr));
        if (other) {
            throw conflict("CIDR_OVERLAP", `cidr: ${body.cidr} overlaps ${other.cidr} of the VPC ${other.id}.`);
        }
        const vpc = resourceTypes.vpc.create({ ...body, ...params, region_code }, core.newId(), core);
        core.insert(vpc);
        return vpc;
    },
    getVpc: vpcOf,
    deleteVpc: (call) => {
        const vpc = vpcOf(call);
        if (vpc.peerings.length > 0) throw conflict("VPC_IN_USE", `The VPC ${vpc.id} still has peerings.`);
        const user = servicesOf(call).find(
            ({ status, vpc_id, operation }) =>
                status !== "DELETED" && (vpc_id === vpc.id || operation?.change.vpc_id === vpc.id),
        );
        if (user) throw conflict("VPC_IN_USE", `The service ${user.id} is still attached to the VPC ${vpc.id}.`);
        call.core.remove(vpc);
        return undefined;
    },
    renameVpc: (call) => {
        const vpc = vpcOf(call);
        checkName(call.body.name);
        vpc.name = call.body.name;
        return { message: `The VPC ${vpc.id} has been renamed.` };
    },
    listPeerings: (call) => {
        const { id, peerings } = vpcOf(call);
        return call.core.visibility.many(peerings, "peering", id);
    },
    createPeering: (call) => {
        const { core, body } = call;
        const vpc = vpcOf(call);
        for (const field of peerFields) {
            if (body[field].trim() === "") throw unprocessable("INVALID_PEER", `${field}: must not be empty.`);
        }
        const same = vpc.peerings.find(
            (peering) => peering.status !== "failed" && peerFields.every((field) => peering[field] === body[field]),
        );
        if (same) throw conflict("PEERING_EXISTS", `The VPC ${vpc.id} has that peering already: ${same.id}.`);
        const given = { ...body, vpc_id: vpc.id, status: "provisioning", provisioned_id: null };
        const peering = resourceTypes.peering.create(given, core.newId(), core);
        call.begin(peering, "create", { provisioned_id: `pcx-${core.random.id(17)}` });
        core.insert(peering);
        return peering;
    },
    getPeering: peeringOf,
    deletePeering: (call) => {
        call.core.remove(peeringOf(call));
        return undefined;
    },
} satisfies Partial<Handlers>;
