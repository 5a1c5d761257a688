import type { DeploymentDocument } from "../../../src/engine";

/** What a deployment did, whatever engine did it. */
export interface Outcome {
    readonly exitCode: number;
    /** How many of which operation, the stack itself and providers not counted; `same` included. */
    readonly changes: Readonly<Record<string, number>>;
    /** Operations in order: `create Service orders`. */
    readonly steps: readonly string[];
    readonly diagnostics: readonly { readonly severity: string; readonly urn: string; readonly message: string }[];
    /** Everything that was printed. */
    readonly printed: string;
}

export type Deployment = DeploymentDocument["deployment"];

/** One stack of one project. */
export interface Stack {
    setConfig(key: string, value: string, secret?: boolean): Promise<void>;
    removeConfig(keys: readonly string[]): Promise<void>;
    /**
     * `runProgram` runs the program in a `refresh` or a `destroy` as well, and `policyPack` is a folder in the project: of the Pulumi CLI
     * alone.
     */
    run(
        operation: "up" | "preview" | "refresh" | "destroy",
        options?: { readonly refresh?: boolean; readonly runProgram?: boolean; readonly policyPack?: string },
    ): Promise<Outcome>;
    /** `pulumi import --file FILE`, of a file in the project. */
    import(file: string): Promise<Outcome>;
    /** With secrets in the clear, or as they are stored. */
    deployment(secrets: "shown" | "stored"): Promise<Deployment>;
    outputs(): Promise<Readonly<Record<string, unknown>>>;
    /** Another command of the Pulumi CLI, which has to succeed. Undefined on the embedded engine. */
    command?(...args: string[]): Promise<string>;
}

const nameOf = (urn: string) => urn.split("::").slice(3).join("::");
const typeOf = (urn: string) => urn.split("::")[2]?.split("$").at(-1) ?? "";

/** An outcome in the words of an engine. */
export function outcomeOf(
    exitCode: number,
    allSteps: readonly { op: string; urn: string }[],
    diagnostics: readonly { severity: string; urn?: string | undefined; message: string }[],
    printed: string,
): Outcome {
    const steps = allSteps.filter(({ urn }) => !typeOf(urn).startsWith("pulumi:"));
    const changes: Record<string, number> = {};
    for (const { op } of steps) changes[op] = (changes[op] ?? 0) + 1;
    return {
        exitCode,
        changes,
        steps: steps.map(({ op, urn }) => `${op} ${typeOf(urn).split(":").at(-1)} ${nameOf(urn)}`),
        diagnostics: diagnostics.map(({ severity, urn = "", message }) => ({ severity, urn: nameOf(urn), message })),
        printed,
    };
}

/** An engine that the end-to-end suite runs on. */
export interface Driver {
    readonly name: string;
    stack(folder: string, name: string, environment: Readonly<Record<string, string>>): Promise<Stack>;
}
