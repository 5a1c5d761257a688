/** The machine's word for what went wrong (`ECONNREFUSED`, `UND_ERR_HEADERS_TIMEOUT`), if it has one. */
export function faultCode(cause: unknown): string {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    return typeof code === "string" ? code : "";
}

/** What happened, in the words of whoever noticed. */
export function faultText(cause: unknown): string {
    if (!(cause instanceof Error)) return "the connection failed";
    // Where all addresses of a host fail, the words are in the errors within.
    const within = cause instanceof AggregateError ? cause.errors.map(faultText) : [];
    return cause.message || within.join("; ") || faultCode(cause) || cause.name;
}

export const isTooLong = (cause: unknown): boolean => faultCode(cause) === "UND_ERR_RES_EXCEEDED_MAX_SIZE";

const permanent = [
    /CERT|SSL|TLS|UNABLE_TO_|^EPROTO$/, // a certificate that is not trusted now will not be in a second
    /^HPE_(?!INVALID_EOF)/, // what answers does not speak HTTP
    /OVERFLOW/,
    /INVALID_ARG/, // a mistake of ours
];

/** Whether trying again is known to be of no use. */
export const isPermanent = (cause: unknown): boolean =>
    isTooLong(cause) || permanent.some((pattern) => pattern.test(faultCode(cause)));
