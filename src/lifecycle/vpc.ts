import { z } from "zod";
import { mapList, type VpcRecord } from "../api";
import type { Birth } from "./birth";
import { commonSchema } from "./commonArgs";
import { cidr, name } from "./fields";
import { commonRules, type CommonArgs, type Kind } from "./kind";
import type { Project } from "./project";
import { networkTimeouts } from "./timeouts";

export interface VpcArgs extends CommonArgs {
    cidr: string;
    regionCode: string;
    name?: string;
}

export interface VpcObserved {
    cidr: string;
    regionCode: string;
    name: string;
    projectId: string;
}

export const vpcKind: Kind<VpcArgs, VpcObserved, VpcRecord> = {
    type: "Vpc",
    noun: "VPC",
    schema: z.strictObject({ ...commonSchema, cidr, regionCode: z.string().min(1), name: name.optional() }),
    rules: { ...commonRules, cidr: "replace", regionCode: "replace", name: "update" },
    resets: {},
    timeouts: networkTimeouts,
    silence: {},
    hidden: [],
    parents: [],
    constraints: () => [],
    nameOf: (args, fallback) => args.name ?? fallback,
    // The new one comes first and the old one goes last, so that services move over in place.
    inTheWay: () => false,
    keeps: ({ profile, adopt, onNameConflict }) => ({ profile, adopt, onNameConflict }),
    see: (record) => ({
        seen: { cidr: record.cidr, regionCode: record.regionCode, name: record.name },
        condition: "settled",
        status: undefined,
    }),
    plan(observed, desired) {
        if (desired.name == null || desired.name === observed.name) return [];
        const title = `rename to ${JSON.stringify(desired.name)}`;
        return [
            {
                call: "rename",
                args: { name: desired.name },
                effect: { name: desired.name },
                title,
                doing: title.replace("rename", "renaming"),
            },
        ];
    },
    at: (project, vpcId) => ({
        lock: vpcId,
        read: (options) => project.vpcs.read(vpcId, options),
        until: (wait) => project.vpcs.until(vpcId, wait),
        async act({ args }) {
            await project.client.vpcs.rename({ projectId: project.id, vpcId, name: args["name"] as string });
            return {};
        },
        async remove() {
            await project.client.vpcs.delete({ projectId: project.id, vpcId });
        },
        unblock: () => usersOf(project, vpcId),
    }),
    birth: (project, args, vpcName) => vpcBirth(project, args, vpcName),
    idOf: ({ id }) => id,
};

/** What is left of an interrupted `up` has the same name, network and region; a VPC may share its name with another. */
function vpcBirth(
    project: Project,
    args: Pick<VpcArgs, "cidr" | "regionCode">,
    vpcName: string,
): Birth<VpcObserved, VpcRecord> {
    const { client, id: projectId } = project;
    const { cidr: network, regionCode } = args;
    const key = (vpc: Pick<VpcRecord, "name" | "cidr" | "regionCode">) =>
        JSON.stringify([vpc.name, vpc.cidr, vpc.regionCode]);
    const twin = key({ name: vpcName, cidr: network, regionCode });
    return {
        name: twin,
        label: `VPC ${JSON.stringify(vpcName)} with ${network} in ${regionCode}, project ${projectId}`,
        doing: "creating",
        roster: project.roster("vpcs", async () =>
            mapList(await client.vpcs.list({ projectId }), (vpc) => ({
                id: vpc.id,
                name: key(vpc),
                leaving: false,
                record: vpc,
            })),
        ),
        make: () => client.vpcs.create({ projectId, cidr: network, regionCode, name: vpcName }),
        idIn: ({ id }) => id,
        effect: {},
        learned: () => ({}),
        refusedForAWhile: false,
    };
}

async function usersOf({ client, id: projectId }: Project, vpcId: string): Promise<string | undefined> {
    const [services, peerings] = await Promise.all([
        client.services.list({ projectId }),
        client.peerings.list({ projectId, vpcId }),
    ]);
    const users = [
        ...services.filter((service) => service.vpcEndpoint?.vpcId === vpcId).map(({ name: who }) => `service ${who}`),
        ...peerings.map(({ id }) => `peering ${id}`),
    ];
    return users.length === 0 ? undefined : users.join(", ");
}
