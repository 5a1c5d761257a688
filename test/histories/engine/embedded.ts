// The planner and executor of the embedded engine, on a host for program and provider.
import { isProvider } from "../../../src/engine/model/resource";
import { subjectOf } from "../../../src/engine/plan/step";
import type { Diagnostic, EngineEvent } from "../../../src/engine/run/events";
import { Session, type SessionOptions } from "../../../src/engine/run/session";
import { Phases } from "../../../src/engine/run/phases";
import type { Planner } from "../../../src/engine/plan/planner";
import { Snapshot } from "../../../src/engine/run/snapshot";
import { readStack, type StackState, writeStack } from "../../../src/engine/stateDocument";
import { type Outcome, type Place, project, type Request, type Stack, type StepDone } from "./operate";

/** What runs the program and the provider of one operation. */
export interface Host extends Pick<SessionOptions, "provider" | "providerConfig" | "clock"> {
    program(planner: Planner): Promise<void>;
    /** Called after the operation, also if it was killed. */
    end(): Promise<void>;
}

/** What a host is made of. */
export interface Given extends Place {
    readonly before: StackState;
    readonly emit: (event: EngineEvent) => void;
}

/** What `--replace` names has to be in the state. What is tainted need not: the mark goes with the resource. */
class Replaced extends Set<string> {
    constructor(
        named: Iterable<string>,
        private readonly tainted: ReadonlySet<string>,
    ) {
        super(named);
    }

    override has(urn: string): boolean {
        return super.has(urn) || this.tainted.has(urn);
    }
}

/** Collects what an engine tells. */
function listener() {
    const diagnostics: Diagnostic[] = [];
    const rows: { urn: string | undefined; message: string }[] = [];
    const steps: StepDone[] = [];
    const reports = new Map<object, { -readonly [Key in keyof StepDone]: StepDone[Key] }>();
    const emit = (event: EngineEvent): void => {
        if (event.kind === "diagnostic") diagnostics.push(event.diagnostic);
        if (event.kind === "status") rows.push({ urn: event.urn, message: event.message });
        if (event.kind === "step" && !isProvider(subjectOf(event.step)) && subjectOf(event.step).custom) {
            const { step } = event;
            const report = {
                op: step.op,
                urn: subjectOf(step).urn,
                oldId: "old" in step ? step.old?.id : undefined,
                result: undefined,
                outcome: undefined,
            };
            reports.set(step, report);
            steps.push(report);
        }
        if (event.kind === "done" || event.kind === "failed") {
            const report = reports.get(event.step);
            if (report === undefined) return;
            report.outcome = event.kind;
            if (event.step.op === "refresh") report.result = event.step.refreshed?.result;
        }
    };
    // Of what is killed, some may still move.
    const heard = () => structuredClone({ steps, diagnostics, rows });
    return { emit, heard };
}

/** Does one operation with a provider of its own; the stack itself is left as it was. */
export async function operate(
    stack: Stack,
    place: Place,
    request: Request,
    hosted: (given: Given) => Promise<Host>,
): Promise<Outcome> {
    const { life } = place;
    const before = stack.state === undefined ? { resources: [], pending: [] } : readStack(stack.state);
    const { emit, heard } = listener();
    const { program, end, ...host } = await hosted({ ...place, before, emit });
    const snapshot = new Snapshot(before, undefined);
    const { operation, parallel, targets, continueOnError, refresh } = request;
    const session = new Session(
        {
            ...host,
            operation,
            project,
            stack: stack.name,
            parallel,
            targets,
            continueOnError,
            replace: new Replaced(request.replace, stack.tainted),
            emit,
            snapshot,
        },
        before.resources,
    );
    try {
        const ended = new Phases(session, { refresh, pending: before.pending, program }).all();
        const verdict = await (life ? Promise.race([ended, life.over]) : ended);
        const killed = verdict === undefined;
        const state = writeStack(snapshot.state, host.clock.now());
        return { ok: verdict?.ok === true, killed, ...heard(), state };
    } finally {
        await end();
    }
}
