import { systemClock } from "../clock";
import { defaultParallel, defaultProject, defaultStack, type DeployOptions } from "./deployOptions";
import { type DeployResult, plainProperties, reportResource, secretNames, stepReporter } from "./deployResult";
import { isProvider } from "./model/resource";
import { stackType } from "./model/urn";
import { configValue, fullKey, type StackConfig } from "./program/config";
import { readConfigFiles } from "./program/configFiles";
import { writeInlineProgram } from "./program/inlineProgram";
import { type Project, readProject } from "./program/project";
import { runOperation } from "./run/operation";
import { configuredPassphrase } from "./state/configuredPassphrase";
import { FileStore } from "./state/fileStore";
import { MemoryStore } from "./state/memoryStore";

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
    const store = stateFile === undefined ? memory : await FileStore.open(stateFile, passphrase(), clock);
    const report = stepReporter();
    try {
        const result = await runOperation({
            operation: options.operation,
            refresh: options.refresh ?? false,
            clearPendingCreates: options.clearPendingCreates ?? false,
            project,
            stack,
            config,
            parallel,
            targets: targets && new Set(targets),
            replace: new Set(options.replace),
            continueOnError: options.continueOnError ?? false,
            store,
            clock,
            env: { ...process.env, ...options.env },
            signal: options.signal,
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
