/** Milliseconds after the beginning of a wait at which its first reads come: much of what an API does takes less than a second. */
const firstReads = [100, 200, 400, 800, 1_000] as const;

/** Milliseconds. A first read that would follow the last one sooner than this is left out. */
const shortestGap = 50;

/** Milliseconds between two reads of a loop that several waits share, however many begin. */
export const sharedPause = 200;

/** Milliseconds until a refused call is repeated, `waited` milliseconds after the first attempt. Longer than between reads. */
export const retryInterval = (waited: number): number => Math.min(Math.max(waited * 0.1, 2_000), 15_000);

/** Milliseconds. A list serves the reads of a refresh as long as no pause between them is longer than this ... */
export const snapshotIdleLimit = 10_000;

/** ... and until it is this old (milliseconds). */
export const maxSnapshotAge = 60_000;

/** Milliseconds for which an omitted value, a 404 of a new resource or an unstable status is tolerated, a lost create is searched for, and a refusal is retried. */
export const settleWindow = 60_000;

/** Milliseconds for which a record may show the old value after an operation has ended. A call that is not carried out by then will not be. */
export const stalledWindow = 600_000;

/**
 * Milliseconds after a read has not found a resource at which it is looked for again. If none of these looks finds it, it is gone, though
 * nobody here has requested its deletion.
 */
export const goneLooks = [5_000, 15_000, 30_000, settleWindow] as const;

/** Milliseconds until the next read, after waiting for `waited` milliseconds. Jitter only shortens it. */
export const pollInterval = (waited: number, random: () => number = Math.random): number =>
    Math.min(Math.max(waited * 0.02, 1_000), 15_000) * (1 - 0.1 * random());

const sureInterval = 5_000;

/** Milliseconds until the next look of a wait that always takes its full time. All such waits look at the same moments, and so share a list. */
export const nextSureLook = (now: number): number => sureInterval - (now % sureInterval);

/** Milliseconds until the next read of a wait: the first reads come quickly, then `pollInterval` counts. */
export function nextRead(waited: number, random?: () => number): number {
    const next = firstReads.find((moment) => moment >= waited + shortestGap);
    return next === undefined ? pollInterval(waited, random) : next - waited;
}

/** How far the clocks of one API may differ. */
export const clockTolerance = 60_000;
