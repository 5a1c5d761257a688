import type { ServiceRecord } from "../../../api";
import type { CreateSpec } from "../../creation/createSpec";
import { isLeaving } from "./status";
import type { Project } from "../../project";
import { listingOf } from "../../creation/inventory";
import { present, type Effect } from "../../step";
import type { ServiceArgs } from "./args";
import { matchService } from "./match";
import type { ServiceObserved } from "./observe";
import { sizeArgs } from "./sizeArgs";

/** Creates or forks a service. HA of a fork, synchronous replicas, pooler, VPC, password and pause are steps that follow. */
export function serviceCreateSpec(
    project: Project,
    args: ServiceArgs,
    name: string,
): CreateSpec<ServiceObserved, ServiceRecord> {
    const { client, id: projectId } = project;
    const { forkFrom } = args;
    return {
        name,
        key: name,
        match: (record) => matchService(args, record),
        createdAt: ({ created }) => timeOf(created),
        label: `service ${JSON.stringify(name)} in project ${projectId}`,
        progress: forkFrom ? "forking" : "creating",
        inventory: project.inventory("services", async () =>
            listingOf(await client.services.list({ projectId }), (one) => ({
                id: one.serviceId,
                name: one.name,
                leaving: isLeaving(one.status),
            })),
        ),
        create: () => (forkFrom ? fork(project, args, forkFrom, name) : createService(project, args, name)),
        effect: createdEffect(args),
        valuesFromAnswer: (answer, isProven) => ({
            ...passwordFrom(answer?.initialPassword, isProven),
            ...(forkFrom ? { forkFrom } : { addons: args.addons ?? [] }),
        }),
        retryUntilBackup: forkFrom != null,
    };
}

/** A password that is lost is set anew, but only on what is certain to be this service. */
function passwordFrom(initialPassword: string | undefined, isProven: boolean): Partial<ServiceObserved> {
    if (initialPassword !== undefined) return { initialPassword, password: initialPassword, passwordOrigin: "initial" };
    return isProven ? { passwordOrigin: "lost" } : {};
}

/** Milliseconds since the epoch; undefined where it is no date. */
function timeOf(date: string): number | undefined {
    const time = Date.parse(date);
    return Number.isNaN(time) ? undefined : time;
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

function createdEffect({
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
