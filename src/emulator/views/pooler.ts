import type { z } from "zod";
import type { ConnectionPooler } from "../../api/schemas";
import type { Quirks } from "../core/quirks";
import { poolerAddress } from "./addresses";

type PoolerRecord = z.output<typeof ConnectionPooler>;

/** The record's pooler; what stands there while it is off is not in the contract. */
export function poolerOf(
    row: { id: string; pooler: boolean },
    projectId: string,
    quirks: Quirks,
): PoolerRecord | undefined {
    if (row.pooler) return { endpoint: poolerAddress(row.id, projectId) };
    switch (quirks.poolerOff) {
        case "absent":
            return undefined;
        case "empty":
            return {};
        case "null":
            return null as unknown as undefined;
    }
}
