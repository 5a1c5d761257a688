import { createRequire } from "node:module";
import type * as Grpc from "@grpc/grpc-js";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as EngineMessages from "@pulumi/pulumi/proto/engine_pb";

/** A connection to the engine, with the SDK's modules to use it. */
export interface EngineConnection {
    readonly grpc: typeof Grpc;
    readonly messages: typeof EngineMessages;
    readonly client: EngineClient;
}

const addressForm = /^[^\s/]+:\d+$/;

/** Connects to `host:port`, which the SDK's provider host gets as its first argument. Undefined for any other text. */
export function connectEngine(address: string | undefined): EngineConnection | undefined {
    if (address === undefined || !addressForm.test(address)) return undefined;
    const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
    const grpc = sdk("@grpc/grpc-js") as typeof Grpc;
    const messages = sdk("@pulumi/pulumi/proto/engine_pb") as typeof EngineMessages;
    const services = sdk("@pulumi/pulumi/proto/engine_grpc_pb") as { EngineClient: typeof EngineClient };
    // The engine runs on this machine, where an HTTP proxy of the environment does not lead.
    const options = { "grpc.enable_http_proxy": 0 };
    return { grpc, messages, client: new services.EngineClient(address, grpc.credentials.createInsecure(), options) };
}

/** Any answer proves that the engine is alive, even `UNIMPLEMENTED`. */
const probeMethod = "/pulumirpc.Engine/GetRootResource";
const nothing = Buffer.alloc(0);

/**
 * Detects that the engine has exited. A provider process survives an engine that is killed, or whose terminal is closed. A change
 * made after that would not be recorded in any state, and could run into the next `pulumi up`.
 */
export class EngineMonitor {
    #isGone = false;
    #isWatching = false;

    /** @param end - exits the process. In a test it may return: `assertAlive` rejects from then on. */
    constructor(
        private readonly connection: EngineConnection,
        private readonly end: () => void,
    ) {}

    /** Connects, and exits the process once the engine is gone, even in the middle of an operation. */
    watch(): void {
        if (this.#isWatching) return;
        this.#isWatching = true;
        this.#checkChannel();
    }

    #checkChannel(): void {
        const { connectivityState } = this.connection.grpc;
        const channel = this.connection.client.getChannel();
        const state = channel.getConnectivityState(true);
        if (state === connectivityState.SHUTDOWN) return;
        // IDLE follows a broken connection, but also one that was closed because it was not used.
        if (state === connectivityState.IDLE || state === connectivityState.TRANSIENT_FAILURE) this.suspect();
        channel.watchConnectivityState(state, Infinity, () => this.#checkChannel());
    }

    /**
     * To be called before every mutating request.
     *
     * @throws Error - if the engine is gone.
     */
    async assertAlive(): Promise<void> {
        this.watch();
        if (this.#isGone || !(await this.#isAlive())) {
            this.#end();
            throw new Error("The Pulumi engine is gone: nothing more is changed.");
        }
    }

    /** Probes the engine after a sign that it may be gone, and exits the process if it is. */
    suspect(): void {
        if (this.#isGone) return;
        void this.#isAlive().then((isAlive) => {
            if (!isAlive) this.#end();
        });
    }

    #end(): void {
        if (this.#isGone) return;
        this.#isGone = true;
        this.end();
    }

    /** Probes twice: the first probe may fail because an old connection breaks, though the engine is alive. */
    async #isAlive(): Promise<boolean> {
        return (await this.#probe()) || (await this.#probe());
    }

    /**
     * Has no deadline. A closed port or a broken connection fails at once. An engine that does not answer is suspended (^Z), and
     * nothing must be changed until it resumes.
     */
    #probe(): Promise<boolean> {
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
