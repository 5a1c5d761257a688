import type { DeployOptions, Operation } from "../../src/engine";

/** A call that the trace provider has got. */
export interface Call {
    call: string;
    id?: string;
    olds?: Record<string, unknown>;
    news?: Record<string, unknown>;
    inputs?: Record<string, unknown>;
    props?: Record<string, unknown>;
    config?: Record<string, unknown>;
}

/** A resource of the state: stack and project cut off the URNs, secrets as `{ $secret }`. */
export interface RecordedResource {
    urn: string;
    parent?: string;
    dependencies?: string[];
    propertyDependencies?: Record<string, string[]>;
    outputs?: Record<string, unknown>;
    external?: boolean;
    delete?: boolean;
}

export interface RecordedStep {
    op: string;
    urn: string;
    outcome?: string;
    keys?: string[];
}

export interface Recorded {
    exitCode: number;
    changes: Record<string, number> | null;
    steps: RecordedStep[];
    calls: Call[];
    diagnostics: { severity: string; urn?: string; message: string }[];
    state: RecordedResource[];
    pendingOperations?: { type: string; urn: string }[];
}

/** What calls do instead of what they are asked to, by the resource's property `name` and the call. */
export type Faults = Record<string, Partial<Record<string, "fail" | "half" | "hang">>>;

export interface Stage {
    op: Operation;
    args?: string[];
    program?: string;
    config?: Record<string, string | [string]>;
    drift?: Record<string, unknown>;
    faults?: Faults;
    kill?: string;
    expected: Recorded;
}

/** The arguments that the CLI was given, as options of `deploy`. */
export function optionsOf({ args = [] }: Pick<Stage, "args">): Partial<DeployOptions> {
    const valuesOf = (option: string) => args.filter((_argument, at) => args[at - 1] === option);
    const targets = valuesOf("--target");
    return {
        refresh: args.includes("--refresh"),
        continueOnError: args.includes("--continue-on-error"),
        replace: valuesOf("--replace"),
        ...(targets.length > 0 && { targets }),
    };
}
