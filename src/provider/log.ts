import type * as EngineMessages from "@pulumi/pulumi/proto/engine_pb";
import type { EngineConnection } from "./engineConnection";

/** The engine's log, for messages that belong to one resource. */
export interface ResourceLog {
    /** Shows in the resource's row until the next message. */
    status(urn: string | undefined, text: string): void;
    /** Stays among the diagnostics. */
    info(urn: string | undefined, text: string): Promise<void>;
    /** Stays among the diagnostics. */
    warn(urn: string | undefined, text: string): Promise<void>;
    /** Shows with `pulumi up --debug` only. */
    debug(urn: string | undefined, text: string): void;
}

/** Where no engine listens. */
export const silentLog: ResourceLog = {
    status: () => undefined,
    debug: () => undefined,
    info: () => Promise.resolve(),
    warn: () => Promise.resolve(),
};

/** The engine is on this machine: a word to it that takes longer than this has nobody to hear it. */
const patience = 2_000;

/** Who wants to know whether the engine is there. */
export interface Watcher {
    watch(): void;
    suspect(): void;
}

export function engineLog({ client, grpc, messages }: EngineConnection, watcher: Watcher): ResourceLog {
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
            const deadline = new Date(Date.now() + patience);
            // Progress is a courtesy: an engine that is there and does not take it keeps no work from going on.
            client.log(request, new grpc.Metadata(), { deadline }, (error) => {
                if (error?.code === grpc.status.UNAVAILABLE) watcher.suspect();
                resolve();
            });
        });
    };
    const { DEBUG, INFO, WARNING } = messages.LogSeverity;
    return {
        status: (urn, text) => void send(urn, text, INFO, true),
        debug: (urn, text) => void send(urn, text, DEBUG, false),
        info: (urn, text) => send(urn, text, INFO, false),
        warn: (urn, text) => send(urn, text, WARNING, false),
    };
}
