import type { z } from "zod";
import type { ConnectionPooler } from "../../api/schemas";
import { poolerAddress } from "./addresses";

type PoolerRecord = z.output<typeof ConnectionPooler>;

export const poolerOf = (row: { id: string; pooler: boolean }, projectId: string): PoolerRecord | undefined =>
    row.pooler ? { endpoint: poolerAddress(row.id, projectId) } : undefined;
