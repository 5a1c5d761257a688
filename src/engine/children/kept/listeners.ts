const events = [
    "uncaughtException",
    "unhandledRejection",
    "beforeExit",
    "exit",
    "SIGTERM",
    "SIGINT",
    "warning",
] as const;
type Listener = (...args: unknown[]) => void;

const listenersOf = (event: string) => process.listeners(event as "exit") as Listener[];

/** Takes away the listeners of the process that a run has added. */
export class Listeners {
    private before = new Map<string, readonly Listener[]>();

    remember(): void {
        this.before = new Map(events.map((event) => [event, listenersOf(event)]));
    }

    restore(): void {
        for (const [event, known] of this.before)
            for (const listener of listenersOf(event)) if (!known.includes(listener)) process.off(event, listener);
    }
}
