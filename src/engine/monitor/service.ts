import type { sendUnaryData, ServerUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
import type { Message } from "google-protobuf";
import type { Callback } from "@pulumi/pulumi/proto/callback_pb";
import * as messages from "@pulumi/pulumi/proto/resource_pb";
import type { Goal, ReadGoal, Resource } from "../model/resource";
import { UnsupportedError } from "../model/unsupported";
import type { Urn } from "../model/urn";
import type { Properties } from "../model/values";
import { ShutDown } from "../run/events";
import { Empty, grpc } from "../protocol/sdk";
import { fromStruct, toStruct } from "../protocol/wire";
import { goalOf, readGoalOf } from "./goal";
import { type Callbacks, RejectedError } from "./callbacks";
import { Transforms } from "./transforms";
import { refuseUnsupported } from "./unsupported";

/** A completed registration. */
export interface Registered {
    readonly resource: Resource;
    /** Its step has failed, and the operation continues: the program treats its outputs as unknown. */
    readonly failed: boolean;
}

/** The engine as seen by the monitor. Promises never settle once the operation has stopped. */
export interface Monitored {
    register(goal: Goal): Promise<Registered>;
    read(goal: ReadGoal): Promise<Registered>;
    registerOutputs(urn: Urn, outputs: Properties): Promise<void>;
    /** Reports an invalid request. */
    refuse(error: Error): void;
    /** Rejects once the engine stops responding to the program. */
    readonly closed: Promise<never>;
}

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
export function monitorService(engine: Monitored, callbacks: Callbacks): UntypedServiceImplementation {
    const transforms = new Transforms(callbacks);
    const unary =
        <Request, Response extends Message>(answer: (request: Request) => Response | Promise<Response>) =>
        (call: ServerUnaryCall<Request, Response>, callback: sendUnaryData<Response>): void => {
            const answered = Promise.resolve(call.request).then(answer);
            Promise.race([answered, engine.closed]).then(
                (response) => callback(null, response),
                (error: unknown) => {
                    const cause = error instanceof Error ? error : new Error(String(error));
                    if (cause instanceof RejectedError) {
                        callback({ code: grpc.status.UNKNOWN, details: cause.message });
                        return;
                    }
                    if (!(cause instanceof ShutDown)) engine.refuse(cause);
                    // On this code the SDK exits silently; the engine reports the reason.
                    callback({ code: grpc.status.UNAVAILABLE, details: cause.message });
                },
            );
        };
    const refused = (what: string) =>
        unary(() => {
            throw new UnsupportedError(what);
        });

    return {
        supportsFeature: unary((request: messages.SupportsFeatureRequest) => {
            const response = new messages.SupportsFeatureResponse();
            response.setHassupport(features.has(request.getId()));
            return response;
        }),
        registerResource: unary(async (request: messages.RegisterResourceRequest) => {
            await transforms.apply(request);
            refuseUnsupported(request);
            const { resource, failed } = await engine.register(goalOf(request));
            transforms.remember(resource.urn, request);
            const response = new messages.RegisterResourceResponse();
            response.setUrn(resource.urn);
            response.setId(resource.id ?? "");
            // A component registers its outputs later, in a separate call.
            response.setObject(toStruct((resource.custom && !failed && resource.outputs) || {}, reader));
            response.setResult(failed ? messages.Result.FAIL : messages.Result.SUCCESS);
            return response;
        }),
        readResource: unary(async (request: messages.ReadResourceRequest) => {
            const { resource } = await engine.read(readGoalOf(request));
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
        invoke: unary((request: messages.ResourceInvokeRequest) => {
            throw new UnsupportedError(`the function '${request.getTok()}'`);
        }),
        call: unary((request: messages.ResourceCallRequest) => {
            throw new UnsupportedError(`the method '${request.getTok()}'`);
        }),
        registerStackTransform: unary((transform: Callback) => {
            transforms.addToStack(transform);
            return new Empty();
        }),
        registerStackInvokeTransform: refused("invoke transforms"),
        registerResourceHook: refused("resource hooks"),
        registerErrorHook: refused("error hooks"),
        registerPackage: refused("package references"),
    };
}
