import type { sendUnaryData, ServerUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import * as messages from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "../protocol/sdk";
import type { Diagnostic, Severity } from "../run/events";

/** Where what programs and providers log goes. */
export interface LogSink {
    diagnostic(diagnostic: Diagnostic): void;
    /** Of a resource's row, until something else happens to it. */
    status(urn: string | undefined, message: string): void;
}

const { INFO, WARNING, ERROR } = messages.LogSeverity;
// Debug messages are nobody's: there is no switch for them.
const severities = new Map<number, Severity>([
    [INFO, "info"],
    [WARNING, "warning"],
    [ERROR, "error"],
]);

/** Marks that the SDK leaves for the CLI's own colours. */
const colourMark = /<\{%.*?%\}>/g;

type EmptyMessage = InstanceType<typeof Empty>;

/** The engine's other side: the log. */
export function engineService(sink: LogSink): UntypedServiceImplementation {
    return {
        log(call: ServerUnaryCall<messages.LogRequest, EmptyMessage>, callback: sendUnaryData<EmptyMessage>): void {
            const { request } = call;
            const severity = severities.get(request.getSeverity());
            const urn = request.getUrn() || undefined;
            const message = request.getMessage().replace(colourMark, "").trimEnd();
            if (severity && request.getEphemeral()) sink.status(urn, message);
            else if (severity) sink.diagnostic({ severity, urn, message });
            callback(null, new Empty());
        },
    };
}
