import { AsyncLocalStorage } from "node:async_hooks";
import type * as EngineMessages from "@pulumi/pulumi/proto/engine_pb";
import type { EngineConnection, EngineMonitor } from "./engineMonitor";

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

/** The URN of the resource that the current operation works on, so that its requests are logged for that resource. */
export const currentResource = new AsyncLocalStorage<string | undefined>();

/** For a process without an engine. */
export const silentLog: ResourceLog = {
    status: () => undefined,
    debug: () => undefined,
    info: () => Promise.resolve(),
    warn: () => Promise.resolve(),
};

/** Milliseconds after which a message is given up. The engine runs on this machine and normally answers at once. */
const logTimeout = 2_000;

export function engineLog(
    { client, grpc, messages }: EngineConnection,
    watcher: Pick<EngineMonitor, "watch" | "suspect">,
): ResourceLog {
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
        watcher.watch();
        return new Promise((resolve) => {
            const deadline = new Date(Date.now() + logTimeout);
            // A lost message must not stop the operation, so no error rejects.
            client.log(request, new grpc.Metadata(), { deadline }, (error) => {
                if (error?.code === grpc.status.UNAVAILABLE) watcher.suspect();
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
