/** The values of libpq's `sslmode`. */
export const sslModes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"] as const;
export type SslMode = (typeof sslModes)[number];

export interface ConnectionParts {
    readonly endpoint: { readonly host: string; readonly port?: number };
    readonly user: string;
    readonly password: string;
    readonly database: string;
    readonly sslmode: SslMode;
}

/** A connection string in libpq's URI form: `postgresql://user:password@host:port/database?sslmode=require`. */
export function connectionUrl({ endpoint, user, password, database, sslmode }: ConnectionParts): string {
    const { host, port } = endpoint;
    // An IPv6 address needs brackets, and the `%` of a zone id has to be encoded.
    const address = host.includes(":") && !host.startsWith("[") ? `[${host.replace("%", "%25")}]` : host;
    const authority = port === undefined ? address : `${address}:${port}`;
    return `postgresql://${encode(user)}:${encode(password)}@${authority}/${encodePath(database)}?sslmode=${sslmode}`;
}

/** Percent-encodes also the reserved characters that encodeURIComponent leaves, some of which are special in a shell. */
const encode = (text: string): string =>
    encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);

/** Encodes the database's name, except the characters allowed in a path: some parsers do not decode reserved ones there. */
const encodePath = (text: string): string =>
    encode(text).replace(/%(?:2F|3A|3B|40|26|3D|2B|24|2C)/g, decodeURIComponent);

/** The reason why a value cannot be part of a connection string. */
export function unfit(text: unknown): string | undefined {
    if (typeof text !== "string") return "must be a string";
    if (text === "") return "must not be empty";
    if (text.includes("\0")) return "must not contain a NUL character";
    // An unpaired surrogate has no UTF-8 encoding.
    return /\p{Surrogate}/u.test(text) ? "must be well-formed Unicode" : undefined;
}
