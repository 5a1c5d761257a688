import { z } from "zod";
import { complete, type VpcRecord } from "../../api";
import type { CreateSpec } from "../creation/createOnce";
import { listingOf } from "../creation/inventory";
import { sameCode, sameName } from "../spelling";
import { commonSchema } from "./commonArgs";
import { cidr, name, word } from "./fields";
import { isLeaving } from "./condition";
import { commonRules, type CommonArgs, type Dependent, type ResourceDefinition } from "../definition";
import { isPeeringLeaving } from "./peering";
import type { Project } from "../project";
import { networkTimeouts } from "./timeouts";
import { listUnder } from "../wait/collectionReader";

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

export const vpcDefinition: ResourceDefinition<VpcArgs, VpcObserved, VpcRecord> = {
    type: "Vpc",
    noun: "VPC",
    schema: z.strictObject({ ...commonSchema, cidr, regionCode: word, name: name.optional() }),
    rules: { ...commonRules, cidr: "replace", regionCode: "replace", name: "update" },
    resets: {},
    timeouts: networkTimeouts,
    whenOmitted: {},
    hidden: [],
    replaceWhenUnknown: [],
    sameSpelling: { name: sameName, regionCode: sameCode, cidr: sameName },
    ready: {},
    constraints: () => [],
    nameOf: (args, fallback) => args.name ?? fallback,
    // The new one comes first and the old one goes last, so that services move over in place.
    mustDeleteFirst: () => false,
    argumentOutputs: ({ profile, adopt, onNameConflict }) => ({ profile, adopt, onNameConflict }),
    observe: (record) => ({
        values: { cidr: record.cidr, regionCode: record.regionCode, name: record.name },
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
                progress: title.replace("rename", "renaming"),
            },
        ];
    },
    handle: (project, vpcId) => ({
        lock: vpcId,
        read: ({ single = false, fresh }) => (single ? project.vpcs.get(vpcId) : project.vpcs.read(vpcId, { fresh })),
        until: (wait) => project.vpcs.until(vpcId, wait),
        async act({ args }) {
            await project.client.vpcs.rename({ projectId: project.id, vpcId, name: args["name"] as string });
            return {};
        },
        remove: () => project.client.vpcs.delete({ projectId: project.id, vpcId }),
        dependents: async () => [...(await servicesIn(project, vpcId)), ...(await peeringsOf(project, vpcId))],
        contents: () => peeringsOf(project, vpcId),
    }),
    createSpec: (project, args, vpcName) => vpcCreateSpec(project, args, vpcName),
    idOf: ({ id }) => id,
};

/** What is left of an interrupted `up` has the same name, network and region; a VPC may share its name with another. */
function vpcCreateSpec(
    project: Project,
    args: Pick<VpcArgs, "cidr" | "regionCode">,
    vpcName: string,
): CreateSpec<VpcObserved, VpcRecord> {
    const { client, id: projectId } = project;
    const { cidr: network, regionCode } = args;
    return {
        name: vpcName,
        key: JSON.stringify([vpcName, network, regionCode]),
        uniqueName: false,
        match: (vpc) => (sameName(network, vpc.cidr) && sameCode(regionCode, vpc.regionCode) ? "same" : "different"),
        label: `VPC ${JSON.stringify(vpcName)} with ${network} in ${regionCode}, project ${projectId}`,
        doing: "creating",
        inventory: project.inventory("vpcs", async () =>
            listingOf(await client.vpcs.list({ projectId }), ({ id, name: called }) => ({
                id,
                name: called,
                leaving: false,
            })),
        ),
        create: () => client.vpcs.create({ projectId, cidr: network, regionCode, name: vpcName }),
        idIn: ({ id }) => id,
        effect: {},
        valuesFromAnswer: () => ({}),
        retryUntilBackup: false,
    };
}

async function servicesIn({ client, id: projectId }: Project, vpcId: string): Promise<Dependent[]> {
    const attached = (await client.services.list({ projectId })).filter(
        (service) => service.vpcEndpoint?.vpcId === vpcId,
    );
    return attached.map(({ name: called, serviceId, status }) => ({
        label: `service ${called} (${serviceId})`,
        leaving: isLeaving(status),
    }));
}

/** The peerings of a VPC: they cannot outlive it, whoever has made them. */
async function peeringsOf(project: Project, vpcId: string): Promise<Dependent[]> {
    const { client, id: projectId } = project;
    const peerings = await listUnder(client.peerings.list({ projectId, vpcId }), () =>
        project.vpcs.read(vpcId, { fresh: true }),
    );
    return complete(peerings).map((peering) => ({
        label: `peering ${vpcId}/${peering.id}`,
        leaving: isPeeringLeaving(peering),
    }));
}
