import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";

export type Headers = IncomingHttpHeaders;

/** A header's value; the first one if the header is repeated. */
export function headerOf(headers: Headers, name: string): string | undefined {
    const value = headers[name];
    return Array.isArray(value) ? value[0] : value;
}

/** The result of parsing a body that is not JSON; no JSON value equals it. */
export const notJson = Symbol("not JSON");

/** Whether a body says nothing: it is not JSON, or `null`. */
export const isNothing = (json: unknown): boolean => json === notJson || json === null;

export function parseJson(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return notJson;
    }
}

/** A response, of any status. */
export interface Answer {
    readonly status: number;
    readonly headers: Headers;
    readonly text: string;
    /** The parsed text, or {@link notJson}. */
    readonly json: unknown;
}

/** No response, or only part of one. */
export interface Lost {
    readonly cause: unknown;
    /** At least part of the request may have reached the server. */
    readonly sent: boolean;
}

export type Outcome = Answer | Lost;

/**
 * Sends a request once. Never rejects. If `signal` is aborted, the outcome's cause is the signal's reason, and a
 * request that is still queued is not sent.
 *
 * Uses undici's low-level `dispatch`: the higher-level functions neither show whether a failed request had left the
 * queue nor remove an aborted request from it.
 */
export function exchange(
    dispatcher: Dispatcher,
    request: Dispatcher.DispatchOptions,
    signal: AbortSignal,
): Promise<Outcome> {
    if (signal.aborted) return Promise.resolve({ cause: signal.reason as unknown, sent: false });
    return new Promise((resolve) => {
        const chunks: Buffer[] = [];
        let controller: Dispatcher.DispatchController | undefined;
        let answer: Omit<Answer, "text" | "json"> | undefined;

        const finish = (outcome: Outcome) => {
            signal.removeEventListener("abort", abort);
            resolve(outcome);
        };
        const lose = (cause: unknown) => {
            // An error status counts even if the connection broke before the end of its body.
            if (answer && answer.status >= 400) finish({ ...answer, text: "", json: notJson });
            else finish({ cause, sent: controller !== undefined });
        };
        const abort = () => {
            lose(signal.reason);
            controller?.abort(signal.reason as Error);
        };
        signal.addEventListener("abort", abort, { once: true });

        dispatcher.dispatch(request, {
            onRequestStart(started) {
                if (signal.aborted) started.abort(signal.reason as Error);
                else controller = started;
            },
            onResponseStart(_, status, headers) {
                answer = { status, headers };
            },
            onResponseData(_, chunk) {
                chunks.push(chunk);
            },
            onResponseEnd() {
                if (!answer) return;
                const text = Buffer.concat(chunks).toString("utf8");
                finish({ ...answer, text, json: parseJson(text) });
            },
            onResponseError(_, error) {
                lose(error);
            },
        });
    });
}
