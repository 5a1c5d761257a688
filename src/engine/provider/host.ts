import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../clock";
import type { Child } from "../children/child";
import type { Properties } from "../model/values";
import type { ProviderClient } from "./client";
import { type ProviderProcessOptions, startProvider } from "./process";

/** How long a provider may take to leave once nothing is asked of it any more. */
const graceMs = 2_000;

interface Instance {
    child: Child;
    configured: Promise<ProviderClient>;
}

/**
 * The provider of an operation: started and configured when the first resource needs it. Another configuration is another
 * process; the one before stays until the end, for who still waits for its answer.
 */
export class ProviderHost {
    private readonly instances: Instance[] = [];
    private current: Instance | undefined;

    constructor(
        private readonly options: ProviderProcessOptions,
        private config: Properties,
        private readonly clock: Clock,
    ) {}

    /** From now on, this is the configuration. */
    use(config: Properties): void {
        if (isDeepStrictEqual(config, this.config)) return;
        this.config = config;
        this.current = undefined;
    }

    client(): Promise<ProviderClient> {
        this.current ??= this.start();
        return this.current.configured;
    }

    /** Ends the processes, if there are any. */
    async stop(): Promise<void> {
        const stop = async ({ child, configured }: Instance) => {
            (await configured.catch(() => undefined))?.close();
            await child.end(this.clock, graceMs);
        };
        await Promise.all(this.instances.map(stop));
    }

    private start(): Instance {
        const { config } = this;
        const { child, connected } = startProvider(this.options);
        const configured = connected.then(async (client) => {
            await client.configure(config);
            return client;
        });
        const instance = { child, configured };
        this.instances.push(instance);
        return instance;
    }
}
