import type { sendUnaryData, ServerUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import * as messages from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "../protocol/sdk";
import type { Diagnostic, Severity } from "../run/events";

/** Receives log messages of the program and the provider. */
export interface LogSink {
    diagnostic(diagnostic: Diagnostic): void;
    /** An ephemeral status message of a resource. */
    status(urn: string | undefined, message: string): void;
}

const { INFO, WARNING, ERROR } = messages.LogSeverity;
// Debug messages are dropped; there is no option to show them.
const severities = new Map<number, Severity>([
    [INFO, "info"],
    [WARNING, "warning"],
    [ERROR, "error"],
]);

/** The SDK's placeholders for the CLI's colours. */
const colourMark = /<\{%.*?%\}>/g;

type EmptyMessage = InstanceType<typeof Empty>;

/** The engine service, which receives logs, and keeps the URN of the stack for whoever asks. */
export function engineService(sink: LogSink): UntypedServiceImplementation {
    let rootUrn = "";
    return {
        setRootResource(
            { request }: ServerUnaryCall<messages.SetRootResourceRequest, messages.SetRootResourceResponse>,
            callback: sendUnaryData<messages.SetRootResourceResponse>,
        ): void {
            rootUrn = request.getUrn();
            callback(null, new messages.SetRootResourceResponse());
        },
        getRootResource(
            _call: ServerUnaryCall<messages.GetRootResourceRequest, messages.GetRootResourceResponse>,
            callback: sendUnaryData<messages.GetRootResourceResponse>,
        ): void {
            const response = new messages.GetRootResourceResponse();
            response.setUrn(rootUrn);
            callback(null, response);
        },
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
