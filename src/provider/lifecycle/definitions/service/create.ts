import type { ServiceRecord } from "../../../api";
import { matchAll, shows, type Match, type CreateSpec } from "../../creation/createSpec";
import { sameCode } from "../../spelling";
import { obstacleIn, serviceCondition, serviceReader, timeOf } from "../records";
import { type ServiceArgs, typesOf, sizeArgs } from "./args";
import { forkMarkOf } from "./forkName";
import { isAmount } from "../compute";
import { observeService, sizeIn, type ServiceObserved } from "./observe";
import type { Project } from "../../project";
import { present, type Effect } from "../../step";
import { quoted } from "../../../../shared/visible";

/** The environment of a service that is created without one. */
const defaultEnvironment = "DEV";

/** Whether a record shows everything that the create call says, and nothing that it does not say. */
export function matchService(args: ServiceArgs, record: ServiceRecord): Match {
    const fixed = matchFixed(args, record);
    if (fixed !== "same") return fixed;
    const wanted = args.environment;
    const environment = record.metadata?.environment ?? wanted ?? defaultEnvironment;
    // While it is being created, a record may not show all of it yet.
    if ((wanted !== undefined && environment !== wanted) || !showsSize(args, record))
        return ["busy", "unclear"].includes(serviceCondition(record.status)) ? "unclear" : "different";
    // Nobody here has asked for that, unless it is the API's default.
    const isStrange = wanted === undefined && environment !== defaultEnvironment;
    return isStrange || !showsReplicas(args, record) ? "unclear" : "same";
}

/** Whether a record shows the requested region, type and parent, which no later call can change. */
function matchFixed({ regionCode, addons = [], forkFrom }: ServiceArgs, record: ServiceRecord): Match {
    const { forkedFrom, serviceType } = record;
    return matchAll(
        regionCode === undefined || shows(regionCode, record.regionCode, sameCode),
        forkFrom ? shows(forkFrom.serviceId, forkedFrom?.serviceId) : forkedFrom?.serviceId === undefined,
        // The contract does not say which addons make which type.
        forkFrom !== undefined || typesOf(addons).includes(serviceType ?? "") || undefined,
    );
}

/** Whether the record shows the requested size, where it shows one. A shared size has no numbers. */
function showsSize(args: ServiceArgs, record: ServiceRecord): boolean {
    const { cpuMillis = "shared", memoryGbs = "shared" } = args;
    const shown = sizeIn(record, args);
    return isAmount(cpuMillis, shown?.cpuMillis) && isAmount(memoryGbs, shown?.memoryGbs);
}

/** Whether the record shows the HA replicas of the creation, or those that the program asks for: later calls set some of them. */
function showsReplicas(args: ServiceArgs, { haReplicas }: ServiceRecord): boolean {
    const { replicaCount = 0, syncReplicaCount = 0, forkFrom } = args;
    const shown = haReplicas?.replicaCount ?? replicaCount;
    const sync = haReplicas?.syncReplicaCount ?? 0;
    return (
        (shown === replicaCount || (shown === 0 && forkFrom !== undefined)) && (sync === 0 || sync === syncReplicaCount)
    );
}

/** Creates or forks a service. HA of a fork, synchronous replicas, pooler, VPC, password and pause are steps that follow. */
export function serviceCreateSpec(
    project: Project,
    args: ServiceArgs,
    name: string,
): CreateSpec<ServiceObserved, ServiceRecord> {
    const { forkFrom } = args;
    const setsPassword = args.password !== undefined || args.generatePassword === true;
    return {
        name,
        recognition: {
            nameOf: (record) => record.name,
            match: (record) => matchService(args, record),
            createdAt: ({ created }) => timeOf(created),
        },
        label: `service ${quoted(name)} in project ${project.id}`,
        progress: forkFrom ? "forking" : "creating",
        create: () => (forkFrom ? fork(project, args, forkFrom, name) : createService(project, args, name)),
        effect: createdEffect(args),
        answer: {
            values: (shown, isProven) => ({
                ...passwordFrom(shown?.initialPassword, isProven),
                ...(forkFrom ? { forkFrom } : { addons: args.addons ?? [] }),
            }),
            lost: (shown) =>
                setsPassword || shown?.initialPassword !== undefined
                    ? undefined
                    : "its initial password was in the lost response. Set `generatePassword: true` or `password` to have a new one",
            leftUndone: setsPassword
                ? "its password was not changed. If it is yours, run `pulumi up` again to set the password"
                : undefined,
        },
        ...(forkFrom && { obstacle: () => obstacleIn(project, forkFrom.serviceId) }),
    };
}

