import type { Context } from "hono";
import { Refusal } from "../core/refusal";
import { hostOf, isLoopback } from "../http/loopback";

const refused = (message: string) => new Refusal(403, "CONTROL_REFUSED", message);

/**
 * Rejects requests that do not come from a local program: any request if the emulator listens on a reachable address,
 * and those of browsers, including DNS rebinding, by their `Host` and `Origin` headers.
 */
export function assertLocal(c: Context, listeningOn: string): void {
    if (!isLoopback(listeningOn)) throw refused("Control is only available on a loopback address.");
    if (!isLoopback(hostOf(c.req.header("host") ?? "")))
        throw refused("Control accepts only requests to a loopback name.");
    if (c.req.header("origin") !== undefined) throw refused("Control accepts no requests from web pages.");
}
