import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { type Clock, systemClock } from "../shared/clock";
import type { LineSink } from "./children/child";
import { type DeployResult, plainProperties, reportResource, reportSteps, secretNames } from "./deployResult";
import { isProvider, stackType, type Urn } from "./model/resource";
import { engineService } from "./monitor/service";
import { type ConfigInput, providerConfig, type StackConfig, stackConfig } from "./config";
import { Display } from "./display";
import { type Project, readProject, writeInlineProgram } from "./project";
import { serve } from "./protocol";
import { ProviderHost } from "./provider/host";
import type { Properties } from "./model/values";
import type { Planner } from "./plan/planner";
import { changesOf, type Emit, type EngineEvent, type Operation } from "./run/events";
import { Phases } from "./run/phases";
import { programPhase } from "./run/program";
import { Session, type SessionOptions } from "./run/session";
import { Snapshot } from "./run/snapshot";
import { type DeploymentDocument, parseDeployment, readStack, writeStack } from "./stateDocument";

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
    /** The `state` of an earlier result, or what `pulumi stack export --show-secrets` writes. Default: an empty stack. */
    state?: DeploymentDocument;
    /** Receives each version of the state, with secrets in plain text. The next step begins when it has returned. Not for a `preview`. */
    onState?: (state: DeploymentDocument) => void | Promise<void>;
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
    /** Environment of the program and the provider, in addition to that of this process. */
    env?: Record<string, string>;
    /** Called with every event as it happens. */
    onEvent?: (event: EngineEvent) => void;
    /** Receives the progress and the summary as text, line by line. Secrets are hidden. */
    print?: (text: string) => void;
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
 * Runs `up`, `preview`, `refresh` or `destroy` without the Pulumi CLI, for tests and evaluation. As with the CLI, the program and the
 * provider run in separate processes.
 * @returns the result, even if the operation fails: see `exitCode` and `diagnostics`.
 * @throws Error if the operation cannot start: no such project, or an unreadable state.
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
    const { stack = defaultStack, parallel = defaultParallel, clock = systemClock, emulator, onState } = options;
    if (!Number.isInteger(parallel) || parallel < 1) throw new RangeError(`parallel: ${parallel} is not 1 or above`);
    const [token] = emulator?.tokens ?? [];
    const ofEmulator = emulator && { "clouddb:baseUrl": emulator.url };
    const ofToken = token && { "clouddb:apiKey": { secret: token.token } };
    const config = stackConfig(project, { ...ofEmulator, ...ofToken, ...options.config });
    let { state } = options;
    const save = async (document: DeploymentDocument) => {
        state = document;
        await onState?.(document);
    };
    const display = options.print && new Display(options.print, clock);
    const onEvent = (event: EngineEvent) => {
        display?.on(event);
        options.onEvent?.(event);
    };
    try {
        const before = state && parseDeployment(state);
        const result = await operate({ ...options, stack, parallel, clock, onEvent }, project, config, before, save);
        return { ...result, state };
    } finally {
        display?.close();
    }
}

type Settled = DeployOptions & Required<Pick<DeployOptions, "stack" | "parallel" | "clock">>;

/** What runs the program and the provider of one operation. */
export interface Hosts extends Pick<SessionOptions, "provider"> {
    readonly program: (planner: Planner) => Promise<void>;
    /** Resolves when both have ended, and what they have written is read. */
    readonly stop: () => Promise<void>;
}

interface HostsOptions {
    readonly options: Settled;
    readonly project: Project;
    readonly config: StackConfig;
    /** The provider's configuration before the program registers another one. */
    readonly former: Properties;
    readonly emit: Emit;
}

/** The program and the provider in processes of their own, as with the CLI. */
async function inProcesses({ options, project, config, former, emit }: HostsOptions): Promise<Hosts> {
    const onLine: LineSink = (message, stream) => {
        const severity = stream === "stdout" ? "info" : "info#err";
        if (message.trim() !== "") emit({ kind: "diagnostic", diagnostic: { severity, message } });
    };
    const engine = await serve(EngineService, engineService(emit));
    const env = { ...process.env, PULUMI_BACKEND_URL: inMemory, ...options.env };
    const children = { engineAddress: engine.address, env, onLine };
    const provider = new ProviderHost({ ...children, dir: project.dir, project: project.name }, former, options.clock);
    return {
        provider,
        program: (planner) => programPhase(planner, { ...children, project, config }),
        async stop() {
            await provider.stop();
            engine.stop();
        },
    };
}

export async function operate(
    options: Settled,
    project: Project,
    config: StackConfig,
    before: DeploymentDocument | undefined,
    save: (document: DeploymentDocument) => Promise<void>,
    open: (hosts: HostsOptions) => Promise<Hosts> = inProcesses,
): Promise<Omit<DeployResult, "state">> {
    const { operation, stack, clock, signal, refresh = false, targets } = options;
    const began = clock.now();
    const events: EngineEvent[] = [];
    const emit = (event: EngineEvent) => {
        events.push(event);
        options.onEvent?.(event);
    };
    const { resources, pending } = before ? readStack(before) : { resources: [], pending: [] };
    const snapshot = new Snapshot(
        { resources, pending },
        operation === "preview" ? undefined : (state) => save(writeStack(state, clock.now())),
    );

    emit({ kind: "start", operation, project: project.name, stack });
    const settings = providerConfig(config);
    // Like the CLI: existing resources are read and deleted with the configuration of the last update.
    const former = resources.find((each) => isProvider(each) && !each.delete)?.inputs ?? settings;
    const { provider, program, stop } = await open({ options, project, config, former, emit });
    const session = new Session(
        {
            ...options,
            ...{ project: project.name, emit, snapshot, providerConfig: settings, provider },
            targets: targets && new Set(targets),
            replace: new Set(options.replace),
        },
        resources,
    );
    const cancel = () => session.halt.stop("canceled");
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel);
    // The result is made when all that the provider has written is read.
    const { ok, outputs } = await new Phases(session, { refresh, pending, program }).all().finally(async () => {
        signal?.removeEventListener("abort", cancel);
        await stop();
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
