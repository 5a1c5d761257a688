import type { Attempt } from "../api";

/** One line per request for `pulumi up --debug`: `POST /projects/p/services: 202, 35 ms, request req-7`. */
export function attemptText({ method, path, status, fault, milliseconds, count, requestId }: Attempt): string {
    const parts = [
        status === undefined ? `no answer (${fault ?? "unknown"})` : String(status),
        `${milliseconds} ms`,
        ...(count > 1 ? [`attempt ${count}`] : []),
        ...(requestId === undefined ? [] : [`request ${requestId}`]),
    ];
    return `${method} ${path}: ${parts.join(", ")}`;
}
