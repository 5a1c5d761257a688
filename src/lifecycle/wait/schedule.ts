const shortest = 1_000;
const longest = 15_000;
const lateness = 0.02;
const jitter = 0.1;

const shortestRetry = 2_000;
const retryLateness = 0.1;

/** Milliseconds until a refused call is tried again: it costs the API more than a look, so it comes less often. */
export function retryInterval(waited: number): number {
    return Math.min(Math.max(waited * retryLateness, shortestRetry), longest);
}

/** A list serves the reads of a refresh as long as they keep coming, with no longer a pause than this ... */
export const snapshotIdleLimit = 10_000;

/** ... and until it is this old. */
export const maxSnapshotAge = 60_000;

/** How long a record may stay silent, or a failure last, before it counts. */
export const settleWindow = 60_000;

/**
 * Milliseconds until the next look at something that has been awaited for `waited` milliseconds: a small share of the time
 * waited so far, so that nobody is told much too late and nobody asks too often. Jitter only ever shortens it.
 */
export function pollInterval(waited: number, random: () => number = Math.random): number {
    const interval = Math.min(Math.max(waited * lateness, shortest), longest);
    return interval * (1 - jitter * random());
}
