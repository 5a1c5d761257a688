import type { EngineConnection } from "./engineConnection";

/** Of any version of the engine: an answer is an answer, even that there is no such method. */
const probeMethod = "/pulumirpc.Engine/GetRootResource";
const nothing = Buffer.alloc(0);

/**
 * Knows whether the engine is there. A provider's process outlives an engine that is killed, or whose terminal is closed; what
 * it changed then, no state would record, and the next `up` would not know that it is still at work.
 */
export class EngineMonitor {
    #isGone = false;
    #isWatching = false;

    /** @param end - ends the process; where it does not (in a test), nothing is changed any more all the same. */
    constructor(
        private readonly connection: EngineConnection,
        private readonly end: () => void,
    ) {}

    /** Connects, and ends the process as soon as the connection has broken for good, whatever the process is at. */
    watch(): void {
        if (this.#isWatching) return;
        this.#isWatching = true;
        this.#look();
    }

    #look(): void {
        const { connectivityState } = this.connection.grpc;
        const channel = this.connection.client.getChannel();
        const state = channel.getConnectivityState(true);
        if (state === connectivityState.SHUTDOWN) return;
        // IDLE is what follows a connection that broke, but one that was closed for want of use as well.
        if (state === connectivityState.IDLE || state === connectivityState.TRANSIENT_FAILURE) this.suspect();
        channel.watchConnectivityState(state, Infinity, () => this.#look());
    }

    /** To be called before anything is changed, each time. @throws Error where the engine is gone. */
    async assertThere(): Promise<void> {
        this.watch();
        if (this.#isGone || !(await this.#answers())) {
            this.#end();
            throw new Error("The Pulumi engine is gone: nothing more is changed.");
        }
    }

    /** Something hints that the engine may be gone: if it is, the process ends. */
    suspect(): void {
        if (this.#isGone) return;
        void this.#answers().then((answers) => {
            if (!answers) this.#end();
        });
    }

    #end(): void {
        if (this.#isGone) return;
        this.#isGone = true;
        this.end();
    }

    /** A connection may break under a question and the engine be there all the same; a second one then finds it. */
    async #answers(): Promise<boolean> {
        return (await this.#ask()) || (await this.#ask());
    }

    /**
     * No deadline: nobody listening, or a connection that breaks, is known at once; an engine that is there and silent has
     * been stopped (^Z), and nothing is to be changed until it goes on.
     */
    #ask(): Promise<boolean> {
        const { client, grpc } = this.connection;
        return new Promise((resolve) => {
            client.makeUnaryRequest(
                probeMethod,
                () => nothing,
                () => undefined,
                nothing,
                (error) => resolve(error?.code !== grpc.status.UNAVAILABLE),
            );
        });
    }
}
