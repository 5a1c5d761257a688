import { type Clock, systemClock } from "../clock";
import { isProvider, stackType, type Urn } from "./model/resource";
import {
    type ConfigInput,
    configValue,
    fullKey,
    type Project,
    readConfigFiles,
    readProject,
    type StackConfig,
    writeInlineProgram,
} from "./project";
import type { EngineEvent, Operation } from "./run/events";
import type { DeploymentDocument } from "./state/document";
import { type DeployResult, plainProperties, reportResource, secretNames, stepReporter } from "./deployResult";
import { runOperation } from "./run/operation";
import { configuredPassphrase } from "./state/passphrase";
import { MemoryStore, openFile } from "./state/store";

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
const defaultProject = "try";

/**
 * Runs `up`, `preview`, `refresh` or `destroy` without the Pulumi CLI, for tests and evaluation. As with the CLI, the
 * program and the provider run in separate processes.
 * @returns the result, even if the operation fails: see `exitCode` and `diagnostics`.
 * @throws Error if the operation cannot start: no such project, an unreadable state, a wrong or missing passphrase, or
 * a
 * state file that is locked by another process.
 */
export async function deploy(options: DeployOptions): Promise<DeployResult> {
    const { program, dir = process.cwd(), project = defaultProject } = options;
    if (program === undefined) return deployProject(options, readProject(dir));
    const inline = writeInlineProgram(program, project);
    try {
        return await deployProject(options, readProject(inline.dir));
    } finally {
        inline.remove();
    }
}

async function deployProject(options: DeployOptions, project: Project): Promise<DeployResult> {
    const { stack = defaultStack, parallel = defaultParallel, clock = systemClock, stateFile, targets } = options;
    if (!Number.isInteger(parallel) || parallel < 1) throw new RangeError(`parallel: ${parallel} is not 1 or above`);
    const passphrase = () => options.passphrase ?? configuredPassphrase(process.env);
    const config = await configuration(options, project, stack, passphrase);
    const memory = new MemoryStore(clock, options.state);
    const store = stateFile === undefined ? memory : await openFile(stateFile, passphrase(), clock);
    const report = stepReporter();
    try {
        const result = await runOperation({
            ...options,
            ...{ project, stack, config, parallel, store, clock },
            targets: targets && new Set(targets),
            replace: new Set(options.replace),
            env: { ...process.env, ...options.env },
            emit(event) {
                report.on(event);
                options.onEvent?.(event);
            },
        });
        const resources = result.resources.filter((resource) => !isProvider(resource));
        const outputs = resources.find(({ type }) => type === stackType)?.outputs ?? {};
        return {
            exitCode: result.ok ? 0 : 1,
            changes: result.changes,
            steps: report.steps,
            diagnostics: report.diagnostics,
            resources: resources.map(reportResource),
            outputs: plainProperties(outputs),
            secretOutputs: secretNames(outputs),
            state: stateFile === undefined ? memory.document : undefined,
        };
    } finally {
        await store.release();
    }
}

async function configuration(
    { config = {}, emulator }: DeployOptions,
    project: Project,
    stack: string,
    passphrase: () => string,
): Promise<StackConfig> {
    const merged = new Map(await readConfigFiles(project, stack, passphrase));
    const [token] = emulator?.tokens ?? [];
    const ofEmulator = emulator && { "clouddb:baseUrl": emulator.url };
    const ofToken = token && { "clouddb:apiKey": { secret: token.token } };
    for (const [key, input] of Object.entries({ ...ofEmulator, ...ofToken, ...config }))
        merged.set(fullKey(key, project.name), configValue(input));
    return merged;
}
