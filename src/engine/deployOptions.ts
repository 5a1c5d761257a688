import type { Clock } from "../clock";
import type { Urn } from "./model/urn";
import type { ConfigInput } from "./program/config";
import type { EngineEvent, Operation } from "./run/events";
import type { DeploymentDocument } from "./state/format";

/** The part of an `Emulator` that a stack's configuration needs. */
export interface EmulatorLike {
    url: string;
    tokens: readonly { token: string }[];
}

/** Either `program` or `dir` is required, except to refresh or destroy resources that need no further modules. */
export interface DeployOptions {
    operation: Operation;
    /** The program's source, in CommonJS. It can require `pulumi-clouddb` and `@pulumi/pulumi`. */
    program?: string;
    /** The directory of a Pulumi project in JavaScript or TypeScript. */
    dir?: string;
    /** Project name of an inline program. Default: `try`. */
    project?: string;
    /** Default: `dev`. */
    stack?: string;
    /** Configuration by key; overrides the project's files. A key without a namespace belongs to the project. */
    config?: Record<string, ConfigInput>;
    /** Configures `clouddb:baseUrl` and `clouddb:apiKey` to use this emulator. */
    emulator?: EmulatorLike;
    /** The `state` of an earlier result. Default: an empty stack. */
    state?: DeploymentDocument;
    /** Stores the state in this file instead, with encrypted secrets. */
    stateFile?: string;
    /**
     * For the state file's secrets. Default: `PULUMI_CONFIG_PASSPHRASE`, or the file in
     * `PULUMI_CONFIG_PASSPHRASE_FILE`.
     */
    passphrase?: string;
    /** Maximum number of concurrent resource operations, at least 1. Default: `defaultParallel`. */
    parallel?: number;
    /** Limits the operation to these resources. Default: all. */
    targets?: readonly Urn[];
    /** Resources to replace even if nothing has changed, as `pulumi up --replace` does. Default: none. */
    replace?: readonly Urn[];
    /** After a failed step, skips what depends on it and continues with the rest. Default: `false`. */
    continueOnError?: boolean;
    /** Refreshes all resources before an `up` or `preview`. Default: `false`. */
    refresh?: boolean;
    /** Discards interrupted creates in a refresh. Default: `false`. */
    clearPendingCreates?: boolean;
    /** Environment of the program and the provider, in addition to that of this process. */
    env?: Record<string, string>;
    /** Called with every event as it happens. */
    onEvent?: (event: EngineEvent) => void;
    /** If aborted, no further step is started, steps in progress are completed, and the operation fails. */
    signal?: AbortSignal;
    /** Default: the system clock. */
    clock?: Clock;
}

export const defaultParallel = 16;
export const defaultStack = "dev";
export const defaultProject = "try";
