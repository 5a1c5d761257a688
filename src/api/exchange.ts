import type { Dispatcher } from "undici";
import type { Headers } from "./headers";
import { notJson, parseJson } from "./json";

/** The server's answer, whatever it says. */
export interface Answer {
    readonly status: number;
    readonly headers: Headers;
    readonly text: string;
    /** What the text says, or {@link notJson}. */
    readonly json: unknown;
}

/** No answer, or not the whole of one. */
export interface Lost {
    readonly cause: unknown;
    /** The request, or a part of it, may have reached the server. */
    readonly sent: boolean;
}

export type Outcome = Answer | Lost;

/**
 * One attempt: a request and what became of it. Never rejects. Where `signal` is aborted, the outcome's cause is the
 * signal's reason; a request that still queues then is never sent.
 *
 * undici's bare `dispatch` is used since nothing above it tells whether a request had left the queue when it failed, nor
 * lets go of one that still queues when it is aborted.
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
            // A refusal is one even if the rest of it got lost.
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
