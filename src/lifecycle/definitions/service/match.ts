import type { ServiceRecord } from "../../../api";
import { sameCode } from "../../spelling";
import type { Match } from "../../creation/createSpec";
import type { ServiceArgs } from "./args";
import { isKnownType, typesOf } from "./types";

/** Whether a record shows the requested region, type and parent, which no later call can change. */
export function matchService({ regionCode, addons, forkFrom }: ServiceArgs, record: ServiceRecord): Match {
    if (regionCode !== undefined && !sameCode(regionCode, record.regionCode)) return "different";
    const parent = record.forkedFrom?.serviceId;
    if (forkFrom !== undefined)
        return parent === undefined ? "unclear" : parent === forkFrom.serviceId ? "same" : "different";
    if (parent !== undefined) return "different";
    if (addons === undefined || typesOf(addons).includes(record.serviceType)) return "same";
    return isKnownType(record.serviceType) ? "different" : "unclear";
}

/** Whether the record shows the requested size, where it shows one. A shared size has no numbers. */
export function sizeAsMade({ cpuMillis, memoryGbs }: ServiceArgs, { resources }: ServiceRecord): boolean {
    const shows = (field: "cpuMillis" | "memoryGbs", wanted: number | "shared" | undefined) =>
        typeof wanted !== "number" ||
        resources.every(({ spec }) => spec?.[field] === undefined || spec[field] === wanted);
    return shows("cpuMillis", cpuMillis) && shows("memoryGbs", memoryGbs);
}
