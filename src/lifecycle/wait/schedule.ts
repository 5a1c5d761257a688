const shortest = 1_000;
const longest = 15_000;
const lateness = 0.02;
const jitter = 0.1;

const shortestRetry = 2_000;
const retryLateness = 0.1;

/** Milliseconds until a refused call is repeated, `waited` milliseconds after the first attempt. Longer than between reads. */
export function retryInterval(waited: number): number {
    return Math.min(Math.max(waited * retryLateness, shortestRetry), longest);
}

/** Milliseconds. A list serves the reads of a refresh as long as no pause between them is longer than this ... */
export const snapshotIdleLimit = 10_000;

/** ... and until it is this old (milliseconds). */
export const maxSnapshotAge = 60_000;

/** Milliseconds for which an omitted value, a 404 of a new resource or an unstable status is tolerated. */
export const settleWindow = 60_000;

/**
 * Milliseconds until the next read, after waiting for `waited` milliseconds: 2 % of the time waited, at least 1 s and at most 15 s.
 * Jitter only shortens it, by at most 10 %.
 */
export function pollInterval(waited: number, random: () => number = Math.random): number {
    const interval = Math.min(Math.max(waited * lateness, shortest), longest);
    return interval * (1 - jitter * random());
}
