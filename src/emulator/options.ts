import type { Clock } from "../clock";
import type { Quirks } from "./core/quirks";
import type { TokenSeed } from "./core/seeds";

export interface EmulatorOptions {
    /** Port to listen on. Default: 0, which selects a free one. */
    port?: number;
    /** Address to listen on. Default: `127.0.0.1`. The control API is only available on a loopback address. */
    host?: string;
    /** Clock for the duration of operations. Default: the system clock. */
    clock?: Clock;
    /** Factor for the duration of operations, 0 or above; 0 completes them immediately. Default: 1. */
    timeScale?: number;
    /** File that persists the state across restarts. Default: in memory. */
    state?: string;
    /** Seed for ids, tokens and passwords; the same seed gives the same values. Default: 1. */
    seed?: number;
    /**
     * Project names. Each project has a personal access token; one OAuth token has access to all. Default: main,
     * analytics.
     */
    projects?: readonly string[];
    /** Additional tokens. Default: none. */
    tokens?: readonly TokenSeed[];
    /** Behaviour that the contract leaves open. Default: see `defaultQuirks`. */
    quirks?: Partial<Quirks>;
    /** Called with one line per completed request. Default: no logging. */
    log?: (line: string) => void;
}

export const defaults = { port: 0, host: "127.0.0.1", timeScale: 1, seed: 1, projects: ["main", "analytics"] } as const;
