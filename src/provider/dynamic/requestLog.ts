import { AsyncLocalStorage } from "node:async_hooks";
import { lateAnswerText, pauseText, unansweredText } from "../config/hints";
import type { AnswerOddity, RequestAttempt, RequestPause, UnansweredRequest } from "../api";
import type { ResourceLog } from "./engineConnection";

/** The URN of the resource whose operation makes a request. One for all logs: Node keeps each storage, and asks all of them at each promise. */
const currentUrn = new AsyncLocalStorage<string | undefined>();

/** Logs each request for the resource whose operation makes it. Operations share clients, and waits share requests. */
export class RequestLog {
    /** The oddities of the API that have been told. */
    readonly #told = new Set<string>();

    constructor(private readonly log: ResourceLog) {}

    /** Runs an operation on the resource with this URN. */
    within<Result>(urn: string | undefined, work: () => Promise<Result>): Promise<Result> {
        return currentUrn.run(urn, work);
    }

    onAttempt(attempt: RequestAttempt): void {
        const urn = currentUrn.getStore();
        this.log.debug(urn, attemptText(attempt));
        const text = lateAnswerText(attempt);
        if (text !== undefined) void this.log.status(urn, text);
    }

    onUnanswered(request: UnansweredRequest): void {
        void this.log.status(currentUrn.getStore(), unansweredText(request));
    }

    onPause(pause: RequestPause): void {
        const text = pauseText(pause);
        if (text !== undefined) void this.log.status(currentUrn.getStore(), text);
    }

    /** Warns once of each field, whichever resource shows it: what an API does, it does for all. */
    onOddity(oddity: AnswerOddity): void {
        if (oddity.counts !== "as unreadable") return;
        const field = `${collectionOf(oddity)} ${oddity.path}`;
        if (this.#told.has(field)) return;
        this.#told.add(field);
        void this.log.warn(currentUrn.getStore(), oddityText(oddity));
    }
}

/** What the path of an endpoint is about: `services`. */
const collectionOf = ({ endpoint }: AnswerOddity): string =>
    endpoint.split("/").findLast((part) => /^[a-z]+s$/i.test(part)) ?? "answers";

function oddityText(oddity: AnswerOddity): string {
    const { path, expected, found } = oddity;
    const field = path === "" ? "" : ` in \`${path}\``;
    return (
        `The API's ${collectionOf(oddity)} have ${found}${field}, where the contract has ${expected}: it counts as not shown. ` +
        "`clouddb doctor --api` lists all that differs from the contract."
    );
}

/** One line per request for `pulumi up --debug`: `POST /projects/p/services: 202, 35 ms, request req-7`. */
export function attemptText({ method, path, status, fault, milliseconds, count, requestId }: RequestAttempt): string {
    const parts = [
        status === undefined ? `no answer (${fault ?? "unknown"})` : String(status),
        `${milliseconds} ms`,
        ...(count > 1 ? [`attempt ${count}`] : []),
        ...(requestId === undefined ? [] : [`request ${requestId}`]),
    ];
    return `${method} ${path}: ${parts.join(", ")}`;
}
