import { createRequire } from "node:module";
import type * as Grpc from "@grpc/grpc-js";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as EngineMessages from "@pulumi/pulumi/proto/engine_pb";

/** Tells the user something that belongs to one resource. */
export interface ResourceLog {
    /** Shows in the resource's row as long as nothing else does. */
    status(urn: string | undefined, text: string): void;
    /** Stays among the diagnostics. */
    info(urn: string | undefined, text: string): Promise<void>;
    /** Stays among the diagnostics. */
    warn(urn: string | undefined, text: string): Promise<void>;
}

/** Where no engine listens. */
export const silentLog: ResourceLog = {
    status: () => undefined,
    info: () => Promise.resolve(),
    warn: () => Promise.resolve(),
};

const addressForm = /^[^\s/]+:\d+$/;
/** The engine is on this machine: a word to it that takes longer than this has nobody to hear it. */
const patience = 2_000;

/** The log of the engine that started this process: the SDK's host gets the engine's address as its first argument. */
export function engineLog(address: string | undefined): ResourceLog {
    if (address === undefined || !addressForm.test(address)) return silentLog;
    const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
    const grpc = sdk("@grpc/grpc-js") as typeof Grpc;
    const messages = sdk("@pulumi/pulumi/proto/engine_pb") as typeof EngineMessages;
    const services = sdk("@pulumi/pulumi/proto/engine_grpc_pb") as { EngineClient: typeof EngineClient };
    const client = new services.EngineClient(address, grpc.credentials.createInsecure());

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
        return new Promise((resolve) => {
            // Progress is a courtesy: when the engine does not take it, the work goes on all the same.
            client.log(request, new grpc.Metadata(), { deadline: new Date(Date.now() + patience) }, () => resolve());
        });
    };
    const { INFO, WARNING } = messages.LogSeverity;
    return {
        status: (urn, text) => void send(urn, text, INFO, true),
        info: (urn, text) => send(urn, text, INFO, false),
        warn: (urn, text) => send(urn, text, WARNING, false),
    };
}
