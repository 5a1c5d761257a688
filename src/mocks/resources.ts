import type { PeeringResult, ReadReplicaSetResult, ServiceResult, VpcResult } from "../index";
import { childId, nameFor, type ResourceName } from "../lifecycle";
import { address, poolerAddress, slug } from "./addresses";
import { count, defaultRegion, defaultSize, text, type Making } from "./making";
import { serviceOutputs } from "./service";
import type { OutputsOf, Properties } from "./world";

/** What exists beside the program's own resources. What is left out is filled in. */
export interface ExistingRecords {
    /** VPCs. */
    readonly vpcs?: readonly Partial<VpcResult>[];
    /** Peerings; each should have a `vpcId`. */
    readonly peerings?: readonly Partial<PeeringResult>[];
    /** Services. */
    readonly services?: readonly Partial<ServiceResult>[];
    /** Read replica sets; each should have a `serviceId`. */
    readonly readReplicaSets?: readonly Partial<ReadReplicaSetResult>[];
}

interface Maker<Name extends ResourceName> {
    /** The id of a new resource, in the form that the provider gives it. */
    readonly idOf: (args: Properties, name: string) => string;
    readonly outputs: (making: Making) => OutputsOf<Name>;
}

/** The outputs of every resource as the provider would tell them, after a deployment in which everything went well. */
export const makers: { readonly [Name in ResourceName]: Maker<Name> } = {
    vpc: {
        idOf: (_args, name) => `vpc-${slug(name)}`,
        outputs: ({ args, name, projectId }) => ({
            cidr: text(args["cidr"], "10.0.0.0/16"),
            regionCode: text(args["regionCode"], defaultRegion),
            name: nameFor(args, name),
            projectId,
        }),
    },
    peering: {
        idOf: ({ vpcId }, name) => childId(text(vpcId, "vpc-mock"), `peering-${slug(name)}`),
        outputs: ({ args, id }) => {
            const [vpcId, ownId] = pairOf(id);
            return {
                vpcId,
                peeringId: ownId,
                peerAccountId: text(args["peerAccountId"], "123456789012"),
                peerRegionCode: text(args["peerRegionCode"], defaultRegion),
                peerVpcId: text(args["peerVpcId"], "vpc-0a1b2c3d"),
                provisionedId: provisionedIdOf(ownId),
                status: "active",
                errorMessage: undefined,
                provisioned: true,
                active: true,
            };
        },
    },
    peeringActivation: {
        idOf: (args) => text(args["peeringId"], "vpc-mock/peering-mock"),
        outputs: ({ args, id, world }) => {
            const peering = text(args["peeringId"], id);
            const known = world.find("peering", peering)?.observed.provisionedId;
            const [, ownId] = pairOf(peering);
            return {
                peeringId: peering,
                provisionedId: known ?? provisionedIdOf(ownId),
                status: "active",
                active: true,
            };
        },
    },
    service: { idOf: (_args, name) => `service-${slug(name)}`, outputs: serviceOutputs },
    readReplicaSet: {
        idOf: ({ serviceId }, name) => childId(text(serviceId, "service-mock"), `set-${slug(name)}`),
        outputs: ({ args, name, id }) => {
            const [serviceId, ownId] = pairOf(id);
            const connectionPooler = args["connectionPooler"] === true;
            return {
                serviceId,
                replicaSetId: ownId,
                name: nameFor(args, name),
                nodes: count(args["nodes"], 1),
                cpuMillis: count(args["cpuMillis"], defaultSize.cpuMillis),
                memoryGbs: count(args["memoryGbs"], defaultSize.memoryGbs),
                environment: text(args["environment"], "DEV"),
                connectionPooler,
                status: "active",
                endpoint: address(id),
                poolerEndpoint: connectionPooler ? poolerAddress(id) : undefined,
            };
        },
    },
};

/** An id of two, also where a test gives it another form. */
function pairOf(id: string): [string, string] {
    const at = id.indexOf("/");
    return at < 0 ? ["mock-parent", id] : [id.slice(0, at), id.slice(at + 1)];
}

const provisionedIdOf = (ownId: string): string => `pcx-${slug(ownId)}`;
