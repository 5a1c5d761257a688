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

/** A certificate that is not trusted now will not be in a second; an answer that is too long does not shrink. */
export const isPermanent = (cause: unknown): boolean =>
    /CERT|SSL|TLS|UNABLE_TO_|EXCEEDED_MAX_SIZE|OVERFLOW|INVALID_ARG|ABORT|DEADLINE/.test(faultCode(cause));
