// The proxy that the environment names for an origin. For which hosts NO_PROXY excludes it, undici decides.
import { isIPv4 } from "node:net";

export interface Proxy {
    /** With the credentials. */
    readonly url: string;
    /** For errors: which variable sends requests where, without the credentials. */
    readonly told: string;
    /** The password in the URL. */
    readonly password: string | undefined;
}

export const isLoopback = (hostname: string) =>
    hostname === "localhost" || hostname === "[::1]" || (isIPv4(hostname) && hostname.startsWith("127."));

/**
 * Undefined without one, and for what is on this machine, where no proxy can reach it.
 *
 * @throws TypeError - if the variable is no URL; without its value, which may contain a password.
 */
export function proxyOf(origin: string, environment: NodeJS.ProcessEnv = process.env): Proxy | undefined {
    const { protocol, hostname } = new URL(origin);
    if (isLoopback(hostname)) return undefined;
    const isSet = (name: string) => (environment[name] ?? "") !== "";
    const variable = (protocol === "https:" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"]).find(
        isSet,
    );
    const text = variable && environment[variable];
    if (text === undefined) return undefined;
    const url = text.includes("://") ? text : `http://${text}`;
    const parsed = parse(url);
    if (parsed === undefined) throw new TypeError(`${variable} is not the URL of a proxy, such as http://HOST:3128.`);
    const { origin: shown, password } = parsed;
    const excluding = ["no_proxy", "NO_PROXY"].find(isSet);
    const except = excluding === undefined ? "" : `, except to the hosts of ${excluding}: ${environment[excluding]}`;
    const told = `${variable} sends requests through the proxy ${shown}${except}`;
    return { url, told, password: password === "" ? undefined : password };
}

/** Undefined if it is no URL, or its user or password has a `%` that encodes nothing. */
function parse(url: string): { readonly origin: string; readonly password: string } | undefined {
    try {
        const { origin, username, password } = new URL(url);
        decodeURIComponent(username);
        return { origin, password: decodeURIComponent(password) };
    } catch {
        return undefined;
    }
}
