/** The client's defaults. Times are in milliseconds. */
export const defaults = {
    /** Concurrent requests per origin; further requests queue. */
    maxConcurrency: 8,
    /** Deadline of a call, including queueing, retries and pauses. */
    requestTimeout: 120_000,

    connectTimeout: 10_000,
    /** From the last byte of the request to the end of the response headers. */
    headersTimeout: 60_000,
    /** Between two chunks of a response body. */
    bodyTimeout: 30_000,
    /** Generous because lists are not paginated. */
    maxAnswerBytes: 64 * 1024 * 1024,

    /** Attempts per call, unless the server itself asks for a retry (429 or `Retry-After`). */
    maxAttempts: 5,
    /** The first pause between attempts; doubles each time, up to `longestPause`. */
    firstPause: 250,
    longestPause: 8_000,
} as const;
