import type { ServiceDefinition, UntypedServiceImplementation } from "@grpc/grpc-js";
import { channelOptions, grpc } from "./sdk";

/** A gRPC server on a free port of this machine. */
export interface RunningServer {
    readonly address: string;
    /** Cuts what is still connected. */
    stop(): void;
}

/** Calls that the implementation lacks are answered with UNIMPLEMENTED. */
export function serve(
    service: ServiceDefinition,
    implementation: UntypedServiceImplementation,
): Promise<RunningServer> {
    const server = new grpc.Server(channelOptions);
    server.addService(service, implementation);
    return new Promise((resolve, reject) => {
        server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
            if (error) reject(error);
            else resolve({ address: `127.0.0.1:${port}`, stop: () => server.forceShutdown() });
        });
    });
}
