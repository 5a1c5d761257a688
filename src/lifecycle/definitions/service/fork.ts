import type { Project } from "../../project";
import type { ServiceArgs } from "./args";
import { observeService } from "./observe";

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
    const record = await project.services.read(forkFrom.serviceId, { fresh: false });
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
