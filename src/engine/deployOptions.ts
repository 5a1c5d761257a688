import type { Clock } from "../clock";
import type { Urn } from "./model/urn";
import type { ConfigInput } from "./program/config";
import type { EngineEvent, Operation } from "./run/events";
import type { DeploymentDocument } from "./state/format";

/** What `startEmulator` gives: all that a stack has to be told to use it. */
export interface EmulatorLike {
    url: string;
    tokens: readonly { token: string }[];
}

/** One of `program` and `dir` is needed, but for a refresh or a destroy of what needs no other modules. */
export interface DeployOptions {
    operation: Operation;
    /** The program's text, in CommonJS; it may import `pulumi-clouddb` and `@pulumi/pulumi`. */
    program?: string;
    /** The directory of a Pulumi project in JavaScript or TypeScript. */
    dir?: string;
    /** The name of the project of an inline program. Default: `try`. */
    project?: string;
    /** Default: `dev`. */
    stack?: string;
    /** By key, over what the project's files say; a key without a namespace belongs to the project. */
    config?: Record<string, ConfigInput>;
    /** Configures `clouddb:baseUrl` and `clouddb:apiKey` to use this emulator. */
    emulator?: EmulatorLike;
    /** What an operation before this one has left: its result's `state`. Default: an empty stack. */
    state?: DeploymentDocument;
    /** Keeps the state in a file instead, its secrets encrypted. */
    stateFile?: string;
    /** For the secrets in the state file. Default: what `PULUMI_CONFIG_PASSPHRASE` or `PULUMI_CONFIG_PASSPHRASE_FILE` says. */
    passphrase?: string;
    /** How many resources are worked on at once; 1 or above. Default: `defaultParallel`. */
    parallel?: number;
    /** Work on these resources only. Default: all. */
    targets?: readonly Urn[];
    /** Read all resources before an `up` or a `preview`. Default: no. */
    refresh?: boolean;
    /** In a refresh: forget creations that were interrupted. Default: no. */
    clearPendingCreates?: boolean;
    /** The environment of the program and of the provider, over that of this process. */
    env?: Record<string, string>;
    /** Called with all that happens, as it happens. */
    onEvent?: (event: EngineEvent) => void;
    /** Aborted: nothing more is begun, what is under way is finished, and the result is a failure. */
    signal?: AbortSignal;
    /** Default: the machine's. */
    clock?: Clock;
}

export const defaultParallel = 16;
export const defaultStack = "dev";
export const defaultProject = "try";