/** A password that is lost is set anew, but only on what is certain to be this service. */
function passwordFrom(initialPassword: string | undefined, isProven: boolean): Partial<ServiceObserved> {
    if (initialPassword !== undefined) return { initialPassword, password: initialPassword, passwordOrigin: "initial" };
    return isProven ? { passwordOrigin: "lost" } : {};
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

function createdEffect(args: ServiceArgs): Effect<ServiceObserved> {
    const { cpuMillis, memoryGbs, environment, replicaCount, forkFrom } = args;
    return {
        endpoint: present,
        ...(cpuMillis == null ? {} : { cpuMillis }),
        ...(memoryGbs == null ? {} : { memoryGbs }),
        ...(environment == null ? {} : { environment }),
        ...(replicaCount && !forkFrom ? { replicaCount } : {}),
    };
}

/** Empty where there are none. */
const replicas = (count: number | undefined, kind: string): string =>
    count === undefined || count === 0 ? "" : `${count} ${kind} replica${count === 1 ? "" : "s"}`;

const list = (parts: readonly string[]): string => parts.join(", ").replace(/, ([^,]*)$/, " and $1");

/**
 * What a production service has, and the fork to be created from it would not have. A program that says `DEV` wants a copy for something
 * else. `given` names the arguments of the program.
 */
export async function forkWarning(
    project: Project,
    { forkFrom, environment }: Readonly<Partial<ServiceArgs>>,
    given: readonly string[],
): Promise<string | undefined> {
    if (forkFrom?.serviceId === undefined || environment === "DEV") return undefined;
    const record = await serviceReader(project).read(forkFrom.serviceId, { fresh: false });
    const parent = record && observeService(record, {}).values;
    if (parent?.environment !== "PROD") return undefined;
    const parts: readonly (readonly [argument: keyof ServiceArgs, part: string])[] = [
        ["environment", "environment PROD"],
        ["replicaCount", replicas(parent.replicaCount, "HA")],
        ["syncReplicaCount", replicas(parent.syncReplicaCount, "synchronous")],
        ["connectionPooler", parent.connectionPooler === true ? "the connection pooler" : ""],
        ["vpcId", parent.vpcId == null ? "" : "its VPC"],
    ];
    const lost = parts.filter(([argument, part]) => part !== "" && !given.includes(argument));
    if (lost.length === 0) return undefined;
    const them = lost.length === 1 ? "it" : "them";
    const dev = given.includes("environment") ? "" : ', or `environment: "DEV"` if it is not for production';
    return (
        `The fork of ${parent.name ?? "the service"} (${forkFrom.serviceId}) does not inherit ${list(lost.map(([, part]) => part))}: ` +
        `add ${list(lost.map(([key]) => `\`${key}\``))} to have ${them}${dev}.`
    );
}

/** That a fork which is to be adopted has a name for which `clouddb sweep` deletes it some day. It keeps what is PROD. */
export function sweepWarning(
    record: ServiceRecord,
    { environment }: Readonly<Partial<ServiceArgs>>,
): string | undefined {
    const mark = forkMarkOf(record);
    if (mark === undefined || (environment ?? record.metadata?.environment) === "PROD") return undefined;
    const { serviceId, name } = record;
    const [what, first] =
        mark.kind === "drill"
            ? ["the fork of a restore drill", "the drill deletes it at its end, and "]
            : ["a preview fork", ""];
    return (
        `Service ${serviceId} is ${what} by its name, ${name}, which cannot be changed: ${first}from ${new Date(mark.expiresAt).toISOString()} on, ` +
        `\`clouddb sweep --yes\` deletes it. To keep it, set \`environment: "PROD"\`, or give each sweep \`--keep ${serviceId}\` or the export ` +
        "of this stack (`--stack-export`)."
    );
}
