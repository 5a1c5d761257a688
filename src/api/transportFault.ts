import { types } from "node:util";

/** Unlike `instanceof`, this knows an error that was made elsewhere (in another context of the same process). */
const isError = (value: unknown): value is Error & { code?: unknown; errors?: unknown } => types.isNativeError(value);

/** The machine's word for what went wrong (`ECONNREFUSED`, `UND_ERR_HEADERS_TIMEOUT`), if it has one. */
export function faultCode(cause: unknown): string {
    return isError(cause) && typeof cause.code === "string" ? cause.code : "";
}

/** What happened, in the words of whoever noticed. */
export function faultText(cause: unknown): string {
    if (!isError(cause)) return "the connection failed";
    // Where all addresses of a host fail, the words are in the errors within.
    const within = Array.isArray(cause.errors) ? cause.errors.map(faultText) : [];
    return cause.message || within.join("; ") || faultCode(cause) || cause.name;
}

export const faultName = (cause: unknown): string => (isError(cause) ? cause.name : "Error");

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
