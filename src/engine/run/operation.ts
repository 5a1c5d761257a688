import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { LineSink } from "../children/child";
import { isProvider, type Resource } from "../model/resource";
import { engineService } from "../monitor/service";
import { type Project, providerConfig, type StackConfig } from "../project";
import { serve } from "../protocol";
import { ProviderHost } from "../provider/host";
import type { StateStore } from "../state/store";
import { ChangeCount, type Changes, type Emit } from "./events";
import { Halt, Session, type SessionOptions } from "./session";
import { Phases } from "./phases";
import { programPhase, type ProgramPhaseOptions } from "./program";
import { Snapshot } from "./snapshot";

type SharedOptions = "operation" | "stack" | "parallel" | "targets" | "replace" | "continueOnError" | "clock" | "emit";

interface OperationOptions extends Pick<SessionOptions, SharedOptions> {
    /** Refreshes all resources before an update or preview. */
    refresh?: boolean;
    /** Discards interrupted creates. */
    clearPendingCreates?: boolean;
    project: Project;
    config: StackConfig;
    store: StateStore;
    env: NodeJS.ProcessEnv;
    /** If aborted, no further step is started and steps in progress are completed. */
    signal?: AbortSignal;
}

interface OperationResult {
    ok: boolean;
    changes: Changes;
    resources: Resource[];
}

/** Runs one operation on a stack, from loading its state to stopping the last process. */
export async function runOperation(options: OperationOptions): Promise<OperationResult> {
    const { operation, project, stack, store, clock, emit, env } = options;
    const began = clock.now();
    const { resources, pending } = await store.load();
    const before = { resources, pending: options.clearPendingCreates ? [] : pending };
    const snapshot = new Snapshot(before, operation === "preview" ? undefined : (state) => store.save(state));
    const changes = new ChangeCount(operation);
    const halt = new Halt();
    const cancel = () => halt.stop("canceled");
    if (options.signal?.aborted) cancel();
    options.signal?.addEventListener("abort", cancel);

    const engine = await serve(
        EngineService,
        engineService({
            diagnostic: (diagnostic) => emit({ kind: "diagnostic", diagnostic }),
            status: (urn, message) => emit({ kind: "status", urn, message }),
        }),
    );
    const settings = providerConfig(options.config);
    const children = { engineAddress: engine.address, env, onLine: asDiagnostics(emit) };
    // Like the CLI: existing resources are read and deleted with the configuration of the last update.
    const former = resources.find((each) => isProvider(each) && !each.delete)?.inputs;
    const host = new ProviderHost({ ...children, dir: project.dir, project: project.name }, former ?? settings, clock);
    try {
        emit({ kind: "start", operation, project: project.name, stack });
        const session = new Session(
            { ...options, project: project.name, halt, snapshot, changes, providerConfig: settings, provider: host },
            resources,
        );
        const { refresh = false, config } = options;
        const program: ProgramPhaseOptions = { ...children, project, config };
        const phases = new Phases(session, {
            refresh,
            pending,
            program: (planner) => programPhase(planner, program),
        });
        const { ok, outputs } = await phases.all();
        await snapshot.finish();
        if (operation === "up" || operation === "preview") emit({ kind: "outputs", outputs });
        emit({ kind: "end", ok, changes: changes.all, duration: clock.now() - began });
        return { ok, changes: changes.all, resources: snapshot.state.resources };
    } finally {
        options.signal?.removeEventListener("abort", cancel);
        await host.stop();
        engine.stop();
    }
}

/** Reports the output of programs and providers as diagnostics. */
const asDiagnostics =
    (emit: Emit): LineSink =>
    (line, stream) => {
        const severity = stream === "stdout" ? "info" : "info#err";
        if (line.trim() !== "") emit({ kind: "diagnostic", diagnostic: { severity, message: line } });
    };
