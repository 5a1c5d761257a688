import { createRequire } from "node:module";
import type * as Grpc from "@grpc/grpc-js";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type * as EngineMessages from "@pulumi/pulumi/proto/engine_pb";

/** The connection to the engine that started this process, with what it takes to speak on it. */
export interface EngineConnection {
    readonly grpc: typeof Grpc;
    readonly messages: typeof EngineMessages;
    readonly client: EngineClient;
}

const addressForm = /^[^\s/]+:\d+$/;

/** The SDK's host gets the engine's address as its first argument; `undefined`: that is none. */
export function connectEngine(address: string | undefined): EngineConnection | undefined {
    if (address === undefined || !addressForm.test(address)) return undefined;
    const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
    const grpc = sdk("@grpc/grpc-js") as typeof Grpc;
    const messages = sdk("@pulumi/pulumi/proto/engine_pb") as typeof EngineMessages;
    const services = sdk("@pulumi/pulumi/proto/engine_grpc_pb") as { EngineClient: typeof EngineClient };
    // The engine is on this machine: a proxy that the environment names is not the way to it.
    const options = { "grpc.enable_http_proxy": 0 };
    return { grpc, messages, client: new services.EngineClient(address, grpc.credentials.createInsecure(), options) };
}
