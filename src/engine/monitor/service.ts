import type { sendUnaryData, ServerUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import type { Message } from "google-protobuf";
import type { Callback } from "@pulumi/pulumi/proto/callback_pb";
import * as messages from "@pulumi/pulumi/proto/resource_pb";
import * as engineMessages from "@pulumi/pulumi/proto/engine_pb";
import { UnsupportedError } from "../model/resource";
import type { Planner } from "../plan/planner";
import type { Emit, Severity } from "../run/events";
import { Empty, fromStruct, grpc, toStruct } from "../protocol";
import { goalOf, readGoalOf, refuseUnsupported } from "./goal";
import { RejectedError, type Transforms } from "./transforms";

export type Monitored = Pick<Planner, "register" | "registerOutputs" | "refuse">;

// All features that programs query. Unsupported ones are announced too and refused on use; otherwise the SDK would
// advise updating the CLI.
const features: ReadonlySet<string> = new Set([
    "secrets",
    "resourceReferences",
    "aliasSpecs",
    "deletedWith",
    "replaceWith",
    "replacementTrigger",
    "transforms",
    "invokeTransforms",
    "parameterization",
    "resourceHooks",
    "errorHooks",
]);

const reader = { secrets: true, unknowns: true, references: true };

/** The resource monitor, which the SDK in the program's process calls. */
export function monitorService(engine: Monitored, transforms: Transforms): UntypedServiceImplementation {
    const unary =
        <Request, Response extends Message>(answer: (request: Request) => Response | Promise<Response>) =>
        (call: ServerUnaryCall<Request, Response>, callback: sendUnaryData<Response>): void => {
            Promise.resolve(call.request)
                .then(answer)
                .then(
                    (response) => callback(null, response),
                    (error: unknown) => {
                        const details = error instanceof Error ? error.message : String(error);
                        const isRejected = error instanceof RejectedError;
                        if (!isRejected) engine.refuse(details);
                        // On `UNAVAILABLE` the SDK exits silently; the engine reports the reason.
                        callback({ code: isRejected ? grpc.status.UNKNOWN : grpc.status.UNAVAILABLE, details });
                    },
                );
        };
    const refused = <Request = unknown>(what: (request: Request) => string) =>
        unary((request: Request) => {
            throw new UnsupportedError(what(request));
        });

    return {
        supportsFeature: unary((request: messages.SupportsFeatureRequest) => {
            const response = new messages.SupportsFeatureResponse();
            response.setHassupport(features.has(request.getId()));
            return response;
        }),
        registerResource: unary(async (request: messages.RegisterResourceRequest) => {
            const heritage = await transforms.apply(request);
            const { options } = heritage;
            refuseUnsupported(request, options);
            const { resource, failed } = await engine.register(goalOf(request, options));
            transforms.heritages.set(resource.urn, heritage);
            const response = new messages.RegisterResourceResponse();
            response.setUrn(resource.urn);
            response.setId(resource.id ?? "");
            // A component registers its outputs later, in a separate call.
            response.setObject(toStruct((resource.custom && !failed && resource.outputs) || {}, reader));
            response.setResult(failed ? messages.Result.FAIL : messages.Result.SUCCESS);
            return response;
        }),
        readResource: unary(async (request: messages.ReadResourceRequest) => {
            const { resource } = await engine.register(readGoalOf(request));
            const response = new messages.ReadResourceResponse();
            response.setUrn(resource.urn);
            response.setProperties(toStruct(resource.outputs ?? {}, reader));
            return response;
        }),
        registerResourceOutputs: unary(async (request: messages.RegisterResourceOutputsRequest) => {
            await engine.registerOutputs(request.getUrn(), fromStruct(request.getOutputs()));
            return new Empty();
        }),
        // Resource hooks are not supported, so there is nothing to wait for.
        signalAndWaitForShutdown: unary(() => new Empty()),
        invoke: refused((request: messages.ResourceInvokeRequest) => `the function '${request.getTok()}'`),
        call: refused((request: messages.ResourceCallRequest) => `the method '${request.getTok()}'`),
        registerStackTransform: unary((transform: Callback) => {
            transforms.ofStack.push(transform);
            return new Empty();
        }),
        registerStackInvokeTransform: refused(() => "invoke transforms"),
        registerResourceHook: refused(() => "resource hooks"),
        registerErrorHook: refused(() => "error hooks"),
        registerPackage: refused(() => "package references"),
    };
}

const { INFO, WARNING, ERROR } = engineMessages.LogSeverity;
// Debug messages are dropped; there is no option to show them.
const severities: Partial<Record<number, Severity>> = { [INFO]: "info", [WARNING]: "warning", [ERROR]: "error" };

/** The SDK's placeholders for the CLI's colours. */
const colourMark = /<\{%.*?%\}>/g;

/** The engine service, which receives logs. */
export function engineService(emit: Emit): UntypedServiceImplementation {
    const unary =
        <Request, Response>(answer: (request: Request) => Response) =>
        ({ request }: ServerUnaryCall<Request, Response>, callback: sendUnaryData<Response>): void =>
            callback(null, answer(request));
    return {
        setRootResource: unary(() => new engineMessages.SetRootResourceResponse()),
        log: unary((request: engineMessages.LogRequest) => {
            const severity = severities[request.getSeverity()];
            const urn = request.getUrn() || undefined;
            const message = request.getMessage().replace(colourMark, "").trimEnd();
            if (severity && request.getEphemeral()) emit({ kind: "status", urn, message });
            else if (severity) emit({ kind: "diagnostic", diagnostic: { severity, urn, message } });
            return new Empty();
        }),
    };
}
