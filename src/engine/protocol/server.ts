import type { ServiceDefinition, UntypedServiceImplementation } from "@grpc/grpc-js";
import { channelOptions, grpc } from "./sdk";

/** A gRPC server on a free local port. */
export interface RunningServer {
    readonly address: string;
    /** Closes all connections immediately. */
    stop(): void;
}

/** Methods missing from the implementation return UNIMPLEMENTED. */
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
