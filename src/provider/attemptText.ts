import type { Attempt } from "../api";

/** `POST /projects/p/services: 202, 35 ms, request req-7`, for `pulumi up --debug`. */
export function attemptText({ method, path, status, fault, milliseconds, count, requestId }: Attempt): string {
    const parts = [
        status === undefined ? `no answer (${fault ?? "unknown"})` : String(status),
        `${milliseconds} ms`,
        ...(count > 1 ? [`attempt ${count}`] : []),
        ...(requestId === undefined ? [] : [`request ${requestId}`]),
    ];
    return `${method} ${path}: ${parts.join(", ")}`;
}
