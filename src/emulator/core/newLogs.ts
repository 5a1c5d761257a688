import { z } from "zod";
import type { ServiceRow } from "./rows/service";

export const NewLogs = z.array(
    z.strictObject({
        message: z.string(),
        severity: z.string().default("LOG"),
        /** Milliseconds since the epoch. Default: now. */
        at: z.number().optional(),
        node: z.int().min(0).default(0),
    }),
);

export function addLogs(service: ServiceRow, lines: z.input<typeof NewLogs>, now: number): void {
    service.logs.push(...NewLogs.parse(lines).map((line) => ({ ...line, at: line.at ?? now })));
}
