import type { EngineEvent } from "../run/events";

/** Shows an operation while it goes on. */
export interface Display {
    on(event: EngineEvent): void;
    /** What is still owed at the end. */
    close(): void;
}

/** Where a display goes. */
export interface Output {
    write(text: string): unknown;
    isTTY?: boolean;
    columns?: number;
    rows?: number;
}
