import { isIPv4 } from "node:net";

export interface BaseUrl {
    /** Scheme, host and port. */
    readonly origin: string;
    /** The path, without a trailing slash. */
    readonly path: string;
}

const isLoopback = (hostname: string) =>
    hostname === "localhost" || hostname === "[::1]" || (isIPv4(hostname) && hostname.startsWith("127."));

/**
 * Parses the API's base URL, for example `https://api.example.com/v1`.
 *
 * @throws TypeError - if it is invalid. The message shows the URL only if it cannot contain a secret.
 */
export function parseBaseUrl(text: string, { allowInsecureHttp = false } = {}): BaseUrl {
    if (!URL.canParse(text)) throw new TypeError("The base address is not a URL; it should look like https://HOST/v1.");
    const url = new URL(text);
    if (url.protocol !== "https:" && url.protocol !== "http:") {
        throw new TypeError(`The base address must begin with https://, not with ${url.protocol}.`);
    }
    if (url.username !== "" || url.password !== "") {
        throw new TypeError(
            "The base address must not contain a user name or a password; the API key is a separate setting.",
        );
    }
    const shown = `${url.origin}${url.pathname}`;
    if (text.includes("?") || text.includes("#")) {
        throw new TypeError(`The base address must end with its path: ${shown} is followed by a query or a fragment.`);
    }
    if (!url.pathname.split("/").some((segment) => /^v\d+$/.test(segment))) {
        throw new TypeError(
            `The base address must include the API's version, as in https://HOST/v1; ${shown} does not.`,
        );
    }
    if (url.protocol === "http:" && !allowInsecureHttp && !isLoopback(url.hostname)) {
        throw new TypeError(
            `The base address ${shown} would send the API key unencrypted. ` +
                "Use https://, or allow it explicitly with allowInsecureHttp.",
        );
    }
    return { origin: url.origin, path: url.pathname.replace(/\/+$/, "") };
}
