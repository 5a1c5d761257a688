import { systemClock, type Clock } from "../clock";
import { connectEngine, EngineMonitor } from "./engineMonitor";
import { engineLog, silentLog, type ResourceLog } from "./log";

/** The engine that started this provider process. */
export interface Engine {
    readonly log: ResourceLog;
    /** Rejects if the engine has exited: it could not record a change any more. */
    readonly assertAlive: () => Promise<void>;
}

const noEngine: Engine = { log: silentLog, assertAlive: () => Promise.resolve() };

function endProcess(): void {
    process.stderr.write(
        "pulumi-clouddb: the Pulumi engine is gone, so nothing more is changed and this process ends\n",
    );
    process.exit(1);
}

/**
 * Milliseconds until the engine is watched even without a call that logs or changes something. Many processes only answer a
 * few `diff`s and have exited by then, without ever opening a connection.
 */
const watchDelay = 1_000;

/** Connects to the engine at an address. Without an address (in tests) nothing is logged or watched. */
export function engineAt(
    address: string | undefined,
    { clock = systemClock, end = endProcess }: { clock?: Clock; end?: () => void } = {},
): Engine {
    const connection = connectEngine(address);
    if (connection === undefined) return noEngine;
    const monitor = new EngineMonitor(connection, end);
    void clock.sleep(watchDelay).then(() => monitor.watch());
    return { log: engineLog(connection, monitor), assertAlive: () => monitor.assertAlive() };
}
