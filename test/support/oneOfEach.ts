import type { Deployed, PropertyMap, Stack, Type } from "./inProcess";
import { types } from "./types";

export interface Made extends Deployed {
    /** The arguments with which it was created. */
    readonly args: PropertyMap;
}

/** Creates a resource of each type, parents first. */
export async function oneOfEach(stack: Stack): Promise<Made[]> {
    const all: Made[] = [];
    const up = async (type: Type, args: PropertyMap) => {
        const made = { ...(await stack.up(type, "thing", args)), args };
        all.push(made);
        return made;
    };
    const regionCode = "us-east-1";
    const size = { cpuMillis: 1000, memoryGbs: 4 };
    const vpc = await up("Vpc", { cidr: "10.0.0.0/16", regionCode, name: "net" });
    const peer = { peerAccountId: "1", peerRegionCode: regionCode, peerVpcId: "vpc-9", waitFor: "provisioned" };
    const peering = await up("Peering", { vpcId: vpc.id, ...peer });
    await up("PeeringActivation", { peeringId: peering.id });
    const db = await up("Service", {
        name: "db",
        regionCode,
        addons: ["ai"],
        replicaCount: 1,
        password: "the given one",
        ...size,
    });
    await up("ReadReplicaSet", { serviceId: db.id, nodes: 2, connectionPooler: true, ...size });
    expect(all.map(({ type }) => type).sort()).toEqual([...types].sort());
    return all;
}

/** All that there is in the project, as a text to compare. */
export const contentsOf = ({ emulator: { world } }: Stack): string =>
    JSON.stringify([world.vpcs, world.services].map((things) => [...things.entries()]));
