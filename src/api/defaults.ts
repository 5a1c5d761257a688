/** What a client does unless it is told otherwise: the only place where these numbers are. Times are milliseconds. */
export const defaults = {
    /** Requests to one base address at the same time; further ones queue. */
    maxConcurrency: 8,
    /** A whole call: queueing, every attempt and the pauses between them. */
    requestTimeout: 120_000,

    connectTimeout: 10_000,
    /** From the request's last byte to the end of the answer's headers. */
    headersTimeout: 60_000,
    /** Between two pieces of an answer's body. */
    bodyTimeout: 30_000,
    /** Answers are lists without pages, so they may be long; what is longer still is no list. */
    maxAnswerBytes: 64 * 1024 * 1024,

    /** Attempts at a call whose failures come without the server's word that it should be tried again. */
    maxAttempts: 5,
    /** The first pause between attempts; each further one is twice as long, up to the last. */
    firstPause: 250,
    longestPause: 8_000,
} as const;
