import * as grpc from "@grpc/grpc-js";

/** Listens on a free local port and returns it. */
export const listen = (server: grpc.Server): Promise<number> =>
    new Promise((resolve, reject) => {
        server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) =>
            error ? reject(error) : resolve(port),
        );
    });
