import { createRequire } from "node:module";
import type * as Grpc from "@grpc/grpc-js";
import type { ServiceDefinition, UntypedServiceImplementation } from "@grpc/grpc-js";
import type { Struct as StructMessage } from "google-protobuf/google/protobuf/struct_pb";
import type { Empty as EmptyMessage } from "google-protobuf/google/protobuf/empty_pb";
import { secretOf, secretSignature, signatureKey } from "../shared/registration";
import { UnsupportedError } from "./model/resource";
import { isProperties, type Properties, ResourceReference, Secret, unknown, Unknown, type Value } from "./model/values";

// Both are resolved from @pulumi/pulumi: its generated messages work only with its own copies, and strict package
// managers do not expose them elsewhere.
const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));

export const grpc = sdk("@grpc/grpc-js") as typeof Grpc;
export const { Struct } = sdk("google-protobuf/google/protobuf/struct_pb") as { Struct: typeof StructMessage };
export const { Empty } = sdk("google-protobuf/google/protobuf/empty_pb") as { Empty: typeof EmptyMessage };

export const channelOptions = {
    // Messages may exceed gRPC's default size limit; the SDK lifts it too.
    "grpc.max_receive_message_length": -1,
    "grpc.max_send_message_length": -1,
    // A port may have belonged to another process a moment ago, whose failed connection is of no use to a new client.
    "grpc.use_local_subchannel_pool": 1,
    // All of it is on this machine, where no proxy can reach it.
    "grpc.enable_http_proxy": 0,
};

/** Methods missing from the implementation return UNIMPLEMENTED. */
export function serve(service: ServiceDefinition, implementation: UntypedServiceImplementation) {
    const server = new grpc.Server(channelOptions);
    server.addService(service, implementation);
    return new Promise<{ address: string; stop(): void }>((resolve, reject) => {
        server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
            if (error) reject(error);
            else resolve({ address: `127.0.0.1:${port}`, stop: () => server.forceShutdown() });
        });
    });
}

/** The key marks special objects. The protocol defines it and its values. */
export { secretSignature, signatureKey };
export const referenceSignature = "5cf8f73096256a8f31e491e813e4eb8e";
/** In a state: a number that JSON does not have, by its bits. */
export const floatSignature = "8ad145fe-0d11-4827-bfd7-1abcbf086f5c";
const assetSignatures = ["c44067f5952c0a294b673a41bacd8c17", "0def7320c3a5731c473e5ecbe6d01bc7"];

/** The protocol's placeholder for an unknown value of any type. */
export const unknownText = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Reads an object with a signature; `undefined` if it is read like any other object. */
export type ReadSpecial = (object: Record<string, unknown>) => Value | undefined;

export function fromWire(raw: unknown, readSpecial: ReadSpecial = fromSpecial): Value {
    if (raw === unknownText) return unknown;
    if (raw === null || raw === undefined) return null;
    if (typeof raw === "string" || typeof raw === "number" || typeof raw === "boolean") return raw;
    if (Array.isArray(raw)) return raw.map((item) => fromWire(item, readSpecial));
    const object = raw as Record<string, unknown>;
    if (object[signatureKey] === referenceSignature) {
        const id = object.id === undefined || object.id === "" ? undefined : fromWire(object.id);
        return new ResourceReference(textOf(object.urn), id, textOf(object.packageVersion));
    }
    const special = signatureKey in object ? readSpecial(object) : undefined;
    return special ?? propertiesFromWire(object, readSpecial);
}

export const textOf = (raw: unknown): string => (typeof raw === "string" ? raw : "");

function fromSpecial(object: Record<string, unknown>): Value {
    const signature = object[signatureKey];
    if (signature === secretSignature) return new Secret(fromWire(object.value));
    if (assetSignatures.includes(String(signature))) throw new UnsupportedError("assets and archives");
    throw new UnsupportedError(`a special value of the kind ${String(signature)}`);
}

export function propertiesFromWire(raw: Record<string, unknown>, readSpecial?: ReadSpecial): Properties {
    return Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, fromWire(value, readSpecial)]));
}

/** What the receiver supports. Other secrets and references are sent plain, and other unknown values are dropped. */
export interface Reader {
    /** A function returns the fields of a secret other than its signature. */
    secrets?: boolean | ((secret: Secret) => object);
    unknowns?: boolean;
    references?: boolean;
    /** For numbers that JSON does not have. Default: as they are. */
    notFinite?: (value: number) => unknown;
}

export function toWire(value: Value, reader: Reader): unknown {
    if (value instanceof Secret) {
        if (typeof reader.secrets === "function") return { [signatureKey]: secretSignature, ...reader.secrets(value) };
        const plain = toWire(value.value, reader);
        if (!reader.secrets || plain === undefined) return plain;
        return secretOf(plain);
    }
    if (value instanceof Unknown) return reader.unknowns ? unknownText : undefined;
    if (value instanceof ResourceReference) {
        if (!reader.references) return toWire(value.id ?? value.urn, reader);
        const { urn, id, packageVersion } = value;
        return { [signatureKey]: referenceSignature, urn, packageVersion, ...(id && { id: toWire(id, reader) }) };
    }
    if (Array.isArray(value)) return value.map((item) => toWire(item, reader) ?? null);
    if (typeof value === "number" && !Number.isFinite(value) && reader.notFinite) return reader.notFinite(value);
    return isProperties(value) ? propertiesToWire(value, reader) : value;
}

/** In the order of their names, as Pulumi writes them. */
export function propertiesToWire(properties: Properties, reader: Reader): Record<string, unknown> {
    const sent = Object.entries(properties).map(([name, value]) => [name, toWire(value, reader)] as const);
    const sorted = sent.sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(sorted.filter(([, value]) => value !== undefined));
}

export function toStruct(properties: Properties, reader: Reader): StructMessage {
    return Struct.fromJavaScript(propertiesToWire(properties, reader) as Parameters<typeof Struct.fromJavaScript>[0]);
}

export function fromStruct(message: StructMessage | undefined): Properties {
    return propertiesFromWire(message?.toJavaScript() ?? {});
}
