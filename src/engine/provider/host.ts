import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../clock";
import type { Child } from "../children/child";
import type { Properties } from "../model/values";
import type { ProviderClient } from "./client";
import { type ProviderProcessOptions, startProvider } from "./process";

/** Time for a provider to exit after its last call, in milliseconds. */
const graceMs = 2_000;

interface Instance {
    child: Child;
    configured: Promise<ProviderClient>;
}

/**
 * The provider of an operation, started and configured on first use. A new configuration starts a new process; the old
 * one keeps running until the end, since calls to it may be pending.
 */
export class ProviderHost {
    private readonly instances: Instance[] = [];
    private current: Instance | undefined;

    constructor(
        private readonly options: ProviderProcessOptions,
        private config: Properties,
        private readonly clock: Clock,
    ) {}

    /** Sets the configuration for further calls. */
    use(config: Properties): void {
        if (isDeepStrictEqual(config, this.config)) return;
        this.config = config;
        this.current = undefined;
    }

    client(): Promise<ProviderClient> {
        this.current ??= this.start();
        return this.current.configured;
    }

    /** Stops all provider processes. */
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
