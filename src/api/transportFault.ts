import { types } from "node:util";

/** Unlike `instanceof`, this also recognises errors from another realm (Jest, `vm`). */
const isError = (value: unknown): value is Error & { code?: unknown; errors?: unknown } => types.isNativeError(value);

/** The error code, such as `ECONNREFUSED` or `UND_ERR_HEADERS_TIMEOUT`; empty if there is none. */
export function faultCode(cause: unknown): string {
    return isError(cause) && typeof cause.code === "string" ? cause.code : "";
}

export function faultText(cause: unknown): string {
    if (!isError(cause)) return "the connection failed";
    // If all addresses of a host fail, Node throws an AggregateError with an empty message.
    const within = Array.isArray(cause.errors) ? cause.errors.map(faultText) : [];
    return cause.message || within.join("; ") || faultCode(cause) || cause.name;
}

export const faultName = (cause: unknown): string => (isError(cause) ? cause.name : "Error");

export const isTooLong = (cause: unknown): boolean => faultCode(cause) === "UND_ERR_RES_EXCEEDED_MAX_SIZE";

const permanent = [
    /CERT|SSL|TLS|UNABLE_TO_|^EPROTO$/, // TLS failures, such as an untrusted certificate
    /^HPE_(?!INVALID_EOF)/, // the response is not HTTP
    /OVERFLOW/,
    /INVALID_ARG/, // a bug in this package
];

/** Whether retrying cannot help. */
export const isPermanent = (cause: unknown): boolean =>
    isTooLong(cause) || permanent.some((pattern) => pattern.test(faultCode(cause)));
