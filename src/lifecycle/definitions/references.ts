import type { Problem } from "../definition";
import type { Project } from "../project";
import { sameCode } from "../spelling";
import { isLeaving } from "./service/observe";

/** Whether the VPC that `vpcId` names exists, in the region that `regionCode` names, if it is given. */
export async function vpcProblems(
    project: Project,
    { vpcId, regionCode }: { readonly vpcId?: string | null; readonly regionCode?: string },
): Promise<Problem[]> {
    if (vpcId == null || project.hasCreated(vpcId)) return [];
    const vpc = await project.vpcs.read(vpcId, { fresh: false });
    if (vpc === undefined) return [{ property: "vpcId", reason: `There is no VPC ${vpcId} in project ${project.id}.` }];
    if (regionCode === undefined || sameCode(vpc.regionCode, regionCode)) return [];
    const reason = `VPC ${vpcId} is in region ${vpc.regionCode}, and the service is to be in ${regionCode}.`;
    return [{ property: "vpcId", reason }];
}

/** How far the clock of this machine may be behind the API's, in milliseconds. */
const clockTolerance = 60_000;

/** Whether a moment to recover is one that has been. @param property - the argument that names it. */
export function momentProblems({ clock }: Project, moment: string | undefined, property: string): Problem[] {
    if (moment === undefined || Date.parse(moment) <= clock.now() + clockTolerance) return [];
    return [
        { property, reason: `${moment} is in the future: a fork can only have the data of a moment that has been.` },
    ];
}

/** Whether a parent service exists. @param property - the argument that names it. */
export async function parentProblems(
    project: Project,
    serviceId: string | undefined,
    property: string,
): Promise<Problem[]> {
    if (serviceId === undefined || project.hasCreated(serviceId)) return [];
    const service = await project.services.read(serviceId, { fresh: false });
    if (service === undefined)
        return [{ property, reason: `There is no service ${serviceId} in project ${project.id}.` }];
    if (!isLeaving(service.status)) return [];
    const next = "Once it is gone, run `pulumi refresh`; the next `pulumi up` then goes on.";
    return [{ property, reason: `Service ${serviceId} is being deleted. ${next}` }];
}
