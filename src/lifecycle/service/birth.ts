import type { ServiceRecord } from "../../api";
import type { Birth } from "../birth";
import { isLeaving } from "../condition";
import type { Project } from "../project";
import { listing } from "../roster";
import { present, type Effect } from "../step";
import type { ServiceArgs } from "./args";
import { matchService, sizeAsMade } from "./match";
import type { ServiceObserved } from "./observe";
import { sizeArgs } from "./sizeArgs";

/** A service is created, or forked from another one; HA of a fork, sync replicas, pooler, VPC, password and pause are steps. */
export function serviceBirth(project: Project, args: ServiceArgs, name: string): Birth<ServiceObserved, ServiceRecord> {
    const { client, id: projectId } = project;
    const { forkFrom } = args;
    return {
        name,
        key: name,
        uniqueName: true,
        match: (record) => matchService(args, record),
        asMade: (record) => sizeAsMade(args, record),
        label: `service ${JSON.stringify(name)} in project ${projectId}`,
        doing: forkFrom ? "forking" : "creating",
        roster: project.roster("services", async () =>
            listing(await client.services.list({ projectId }), (one) => ({
                id: one.serviceId,
                name: one.name,
                leaving: isLeaving(one.status),
            })),
        ),
        make: () => (forkFrom ? fork(project, args, forkFrom, name) : createService(project, args, name)),
        idIn: ({ serviceId }) => serviceId,
        effect: birthEffect(args),
        learned: ({ initialPassword }) => ({
            ...(initialPassword === undefined ? {} : { initialPassword, password: initialPassword }),
            passwordOrigin: initialPassword === undefined ? "lost" : "initial",
            ...(forkFrom ? { forkFrom } : { addons: args.addons ?? [] }),
        }),
        refusedForAWhile: forkFrom != null,
    };
}

const createService = ({ client, id: projectId }: Project, args: ServiceArgs, name: string) =>
    client.services.create({
        projectId,
        name,
        ...(args.addons ? { addons: [...args.addons] } : {}),
        ...sizeArgs(args),
        ...(args.environment ? { environmentTag: args.environment } : {}),
        ...(args.regionCode ? { regionCode: args.regionCode } : {}),
        ...(args.replicaCount ? { replicaCount: args.replicaCount } : {}),
    });

const fork = (
    { client, id: projectId }: Project,
    args: ServiceArgs,
    { serviceId, strategy, targetTime }: NonNullable<ServiceArgs["forkFrom"]>,
    name: string,
) =>
    client.services.fork({
        projectId,
        serviceId,
        forkStrategy: strategy,
        ...(targetTime === undefined ? {} : { targetTime }),
        name,
        ...sizeArgs(args),
        ...(args.environment ? { environmentTag: args.environment } : {}),
    });

function birthEffect({
    cpuMillis,
    memoryGbs,
    environment,
    replicaCount,
    forkFrom,
}: ServiceArgs): Effect<ServiceObserved> {
    return {
        endpoint: present,
        ...(cpuMillis == null ? {} : { cpuMillis }),
        ...(memoryGbs == null ? {} : { memoryGbs }),
        ...(environment == null ? {} : { environment }),
        ...(replicaCount && !forkFrom ? { replicaCount } : {}),
    };
}
