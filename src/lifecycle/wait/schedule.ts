/** Milliseconds after the beginning of a wait at which its first reads come: much of what an API does takes less than a second. */
const firstLooks = [100, 200, 400, 800, 1_000] as const;

/** Milliseconds. A first read that would follow the last one sooner than this is left out. */
const shortestGap = 50;

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

/** Milliseconds for which a GET counts that has agreed with the lists that something is gone. */
export const sampleInterval = 5_000;

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

/** When the waits of one loop read. All times are in milliseconds. */
export interface Schedule {
    /** Until the next first read, this long after their beginning; after the last of them as `steady`. */
    readonly quick: (elapsed: number) => number;
    /** Until the next read of a wait without first reads. */
    readonly steady: (waited: number) => number;
    /** A wait is quick if it ends within this time: while the first reads last. */
    readonly quickPhase: number;
    /** First reads that end no wait are made once in this time, however many waits begin. */
    readonly seriesInterval: number;
    /** How a series of first reads begins ... */
    readonly usual: Pace;
    /** ... and how, if the loop's last read was the first of its series and has ended several waits. */
    readonly early: Pace;
}

/** How a series of first reads begins. All times are in milliseconds. */
export interface Pace {
    /** The first read comes no sooner than this long after the beginning ... */
    readonly firstLook: number;
    /** ... and when nobody has come for this time: those who come with shorter pauses than this have come together. */
    readonly arrivalGap: number;
    /** The pause between two reads of a loop is no shorter than this. */
    readonly shortestPause: number;
}

/** First reads after 100, 200, 400, 800 and 1,000 ms, and then `pollInterval`. */
export function scheduleOf(random?: () => number): Schedule {
    const steady = (waited: number) => pollInterval(waited, random);
    return {
        quick(elapsed) {
            const next = firstLooks.find((moment) => moment >= elapsed + shortestGap);
            return next === undefined ? steady(elapsed) : next - elapsed;
        },
        steady,
        quickPhase: Math.max(...firstLooks),
        seriesInterval: 10_000,
        usual: { firstLook: firstLooks[0], arrivalGap: 40, shortestPause: 100 },
        early: { firstLook: 0, arrivalGap: 20, shortestPause: 40 },
    };
}
