import { nameOf, type Resource, type Urn } from "./model/resource";
import { containsSecrets, type Properties, reveal, Unknown, type Value } from "./model/values";
import { type Op, type Step, subjectOf } from "./plan/step";
import type { Changes, Diagnostic, EngineEvent } from "./run/events";
import type { DeploymentDocument } from "./stateDocument";

/** A JSON value. Unknown values of a preview are `undefined`. */
export type Plain = undefined | null | boolean | number | string | Plain[] | { [name: string]: Plain };

/** A resource of the stack after the operation; for a preview, as planned. */
export interface ResourceReport {
    urn: Urn;
    type: string;
    name: string;
    id?: string;
    inputs: Record<string, Plain>;
    outputs: Record<string, Plain>;
    /** Names of the inputs that are or contain secrets. */
    secretInputs: string[];
    secretOutputs: string[];
    parent?: Urn;
    dependencies: Urn[];
    protect: boolean;
    external: boolean;
    /** Replaced, but not deleted yet. */
    delete: boolean;
    /** Why the resource is only partially created or updated. */
    initErrors: string[];
}

export interface StepReport {
    op: Op;
    urn: Urn;
    /** `undefined` if the step had not finished. */
    outcome?: "done" | "failed";
    /** The properties that cause a replacement. */
    keys: string[];
    /** The result of a refresh. */
    result?: "same" | "update" | "delete";
}

/** The result of an operation. */
export interface DeployResult {
    /** 0 for success, 1 for failure. */
    exitCode: 0 | 1;
    /** Number of resources per operation. */
    changes: Changes;
    /** In the order in which they started. */
    steps: StepReport[];
    diagnostics: Diagnostic[];
    /** Starts with the stack itself. Does not include the implicit provider. */
    resources: ResourceReport[];
    /** The stack's outputs. */
    outputs: Record<string, Plain>;
    /** Names of the secret stack outputs. */
    secretOutputs: string[];
    /** Input for the next operation's `state`, with secrets in plain text. `undefined` with a state file. */
    state: DeploymentDocument | undefined;
}

function plain(value: Value): Plain {
    const open = reveal(value);
    if (open instanceof Unknown) return undefined;
    if (Array.isArray(open)) return open.map(plain);
    return typeof open === "object" && open !== null ? plainProperties(open as Properties) : open;
}

export const plainProperties = (properties: Properties): Record<string, Plain> =>
    Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, plain(value)]));

export const secretNames = (properties: Properties): string[] =>
    Object.entries(properties).flatMap(([name, value]) => (containsSecrets(value) ? [name] : []));

export function reportResource(resource: Resource): ResourceReport {
    const { urn, type, id, inputs, outputs = {}, parent, dependencies, protect, external, initErrors } = resource;
    return {
        urn,
        type,
        name: nameOf(urn),
        id: id || undefined,
        inputs: plainProperties(inputs),
        outputs: plainProperties(outputs),
        secretInputs: secretNames(inputs),
        secretOutputs: secretNames(outputs),
        parent,
        dependencies,
        protect,
        external,
        delete: resource.delete,
        initErrors,
    };
}

/** The steps of an operation, from its events. */
export function reportSteps(events: readonly EngineEvent[]): StepReport[] {
    const outcomes = new Map<Step, "done" | "failed">();
    for (const event of events)
        if (event.kind === "done" || event.kind === "failed") outcomes.set(event.step, event.kind);
    const steps = events.flatMap((event) => (event.kind === "step" ? [event.step] : []));
    return steps.map((step) => ({
        op: step.op,
        urn: subjectOf(step).urn,
        keys: "keys" in step ? step.keys : [],
        outcome: outcomes.get(step),
        result: step.op === "refresh" ? step.refreshed?.result : undefined,
    }));
}
