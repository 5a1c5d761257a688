// What a fault makes of a good answer on the wire: things that no framework sends on purpose.
import type { ServerResponse } from "node:http";
import type { Mishap } from "../core/faults";
import type { WireResponse } from "./answer";

type WireMishap = Extract<Mishap, { kind: "garbage" | "empty" | "truncate" | "slowBody" }>;

export const isWireMishap = (mishap: Mishap): mishap is WireMishap =>
    mishap.kind === "garbage" || mishap.kind === "empty" || mishap.kind === "truncate" || mishap.kind === "slowBody";

export async function faultySend(
    out: ServerResponse,
    { status, payload, headers }: WireResponse,
    mishap: WireMishap,
    sleep: (ms: number) => Promise<void>,
): Promise<void> {
    const bytes = Buffer.from(mishap.kind === "garbage" ? mishap.body : mishap.kind === "empty" ? "" : payload);
    out.writeHead(status, { ...headers, "content-length": bytes.length });
    switch (mishap.kind) {
        case "garbage":
        case "empty":
            out.end(bytes);
            return;
        case "truncate":
            await new Promise((sent) => out.write(bytes.subarray(0, Math.floor(bytes.length / 2)), sent));
            out.destroy();
            return;
        case "slowBody":
            out.flushHeaders();
            for (let from = 0; from < bytes.length; from += mishap.chunkBytes) {
                await sleep(mishap.ms);
                out.write(bytes.subarray(from, from + mishap.chunkBytes));
            }
            out.end();
    }
}
