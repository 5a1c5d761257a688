import type { Endpoint } from "./common";

/** How the connection is encrypted, in libpq's words. */
export const sslModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
export type SslMode = (typeof sslModes)[number];

export interface ConnectionParts {
    readonly endpoint: Endpoint;
    readonly user: string;
    readonly password: string;
    readonly database: string;
    readonly sslmode: SslMode;
}

/**
 * A connection string as a URI, `postgresql://user:password@host:port/database?sslmode=require`, which libpq and everything
 * after it reads.
 */
export function connectionUrl({ endpoint, user, password, database, sslmode }: ConnectionParts): string {
    const { host, port } = endpoint;
    // An IPv6 address has colons of its own, and may name a zone after a percent sign.
    const address = host.includes(":") && !host.startsWith("[") ? `[${host.replace("%", "%25")}]` : host;
    const place = port === undefined ? address : `${address}:${port}`;
    return `postgresql://${encode(user)}:${encode(password)}@${place}/${encodePath(database)}?sslmode=${sslmode}`;
}

/** What encodeURIComponent leaves alone is reserved as well, and some of it means something to a shell. */
const encode = (text: string): string =>
    encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Everything up to the `?` is the database's name. What may stand in a path as it is stays so: some readers decode a path only
 * as far as its reserved characters.
 */
const encodePath = (text: string): string =>
    encode(text).replace(/%(?:2F|3A|3B|40|26|3D|2B|24|2C)/g, decodeURIComponent);

/** Why a text cannot be in a connection string, however it is written. */
export function unfit(text: unknown): string | undefined {
    if (typeof text !== "string") return "must be a string";
    if (text === "") return "must not be empty";
    if (text.includes("\0")) return "must not contain a NUL character";
    // Half of a surrogate pair has no UTF-8.
    return /\p{Surrogate}/u.test(text) ? "must be well-formed Unicode" : undefined;
}
