import type { ServiceRecord } from "../../../api";
import type { Match } from "../../creation/createSpec";
import { sameCode } from "../../spelling";
import { environmentOf } from "../environment";
import type { ServiceArgs } from "./args";
import { serviceCondition } from "./status";
import { isKnownType, typesOf } from "./types";

/** The environment of a service that is created without one. */
const defaultEnvironment = "DEV";

/** Whether a record shows everything that the create call says, and nothing that it does not say. */
export function matchService(args: ServiceArgs, record: ServiceRecord): Match {
    const fixed = matchFixed(args, record);
    if (fixed !== "same") return fixed;
    const wanted = args.environment;
    const environment = environmentOf(record.metadata?.environment) ?? wanted ?? defaultEnvironment;
    // While it is being created, a record may not show all of it yet.
    if ((wanted !== undefined && environment !== wanted) || !showsSize(args, record))
        return serviceCondition(record.status) === "busy" ? "unclear" : "different";
    // Nobody here has asked for that, unless it is the API's default.
    const isStrange = wanted === undefined && environment !== defaultEnvironment;
    return isStrange || !showsReplicas(args, record) ? "unclear" : "same";
}

/** Whether a record shows the requested region, type and parent, which no later call can change. */
function matchFixed({ regionCode, addons, forkFrom }: ServiceArgs, record: ServiceRecord): Match {
    if (regionCode !== undefined && !sameCode(regionCode, record.regionCode)) return "different";
    const parent = record.forkedFrom?.serviceId;
    if (forkFrom !== undefined)
        return parent === undefined ? "unclear" : parent === forkFrom.serviceId ? "same" : "different";
    if (parent !== undefined) return "different";
    if (typesOf(addons ?? []).includes(record.serviceType)) return "same";
    return isKnownType(record.serviceType) ? "different" : "unclear";
}

/** Whether the record shows the requested size, where it shows one. A shared size has no numbers. */
function showsSize({ cpuMillis, memoryGbs }: ServiceArgs, { resources }: ServiceRecord): boolean {
    const shows = (field: "cpuMillis" | "memoryGbs", wanted: number | "shared" | undefined) =>
        typeof wanted !== "number" ||
        resources.every(({ spec }) => spec?.[field] === undefined || spec[field] === wanted);
    return shows("cpuMillis", cpuMillis) && shows("memoryGbs", memoryGbs);
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
