import type { z } from "zod";
import type { ConnectionPooler } from "../../api/schemas";
import { poolerAddress } from "./addresses";
import type { Complete } from "./complete";

type PoolerRecord = Complete<z.output<typeof ConnectionPooler>>;

export const poolerOf = (row: { id: string; pooler: boolean }, projectId: string): PoolerRecord | undefined =>
    row.pooler ? { endpoint: poolerAddress(row.id, projectId) } : undefined;
