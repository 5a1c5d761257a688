import { z } from "zod";
import type { ServiceRecord, VpcRecord } from "../../api";
import { fromTo, makeCall, withoutRecord, type CallsIn } from "../step";
import type { Dependent } from "../definition";
import { defineResource } from "../defineResource";
import type { Project } from "../project";
import { sameCode, sameName } from "../spelling";
import { matchAll, shows } from "../creation/createSpec";
import { commonRules, commonSchema, cidr, labelOf, name, overlap, word } from "./fields";
import { readerClient, networkTimeouts, isLeaving, serviceCondition, serviceReader, vpcReader } from "./records";
import { knownRegions } from "../../../shared/regions";
import { quoted } from "../../../shared/visible";
const vpcSchema = z.strictObject({ ...commonSchema, cidr, regionCode: word, name: name.optional() });
export type VpcArgs = z.infer<typeof vpcSchema>;

export interface VpcObserved {
    cidr: string;
    regionCode: string;
    name: string;
    projectId: string;
}

export const vpcDefinition = defineResource<VpcArgs, VpcObserved, VpcRecord, VpcCalls>({
    type: "Vpc",
    noun: "VPC",
    schema: vpcSchema,
    rules: { ...commonRules, cidr: "replace", regionCode: "replace", name: "update" },
    timeouts: networkTimeouts,
    records: {
        sameSpelling: { regionCode: sameCode, cidr: sameName },
        identity: { regionCode: sameCode, cidr: sameName },
    },
    naming: {
        // They may share a name.
        mustDeleteFirst: () => false,
        distinguishing: ({ projectId, regionCode, cidr }) => ({ projectId, regionCode, cidr }),
    },
    observe: ({ cidr, regionCode, name }) => ({
        values: { cidr, regionCode, name, projectId: undefined },
        condition: "settled",
        status: undefined,
    }),
    plan({ name: current }, { name }) {
        if (name == null || name === current) return [];
        const names = fromTo(current && quoted(current), quoted(name));
        const [title, progress] = [`rename ${names}`, `renaming ${names}`];
        return [{ call: "rename", args: { name }, effect: { name }, title, progress }];
    },
    clientFor: (project, vpcId) => ({
        ...readerClient(vpcReader(project), vpcId),
        act: (step) => makeCall(calls(project, vpcId), step),
        remove: () => project.client.vpcs.delete({ projectId: project.id, vpcId }),
        attached: () => servicesIn(project, vpcId),
    }),
    creation: {
        // VPCs may share a name, so what an interrupted `up` has left is recognised by name, CIDR and region.
        spec: ({ client, id: projectId }, { cidr: network, regionCode }, ownName) => ({
            name: ownName,
            recognition: {
                nameOf: (vpc) => vpc.name,
                match: (vpc) =>
                    matchAll(shows(network, vpc.cidr, sameName), shows(regionCode, vpc.regionCode, sameCode)),
                key: JSON.stringify([ownName, network, regionCode]),
                uniqueName: false,
            },
            label: `VPC ${quoted(ownName)} with ${network} in ${regionCode}, project ${projectId}`,
            progress: "creating",
            neighbours: {
                planned: { id: "", name: ownName, cidr: network, regionCode },
                misfit(others) {
                    const overlapping = others.flatMap(({ record: { cidr = "" }, who }) =>
                        overlap(network, cidr) ? [`${cidr} of ${who}`] : [],
                    );
                    if (overlapping.length === 0) return undefined;
                    const all = overlapping.join(", ");
                    return (
                        `\`cidr\`: ${network} overlaps ${all}. VPCs that overlap cannot be peered with the same network, and an API may refuse them. ` +
                        "If that matters, choose another network now: a later change replaces the VPC."
                    );
                },
            },
            create: () => client.vpcs.create({ projectId, cidr: network, regionCode, name: ownName }),
        }),
        list: ({ client, id: projectId }) => client.vpcs.list({ projectId }),
        knownCodes: { regionCode: knownRegions },
    },
    recordId: ({ id }) => id,
});

type VpcCalls = CallsIn<ReturnType<typeof calls>>;

const calls = ({ client, id: projectId }: Project, vpcId: string) => ({
    rename: ({ name }: { name: string }) => withoutRecord(client.vpcs.rename({ projectId, vpcId, name })),
});

/** A list may show for a while what has just been detached or deleted. */
async function servicesIn(project: Project, vpcId: string): Promise<Dependent[]> {
    const { records } = await project.client.services.list({ projectId: project.id });
    const reader = serviceReader(project);
    const isIn = (service: ServiceRecord | undefined) =>
        service?.vpcEndpoint?.vpcId === vpcId && serviceCondition(service.status) !== "gone";
    const own = await Promise.all(records.filter(isIn).map(({ serviceId }) => reader.get(serviceId)));
    return own.flatMap((service) =>
        service === undefined || !isIn(service)
            ? []
            : {
                  label: `service ${labelOf(service.name, service.serviceId)}`,
                  isDeleting: isLeaving(service.status),
                  isAttached: true,
              },
    );
}
