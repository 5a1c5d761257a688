import type { Step } from "../plan/step";
import type { Urn } from "../model/urn";
import type { Properties } from "../model/values";

/** `info#err`: standard error of the program or the provider. */
export type Severity = "info" | "info#err" | "warning" | "error";

export interface Diagnostic {
    severity: Severity;
    /** Absent if it concerns the whole operation. */
    urn?: Urn;
    message: string;
}

export type Operation = "up" | "preview" | "refresh" | "destroy";

/** The events of an operation, in order. */
export type EngineEvent =
    | { kind: "start"; operation: Operation; project: string; stack: string }
    | { kind: "step"; step: Step }
    | { kind: "done"; step: Step }
    | { kind: "failed"; step: Step }
    /** Ephemeral: replaced by the next event of the resource. */
    | { kind: "status"; urn: Urn | undefined; message: string }
    | { kind: "diagnostic"; diagnostic: Diagnostic }
    | { kind: "outputs"; outputs: Properties }
    /** `duration` is in milliseconds. */
    | { kind: "end"; ok: boolean; changes: Changes; duration: number };

/** Number of resources per operation. */
export type Changes = Record<string, number>;

export type Emit = (event: EngineEvent) => void;

/** Aborts planning after the reason was reported to the user. */
export class Stopped extends Error {
    constructor(reason: string) {
        super(reason);
        this.name = "Stopped";
    }
}

/** The engine accepts no more requests from the program. */
export class ShutDown extends Error {
    constructor() {
        super("the engine is shutting down");
        this.name = "ShutDown";
    }
}
