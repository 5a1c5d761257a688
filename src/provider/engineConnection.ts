import { createRequire } from "node:module";
import type * as Grpc from "@grpc/grpc-js";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as EngineMessages from "@pulumi/pulumi/proto/engine_pb";

/** A connection to the engine, with the SDK's modules to use it. */
export interface EngineConnection {
    readonly grpc: typeof Grpc;
    readonly messages: typeof EngineMessages;
    readonly client: EngineClient;
}

const addressForm = /^[^\s/]+:\d+$/;

/** Connects to `host:port`, which the SDK's provider host gets as its first argument. Undefined for any other text. */
export function connectEngine(address: string | undefined): EngineConnection | undefined {
    if (address === undefined || !addressForm.test(address)) return undefined;
    const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
    const grpc = sdk("@grpc/grpc-js") as typeof Grpc;
    const messages = sdk("@pulumi/pulumi/proto/engine_pb") as typeof EngineMessages;
    const services = sdk("@pulumi/pulumi/proto/engine_grpc_pb") as { EngineClient: typeof EngineClient };
    // The engine runs on this machine, where an HTTP proxy of the environment does not lead.
    const options = { "grpc.enable_http_proxy": 0 };
    return { grpc, messages, client: new services.EngineClient(address, grpc.credentials.createInsecure(), options) };
}
