/** To run a script in a kept process. */
export interface RunMessage {
    readonly run: number;
    /** The script and its arguments. */
    readonly args: readonly string[];
    readonly cwd: string;
    readonly env: Readonly<Record<string, string | undefined>>;
}

/** To end what runs. */
export interface EndMessage {
    readonly end: number;
}

export type ToKept = RunMessage | EndMessage;

/** A run has ended. */
export interface EndedMessage {
    readonly ended: number;
    readonly code: number;
}

/** Written to both output streams behind the last line of a run. */
export const endOfOutput = (run: number): string => `\u0000 end of run ${run}`;
