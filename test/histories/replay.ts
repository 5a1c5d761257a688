import type { Parameters } from "fast-check";

/** The seed of `npm test`, fixed so that results do not depend on chance. `npm run soak` uses others. */
const usualSeed = 20_261_121;

/**
 * HISTORY_SEED and HISTORY_PATH, as a failure prints them, play one history again; HISTORY_RUNS says how many there
 * are.
 */
export function replay<T>(runs: number, environment: NodeJS.ProcessEnv = process.env): Parameters<T> {
    const { HISTORY_SEED: seed, HISTORY_PATH: path, HISTORY_RUNS: count } = environment;
    return {
        numRuns: count === undefined ? runs : Number(count),
        seed: seed === undefined ? usualSeed : Number(seed),
        ...(path === undefined ? {} : { path, endOnFailure: true }),
    };
}
