import { systemClock, type Clock } from "../clock";
import { connectEngine } from "./engineConnection";
import { engineLog, silentLog, type ResourceLog } from "./log";
import { EngineMonitor } from "./engineMonitor";

/** What a provider's process has to do with the engine that started it. */
export interface Engine {
    readonly log: ResourceLog;
    /** Resolves where the API may be changed: the engine is there to record it. */
    readonly assertThere: () => Promise<void>;
}

const none: Engine = { log: silentLog, assertThere: () => Promise.resolve() };

/** Ends this process, since nobody is there any more to record what it does. */
function endProcess(): void {
    process.stderr.write(
        "pulumi-clouddb: the Pulumi engine is gone, so nothing more is changed and this process ends\n",
    );
    process.exit(1);
}

/** A process that is asked to do something begins to watch then; one that only compares has often ended before this. */
const unhurried = 1_000;

/** The engine at that address; where there is no address, none is missed. */
export function engineAt(
    address: string | undefined,
    { clock = systemClock, end = endProcess }: { clock?: Clock; end?: () => void } = {},
): Engine {
    const connection = connectEngine(address);
    if (connection === undefined) return none;
    const watch = new EngineMonitor(connection, end);
    void clock.sleep(unhurried).then(() => watch.watch());
    return { log: engineLog(connection, watch), assertThere: () => watch.assertThere() };
}
