import { createRequire } from "node:module";
import type * as Grpc from "@grpc/grpc-js";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as EngineMessages from "@pulumi/pulumi/proto/engine_pb";
import { systemClock, wallTime, type Clock } from "../../shared/clock";

/** The engine's log. Every message belongs to a resource, or with no URN to the stack. */
export interface ResourceLog {
    /** Shown in the resource's row until the next message. */
    status(urn: string | undefined, text: string): void | Promise<void>;
    /** Shown in the diagnostics. */
    info(urn: string | undefined, text: string): Promise<void>;
    /** Shown in the diagnostics. */
    warn(urn: string | undefined, text: string): Promise<void>;
    /** Shown with `pulumi up --debug` only. */
    debug(urn: string | undefined, text: string): void;
}

const ignore = () => Promise.resolve();
/** For a process without an engine. */
export const silentLog: ResourceLog = { status: ignore, info: ignore, warn: ignore, debug: () => undefined };

/** Milliseconds after which a message is given up. The engine runs on this machine and normally answers at once. */
const logTimeout = 2_000;

function engineLog({ client, grpc, messages }: EngineConnection, monitor: EngineMonitor): ResourceLog {
    const send = (
        urn: string | undefined,
        text: string,
        severity: EngineMessages.LogSeverity,
        ephemeral: boolean,
    ): Promise<void> => {
        const request = new messages.LogRequest();
        request.setUrn(urn ?? "");
        request.setMessage(text);
        request.setSeverity(severity);
        request.setEphemeral(ephemeral);
        monitor.watch();
        return new Promise((resolve) => {
            const deadline = wallTime(systemClock) + logTimeout;
            // A lost message must not stop the operation, so no error rejects.
            client.log(request, new grpc.Metadata(), { deadline }, (error) => {
                if (error?.code === grpc.status.UNAVAILABLE) monitor.suspect();
                resolve();
            });
        });
    };
    const { DEBUG, INFO, WARNING } = messages.LogSeverity;
    return {
        status: (urn, text) => send(urn, text, INFO, true),
        debug: (urn, text) => void send(urn, text, DEBUG, false),
        info: (urn, text) => send(urn, text, INFO, false),
        warn: (urn, text) => send(urn, text, WARNING, false),
    };
}

const addressForm = /^[^\s/]+:\d+$/;

type EngineConnection = NonNullable<ReturnType<typeof connectEngine>>;

/** Connects to `host:port`, which the SDK's provider host gets as its first argument. Undefined for any other text. */
function connectEngine(address: string | undefined) {
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
class EngineMonitor {
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

    /** To be called before every mutating request. @throws Error - if the engine is gone. */
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

/**
 * Connects to the engine at an address. Without an address (in tests) nothing is logged or watched. `assertAlive` rejects if the engine has
 * exited: it could not record a change any more.
 */
export function engineAt(
    address: string | undefined,
    { clock = systemClock, end = endProcess }: { clock?: Clock; end?: () => void } = {},
) {
    const connection = connectEngine(address);
    if (connection === undefined) return { log: silentLog, assertAlive: () => Promise.resolve() };
    const monitor = new EngineMonitor(connection, end);
    void clock.sleep(watchDelay).then(() => monitor.watch());
    return { log: engineLog(connection, monitor), assertAlive: () => monitor.assertAlive() };
}
