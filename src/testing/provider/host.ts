import type { Clock } from "../../clock";
import type { Properties } from "../model/values";
import type { Child } from "../children/child";
import type { ProviderClient } from "./client";
import { type ProviderProcessOptions, startProvider } from "./process";

/** How long a provider may take to leave once nothing is asked of it any more. */
const graceMs = 2_000;

/** The one provider of an operation: started and configured when the first resource needs it. */
export class ProviderHost {
    private started: Promise<ProviderClient> | undefined;
    private child: Child | undefined;

    constructor(
        private readonly options: ProviderProcessOptions,
        private readonly config: Properties,
        private readonly clock: Clock,
    ) {}

    client(): Promise<ProviderClient> {
        this.started ??= this.start();
        return this.started;
    }

    /** Ends the process, if there is one. */
    async stop(): Promise<void> {
        const client = await this.started?.catch(() => undefined);
        client?.close();
        await this.child?.end(this.clock, graceMs);
    }

    kill(): void {
        this.child?.kill();
    }

    private async start(): Promise<ProviderClient> {
        const { child, connected } = startProvider(this.options);
        this.child = child;
        const client = await connected;
        await client.configure(this.config);
        return client;
    }
}
