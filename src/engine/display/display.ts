import type { EngineEvent } from "../run/events";

/** Shows the progress of an operation. */
export interface Display {
    on(event: EngineEvent): void;
    /** Prints the rest. */
    close(): void;
}

/** A display's output stream. */
export interface Output {
    write(text: string): unknown;
    isTTY?: boolean;
    columns?: number;
    rows?: number;
}
