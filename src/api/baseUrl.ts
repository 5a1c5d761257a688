import { isIPv4 } from "node:net";

export interface BaseUrl {
    /** Scheme, host and port. */
    readonly origin: string;
    /** The path up to and without the slash that every endpoint's path begins with. */
    readonly path: string;
}

const isLoopback = (hostname: string) =>
    hostname === "localhost" || hostname === "[::1]" || (isIPv4(hostname) && hostname.startsWith("127."));

/**
 * Reads the API's base address, for example `https://api.example.com/v1`.
 *
 * @throws TypeError - with what is wrong and how it should be. The address is shown only where no secret can be in it.
 */
export function parseBaseUrl(text: string, { allowInsecureHttp = false } = {}): BaseUrl {
    if (!URL.canParse(text)) throw new TypeError("The base address is no URL; it should look like https://HOST/v1.");
    const url = new URL(text);
    if (url.protocol !== "https:" && url.protocol !== "http:") {
        throw new TypeError(`The base address must begin with https://, not with ${url.protocol}.`);
    }
    if (url.username !== "" || url.password !== "") {
        throw new TypeError("The base address must not hold a user name or a password; the API key is given apart.");
    }
    const shown = `${url.origin}${url.pathname}`;
    if (text.includes("?") || text.includes("#")) {
        throw new TypeError(`The base address must end with its path: ${shown} is followed by a query or a fragment.`);
    }
    if (!url.pathname.split("/").some((segment) => /^v\d+$/.test(segment))) {
        throw new TypeError(`The base address must carry the API's version, as in https://HOST/v1; ${shown} does not.`);
    }
    if (url.protocol === "http:" && !allowInsecureHttp && !isLoopback(url.hostname)) {
        throw new TypeError(
            `The base address ${shown} would send the API key unencrypted. ` +
                "Use https://, or allow it explicitly with allowInsecureHttp.",
        );
    }
    return { origin: url.origin, path: url.pathname.replace(/\/+$/, "") };
}
