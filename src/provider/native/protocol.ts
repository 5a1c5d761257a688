// The engine's protocol. Its messages work only with the SDK's own copies of gRPC and protobuf, which strict package managers hide.
import { createRequire } from "node:module";
import type * as Grpc from "@grpc/grpc-js";
import type * as PluginMessages from "@pulumi/pulumi/proto/plugin_pb";
import type * as ProviderServices from "@pulumi/pulumi/proto/provider_grpc_pb";
import type * as ProviderMessages from "@pulumi/pulumi/proto/provider_pb";
import type * as StatusMessages from "@pulumi/pulumi/proto/status_pb";
import type { Any as AnyMessage } from "google-protobuf/google/protobuf/any_pb";
import type { Empty as EmptyMessage } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct as StructMessage } from "google-protobuf/google/protobuf/struct_pb";
import { isInitError } from "../dynamic/operations/operation";
import { unknownValue, type PropertyMap } from "../dynamic/inputs";
import { secretOf, secretSignature, signatureKey } from "../../shared/registration";
import { isObject } from "../../shared/objects";
import { asError, secretProperties, type Problem } from "../lifecycle";

const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));

export const grpc = sdk("@grpc/grpc-js") as typeof Grpc;
export const messages = sdk("@pulumi/pulumi/proto/provider_pb") as typeof ProviderMessages;
export const { PluginInfo } = sdk("@pulumi/pulumi/proto/plugin_pb") as typeof PluginMessages;
const services = sdk("@pulumi/pulumi/proto/provider_grpc_pb") as typeof ProviderServices;
const { Status } = sdk("@pulumi/pulumi/proto/status_pb") as typeof StatusMessages;
const { Any } = sdk("google-protobuf/google/protobuf/any_pb") as { Any: typeof AnyMessage };
export const { Empty } = sdk("google-protobuf/google/protobuf/empty_pb") as { Empty: typeof EmptyMessage };
const { Struct } = sdk("google-protobuf/google/protobuf/struct_pb") as { Struct: typeof StructMessage };

/** The plain values of a message. The engine keeps the marks of secrets itself, except in the settings of a provider. */
export const fromStruct = (struct: StructMessage | undefined): PropertyMap =>
    withoutMarks(struct?.toJavaScript() ?? {}) as PropertyMap;

function withoutMarks(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withoutMarks);
    if (!isObject(value)) return value;
    if (value[signatureKey] === secretSignature) return withoutMarks(value["value"]);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutMarks(inner)]));
}

export const toStruct = (properties: PropertyMap): StructMessage =>
    // A round trip drops what is undefined, of which a message has no notion.
    Struct.fromJavaScript(JSON.parse(JSON.stringify(properties)) as Parameters<typeof Struct.fromJavaScript>[0]);

/** Marks what is secret in the result of a function, of which the engine has no schema at hand. */
export function withSecrets(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(withSecrets);
    if (!isObject(value)) return value;
    const marked = (key: string, inner: unknown) =>
        secretProperties.has(key) && inner !== undefined ? secretOf(inner) : withSecrets(inner);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, marked(key, inner)]));
}

/** Marks the settings of a provider that contain a key, which only the class marks. */
export const withSecretSettings = (settings: PropertyMap): PropertyMap =>
    Object.fromEntries(
        Object.entries(settings).map(([key, value]) => [
            key,
            ["apiKey", "profiles"].includes(key) && value !== unknownValue ? secretOf(value) : value,
        ]),
    );

/** A problem at a property, as an answer says it. */
export function failureOf({ property, reason }: Problem): ProviderMessages.CheckFailure {
    const failure = new messages.CheckFailure();
    failure.setProperty(property);
    failure.setReason(reason);
    return failure;
}

/** An answer, or why there is none. */
export type Handler<Request, Answer> = (request: Request) => Promise<Answer> | Answer;

/** The methods of a provider that the host has, each as a function of its request. */
export type Handlers = Readonly<Record<string, Handler<never, object>>>;

/** Serves the methods. Others answer that they are not implemented. */
export function serve(handlers: Handlers): Promise<{ readonly port: number; readonly stop: () => void }> {
    const server = new grpc.Server({
        // A state may be larger than gRPC's default limit; the engine lifts it as well.
        "grpc.max_receive_message_length": -1,
        "grpc.max_send_message_length": -1,
    });
    const unary =
        (handler: Handler<never, object>): Grpc.handleUnaryCall<unknown, object> =>
        ({ request }, callback) => {
            Promise.resolve()
                .then(() => handler(request as never))
                .then(
                    (answer) => callback(null, answer),
                    (error: unknown) => callback(serviceErrorOf(error)),
                );
        };
    server.addService(
        services.ResourceProviderService,
        Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, unary(handler)])),
    );
    return new Promise((resolve, reject) => {
        server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) =>
            error ? reject(error) : resolve({ port, stop: () => server.forceShutdown() }),
        );
    });
}

/** With the state that an operation has left, in the form of the engine. */
function serviceErrorOf(thrown: unknown): Partial<Grpc.ServiceError> {
    const error = asError(thrown);
    const metadata = new grpc.Metadata();
    if (isInitError(error)) {
        const { id, properties, reasons } = error;
        const failure = new messages.ErrorResourceInitFailed();
        failure.setId(id);
        failure.setProperties(toStruct(properties));
        failure.setReasonsList(reasons);
        const detail = new Any();
        detail.pack(failure.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
        const status = new Status();
        status.setCode(grpc.status.UNKNOWN);
        status.setMessage(error.message);
        status.addDetails(detail);
        metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
    }
    return { code: grpc.status.UNKNOWN, details: error.message, metadata };
}
