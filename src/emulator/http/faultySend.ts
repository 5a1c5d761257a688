// Faults that need the raw connection, because the framework cannot produce such responses.
import type { ServerResponse } from "node:http";
import type { FaultEffect } from "../core/faults";
import type { WireResponse } from "./answer";

type WireEffect = Extract<FaultEffect, { kind: "garbage" | "empty" | "truncate" | "slowBody" }>;

export const isWireEffect = (effect: FaultEffect): effect is WireEffect =>
    effect.kind === "garbage" || effect.kind === "empty" || effect.kind === "truncate" || effect.kind === "slowBody";

export async function faultySend(
    out: ServerResponse,
    { status, payload, headers }: WireResponse,
    effect: WireEffect,
    sleep: (ms: number) => Promise<void>,
): Promise<void> {
    const bytes = Buffer.from(effect.kind === "garbage" ? effect.body : effect.kind === "empty" ? "" : payload);
    out.writeHead(status, { ...headers, "content-length": bytes.length });
    switch (effect.kind) {
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
            for (let from = 0; from < bytes.length; from += effect.chunkBytes) {
                await sleep(effect.ms);
                out.write(bytes.subarray(from, from + effect.chunkBytes));
            }
            out.end();
    }
}
