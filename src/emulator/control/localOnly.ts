import type { Context } from "hono";
import { Refusal } from "../core/refusal";
import { hostOf, isLoopback } from "../http/loopback";

const refused = (message: string) => new Refusal(403, "CONTROL_REFUSED", message);

/**
 * Lets only programs of this machine in: where others could reach the address there is no control at all; a name that has
 * been made to lead here, and a web page that sends requests here, are known by what the browser says.
 */
export function assertLocal(c: Context, listeningOn: string): void {
    if (!isLoopback(listeningOn)) throw refused("Control is only there on a loopback address.");
    if (!isLoopback(hostOf(c.req.header("host") ?? "")))
        throw refused("Control takes only requests to a loopback name.");
    if (c.req.header("origin") !== undefined) throw refused("Control takes no requests from web pages.");
}
