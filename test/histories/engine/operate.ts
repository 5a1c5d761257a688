// One operation on a stack: the embedded engine's own planner and executor, with program and provider in this process.
import type { Clock } from "../../../src/clock";
import { isProvider, type Resource } from "../../../src/engine/model/resource";
import { nameOf, typeOf, type Urn } from "../../../src/engine/model/urn";
import type { Properties } from "../../../src/engine/model/values";
import { type Op, subjectOf } from "../../../src/engine/plan/step";
import { plainProperties, type Plain } from "../../../src/engine/deployResult";
import { ChangeCount } from "../../../src/engine/run/changes";
import type { Diagnostic, EngineEvent, Operation } from "../../../src/engine/run/events";
import { Halt } from "../../../src/engine/run/halt";
import { Phases } from "../../../src/engine/run/phases";
import { Session } from "../../../src/engine/run/session";
import { Snapshot } from "../../../src/engine/run/snapshot";
import { plainSeal } from "../../../src/engine/state/seal";
import { readStack, writeStack } from "../../../src/engine/state/stack";
import type { DeploymentDocument } from "../../../src/engine/state/format";
import type { Life } from "./life";
import { providerCalls, providersOf, runtimeOf } from "./provider";
import { runProgram } from "./program";

/** A stack between two operations. */
export interface Stack {
    name: string;
    state: DeploymentDocument | undefined;
    /** To be replaced by the next `up`, by URN. */
    tainted: ReadonlySet<Urn>;
}

export const project = "shop";
export const newStack = (): Stack => ({ name: "dev", state: undefined, tainted: new Set() });

export interface Request {
    readonly operation: Operation;
    readonly program: () => void;
    readonly refresh: boolean;
    readonly targets: ReadonlySet<Urn> | undefined;
    readonly replace: ReadonlySet<Urn>;
    readonly continueOnError: boolean;
    readonly parallel: number;
}

/** Where the API is, and how time passes. */
export interface Place {
    readonly clock: Clock;
    readonly config: Readonly<Record<string, string>>;
    /** If the processes may be killed. */
    readonly life?: Life | undefined;
}

/** A resource as the state has it, without marks. */
export interface Held {
    readonly urn: Urn;
    readonly type: string;
    readonly name: string;
    readonly id: string;
    readonly inputs: Readonly<Record<string, Plain>>;
    readonly outputs: Readonly<Record<string, Plain>>;
    readonly protect: boolean;
    readonly retainOnDelete: boolean;
    readonly deletedWith: Urn | undefined;
    /** Replaced, and still to be deleted. */
    readonly condemned: boolean;
    /** Already deleted, to be created again. */
    readonly pendingReplacement: boolean;
    readonly initErrors: readonly string[];
}

export interface StepDone {
    readonly op: Op;
    readonly urn: Urn;
    /** Of what was there before. */
    readonly oldId: string | undefined;
    readonly result: "same" | "update" | "delete" | undefined;
    readonly outcome: "done" | "failed" | undefined;
}

export interface Outcome {
    readonly ok: boolean;
    readonly killed: boolean;
    readonly steps: readonly StepDone[];
    readonly diagnostics: readonly Diagnostic[];
    /** The lines that show in the rows of resources while nothing else does. */
    readonly rows: readonly { readonly urn: Urn | undefined; readonly message: string }[];
    /** After the operation; after a preview, as it would be. */
    readonly state: DeploymentDocument;
}

function held(resource: Resource): Held {
    const { urn, id, inputs, outputs = {} } = resource;
    return {
        urn,
        type: typeOf(urn).split(":").at(-1) ?? "",
        name: nameOf(urn),
        id: id ?? "",
        inputs: plainProperties(inputs),
        outputs: plainProperties(outputs),
        protect: resource.protect,
        retainOnDelete: resource.retainOnDelete,
        deletedWith: resource.deletedWith,
        condemned: resource.delete,
        pendingReplacement: resource.pendingReplacement,
        initErrors: resource.initErrors,
    };
}

/** What of a state the API has. */
export const heldIn = (state: DeploymentDocument | undefined): Held[] =>
    state === undefined
        ? []
        : readStack(state, plainSeal)
              .resources.filter((each) => each.custom && !isProvider(each) && !each.external)
              .map(held);

/** Does one operation with a provider process of its own; the stack itself is left as it was. */
export async function operate(stack: Stack, place: Place, request: Request): Promise<Outcome> {
    const { config, life } = place;
    const clock = life ?? place.clock;
    const before = stack.state === undefined ? { resources: [], pending: [] } : readStack(stack.state, plainSeal);
    const diagnostics: Diagnostic[] = [];
    const rows: { urn: Urn | undefined; message: string }[] = [];
    const steps: StepDone[] = [];
    const reports = new Map<object, { -readonly [Key in keyof StepDone]: StepDone[Key] }>();
    const emit = (event: EngineEvent): void => {
        if (event.kind === "diagnostic") diagnostics.push(event.diagnostic);
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
    const log = {
        status: (urn: string | undefined, message: string) => void rows.push({ urn, message }),
        debug: () => undefined,
        info(urn: string | undefined, message: string) {
            diagnostics.push({ severity: "info", urn, message });
            return Promise.resolve();
        },
        warn(urn: string | undefined, message: string) {
            diagnostics.push({ severity: "warning", urn, message });
            return Promise.resolve();
        },
    };
    const calls = providerCalls(providersOf(runtimeOf(clock, log, config, life?.beforeMutation)));
    const snapshot = new Snapshot(before, undefined);
    const session = new Session(
        {
            operation: request.operation,
            project,
            stack: stack.name,
            parallel: request.parallel,
            targets: request.targets,
            continueOnError: request.continueOnError,
            replace: new Set([...request.replace, ...stack.tainted]),
            clock,
            emit,
            halt: new Halt(),
            snapshot,
            changes: new ChangeCount(request.operation),
            providerConfig: {} satisfies Properties,
            provider: { client: () => Promise.resolve(calls), use: () => undefined },
        },
        before.resources,
    );
    const phases = new Phases(session, {
        refresh: request.refresh,
        pending: before.pending,
        program: (planner, outputs) => runProgram(planner, outputs, request.program),
    });
    const ended = phases.all();
    const verdict = await (life ? Promise.race([ended, life.over]) : ended);
    const killed = verdict === undefined;
    if (!killed) await snapshot.finish();
    return {
        ok: verdict?.ok === true,
        killed,
        // Of what is killed, some may still move.
        steps: steps.map((step) => ({ ...step })),
        diagnostics: [...diagnostics],
        rows: [...rows],
        state: writeStack(snapshot.state, plainSeal, undefined, clock.now()),
    };
}
