import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { type Clock, systemClock } from "../clock";
import type { LineSink } from "./children/child";
import { type DeployResult, plainProperties, reportResource, reportSteps, secretNames } from "./deployResult";
import { isProvider, stackType, type Urn } from "./model/resource";
import { engineService } from "./monitor/service";
import {
    type ConfigInput,
    type Project,
    providerConfig,
    readConfig,
    readProject,
    type StackConfig,
    writeInlineProgram,
} from "./project";
import { serve } from "./protocol";
import { ProviderHost } from "./provider/host";
import { changesOf, type EngineEvent, type Operation } from "./run/events";
import { parseImport } from "./run/importing";
import { Phases } from "./run/phases";
import { programPhase } from "./run/program";
import { Session } from "./run/session";
import { Snapshot } from "./run/snapshot";
import { type DeploymentDocument, parseDeployment, readStack, writeStack } from "./state/document";
import { configuredPassphrase } from "./state/passphrase";
import { openFile } from "./state/store";

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
    /** For an `import`: what to add to the state, in the form of the file that `pulumi import --file` takes, with inputs and outputs. */
    imports?: unknown;
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
    /** Whether a `destroy` that would delete a protected resource deletes nothing, as after the preview of `pulumi destroy`. Default: `false`. */
    refuseFirst?: boolean;
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

/** The backend of states that this process has in memory, so that nothing is taken over from any other one. */
const inMemory = `memory://${randomUUID()}`;

export const defaultParallel = 16;
const defaultStack = "dev";

/**
 * Runs `up`, `preview`, `refresh`, `destroy` or `import` without the Pulumi CLI, for tests and evaluation. As with the CLI, the
 * program and the provider run in separate processes.
 * @returns the result, even if the operation fails: see `exitCode` and `diagnostics`.
 * @throws Error if the operation cannot start: no such project, an unreadable state, a wrong or missing passphrase, or
 * a state file that is locked by another process.
 */
export async function deploy(options: DeployOptions): Promise<DeployResult> {
    const { program, dir = process.cwd(), project = "try" } = options;
    if (program === undefined) return deployProject(options, readProject(dir));
    const inline = writeInlineProgram(program, project);
    try {
        return await deployProject(options, readProject(inline));
    } finally {
        rmSync(inline, { recursive: true, force: true });
    }
}

async function deployProject(options: DeployOptions, project: Project): Promise<DeployResult> {
    const { stack = defaultStack, parallel = defaultParallel, clock = systemClock, stateFile } = options;
    if (!Number.isInteger(parallel) || parallel < 1) throw new RangeError(`parallel: ${parallel} is not 1 or above`);
    const passphrase = () => options.passphrase ?? configuredPassphrase(process.env);
    const { emulator } = options;
    const [token] = emulator?.tokens ?? [];
    const ofEmulator = emulator && { "clouddb:baseUrl": emulator.url };
    const ofToken = token && { "clouddb:apiKey": { secret: token.token } };
    const config = await readConfig(project, stack, { ...ofEmulator, ...ofToken, ...options.config }, passphrase);
    let { state } = options;
    const file = stateFile === undefined ? undefined : await openFile(stateFile, passphrase());
    const before = file ? file.document : state && parseDeployment(state);
    const save = async (document: DeploymentDocument) => {
        state = document;
        await file?.save(document);
    };
    try {
        const result = await operate({ ...options, stack, parallel, clock }, project, config, before, save);
        return { ...result, state: file ? undefined : state };
    } finally {
        await file?.release();
    }
}

type Settled = DeployOptions & Required<Pick<DeployOptions, "stack" | "parallel" | "clock">>;

async function operate(
    options: Settled,
    project: Project,
    config: StackConfig,
    before: DeploymentDocument | undefined,
    save: (document: DeploymentDocument) => Promise<void>,
): Promise<Omit<DeployResult, "state">> {
    const { operation, stack, clock, signal, refresh = false, targets } = options;
    const imports = operation === "import" ? parseImport(options.imports) : undefined;
    const began = clock.now();
    const events: EngineEvent[] = [];
    const emit = (event: EngineEvent) => {
        events.push(event);
        options.onEvent?.(event);
    };
    const onLine: LineSink = (message, stream) => {
        const severity = stream === "stdout" ? "info" : "info#err";
        if (message.trim() !== "") emit({ kind: "diagnostic", diagnostic: { severity, message } });
    };
    const { resources, pending } = before ? readStack(before) : { resources: [], pending: [] };
    const snapshot = new Snapshot(
        { resources, pending: options.clearPendingCreates ? [] : pending },
        operation === "preview" ? undefined : (state) => save(writeStack(state, clock.now())),
    );

    emit({ kind: "start", operation, project: project.name, stack });
    const engine = await serve(EngineService, engineService(emit));
    const PULUMI_BACKEND_URL = options.stateFile === undefined ? inMemory : pathToFileURL(options.stateFile).href;
    const env = { ...process.env, PULUMI_BACKEND_URL, ...options.env };
    const children = { engineAddress: engine.address, env, onLine };
    const settings = providerConfig(config);
    // Like the CLI: existing resources are read and deleted with the configuration of the last update.
    const former = resources.find((each) => isProvider(each) && !each.delete)?.inputs;
    const host = new ProviderHost({ ...children, dir: project.dir, project: project.name }, former ?? settings, clock);
    const session = new Session(
        {
            ...options,
            ...{ project: project.name, emit, snapshot, providerConfig: settings, provider: host },
            targets: targets && new Set(targets),
            replace: new Set(options.replace),
        },
        resources,
    );
    const cancel = () => session.halt.stop("canceled");
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel);
    const phases = new Phases(session, {
        refresh,
        pending,
        imports,
        program: (planner) => programPhase(planner, { ...children, project, config }),
    });
    // What the provider has written is read by the time that it has stopped: the result is made after that.
    const { ok, outputs } = await phases.all().finally(async () => {
        signal?.removeEventListener("abort", cancel);
        await host.stop();
        engine.stop();
    });
    if (operation === "up" || operation === "preview") emit({ kind: "outputs", outputs });
    const changes = changesOf(events, operation);
    emit({ kind: "end", ok, changes, duration: clock.now() - began });
    const shown = snapshot.state.resources.filter((resource) => !isProvider(resource));
    const stackOutputs = shown.find(({ type }) => type === stackType)?.outputs ?? {};
    return {
        exitCode: ok ? 0 : 1,
        changes,
        steps: reportSteps(events),
        diagnostics: events.flatMap((event) => (event.kind === "diagnostic" ? [event.diagnostic] : [])),
        resources: shown.map(reportResource),
        outputs: plainProperties(stackOutputs),
        secretOutputs: secretNames(stackOutputs),
    };
}
