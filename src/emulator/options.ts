import type { Clock } from "../clock";
import type { Quirks } from "./core/quirks";
import type { TokenSeed } from "./core/seeds";

export interface EmulatorOptions {
    /** The port to listen on; default: any that is free. */
    port?: number;
    /** The address to listen on; default: `127.0.0.1`. The control surface is only there on a loopback address. */
    host?: string;
    /** The time that operations take is measured by it; default: the machine's clock. */
    clock?: Clock;
    /** Operations take that fraction of their usual time; default: 1. 0: they are done at once. */
    timeScale?: number;
    /** A file that keeps the state over restarts; default: none. */
    state?: string;
    /** What ids, tokens and passwords are made from: the same seed gives the same ones. */
    seed?: number;
    /** The names of the projects. Each has a personal access token, and an OAuth user's token reaches all. */
    projects?: readonly string[];
    /** More tokens. */
    tokens?: readonly TokenSeed[];
    /** What the contract leaves open. */
    quirks?: Partial<Quirks>;
    /** Gets a line for every request that has been answered; default: nobody does. */
    log?: (line: string) => void;
}

export const defaults = { port: 0, host: "127.0.0.1", timeScale: 1, seed: 1, projects: ["main", "analytics"] } as const;
