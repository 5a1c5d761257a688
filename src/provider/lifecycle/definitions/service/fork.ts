import type { ServiceRecord } from "../../../api";
import type { Project } from "../../project";
import { serviceReader } from "../records";
import type { ServiceArgs } from "./args";
import { forkMarkOf } from "./forkName";
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
