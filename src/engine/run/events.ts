import type { Step } from "../plan/step";
import type { Urn } from "../model/urn";
import type { Properties } from "../model/values";

/** `info#err`: what the program or the provider wrote to its error output. */
export type Severity = "info" | "info#err" | "warning" | "error";

export interface Diagnostic {
    severity: Severity;
    /** Absent: about the whole operation. */
    urn?: Urn;
    message: string;
}

/** The operations by which a user asks something of a stack. */
export type Operation = "up" | "preview" | "refresh" | "destroy";

/** What happens in an operation, in the order in which it happens. */
export type EngineEvent =
    | { kind: "start"; operation: Operation; project: string; stack: string }
    | { kind: "step"; step: Step }
    | { kind: "done"; step: Step }
    | { kind: "failed"; step: Step }
    /** Shows as long as nothing else does. */
    | { kind: "status"; urn: Urn | undefined; message: string }
    | { kind: "diagnostic"; diagnostic: Diagnostic }
    | { kind: "outputs"; outputs: Properties }
    /** In milliseconds. */
    | { kind: "end"; ok: boolean; changes: Changes; duration: number };

/** How many resources had which operation. */
export type Changes = Record<string, number>;

export type Emit = (event: EngineEvent) => void;

/** Ends what is under way and has been explained to the user already. */
export class Stopped extends Error {
    constructor(reason: string) {
        super(reason);
        this.name = "Stopped";
    }
}

/** The engine takes no more requests of the program. */
export class ShutDown extends Error {
    constructor() {
        super("the engine is shutting down");
        this.name = "ShutDown";
    }
}
