import type { Resource } from "./model/resource";
import { nameOf, type Urn } from "./model/urn";
import { containsSecrets, type Properties, reveal, Unknown, type Value } from "./model/values";
import { type Op, subjectOf } from "./plan/step";
import type { Changes, Diagnostic, EngineEvent } from "./run/events";
import type { DeploymentDocument } from "./state/format";

/** A value without marks: JSON. In a preview, what is not known yet is `undefined`. */
export type Plain = undefined | null | boolean | number | string | Plain[] | { [name: string]: Plain };

/** One resource of the stack after an operation; after a preview, as it would be. */
export interface ResourceReport {
    urn: Urn;
    type: string;
    name: string;
    id?: string;
    inputs: Record<string, Plain>;
    outputs: Record<string, Plain>;
    /** The names of the inputs that are secret, or have something secret in them. */
    secretInputs: string[];
    secretOutputs: string[];
    parent?: Urn;
    dependencies: Urn[];
    protect: boolean;
    external: boolean;
    /** Replaced, and still to be deleted. */
    delete: boolean;
    /** What kept it from coming up. */
    initErrors: string[];
}

export interface StepReport {
    op: Op;
    urn: Urn;
    /** Undefined: it was still under way. */
    outcome?: "done" | "failed";
    /** The properties for which a resource is replaced. */
    keys: string[];
    /** What a refresh has found. */
    result?: "same" | "update" | "delete";
}

/** All that an operation has come to. */
export interface DeployResult {
    /** 0 where all went well, 1 otherwise. */
    exitCode: 0 | 1;
    /** How many resources had which operation. */
    changes: Changes;
    /** In the order in which they began. */
    steps: StepReport[];
    diagnostics: Diagnostic[];
    /** The stack itself is the first; the provider, which nobody asked for, is not among them. */
    resources: ResourceReport[];
    /** The stack's outputs. */
    outputs: Record<string, Plain>;
    /** The names of the stack's outputs that are secret. */
    secretOutputs: string[];
    /** For the next operation's `state`, its secrets in plain text. With a state file: undefined. */
    state: DeploymentDocument | undefined;
}

function plain(value: Value): Plain {
    const open = reveal(value);
    if (open instanceof Unknown) return undefined;
    if (Array.isArray(open)) return open.map(plain);
    if (typeof open === "object" && open !== null)
        return Object.fromEntries(Object.entries(open).map(([name, each]) => [name, plain(each as Value)]));
    return open;
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

/** Collects the steps and the diagnostics of an operation. */
export function stepReporter(): { steps: StepReport[]; diagnostics: Diagnostic[]; on(event: EngineEvent): void } {
    const steps: StepReport[] = [];
    const diagnostics: Diagnostic[] = [];
    const reports = new Map<object, StepReport>();
    return {
        steps,
        diagnostics,
        on(event) {
            if (event.kind === "diagnostic") diagnostics.push(event.diagnostic);
            if (event.kind === "step") {
                const { step } = event;
                const report: StepReport = {
                    op: step.op,
                    urn: subjectOf(step).urn,
                    keys: "keys" in step ? step.keys : [],
                };
                reports.set(step, report);
                steps.push(report);
            }
            if (event.kind === "done" || event.kind === "failed") {
                const report = reports.get(event.step);
                if (!report) return;
                report.outcome = event.kind;
                if (event.step.op === "refresh") report.result = event.step.refreshed?.result;
            }
        },
    };
}
