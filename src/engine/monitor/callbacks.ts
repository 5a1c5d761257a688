import { CallbacksClient } from "@pulumi/pulumi/proto/callback_grpc_pb";
import { type Callback, CallbackInvokeRequest } from "@pulumi/pulumi/proto/callback_pb";
import { channelOptions, grpc } from "../protocol/sdk";

/** The program's own callback failed. The error is returned to the program, which reports it. */
export class RejectedError extends Error {
    constructor(message: string) {
        super(message);
        this.name = "RejectedError";
    }
}

/** Invokes callbacks in the program's process. */
export class Callbacks {
    private readonly clients = new Map<string, CallbacksClient>();

    /** @throws RejectedError if the callback throws. */
    invoke(callback: Callback, argument: Uint8Array): Promise<Uint8Array> {
        const request = new CallbackInvokeRequest();
        request.setToken(callback.getToken());
        request.setRequest(argument);
        return new Promise((resolve, reject) => {
            this.client(callback.getTarget()).invoke(request, (error, response) => {
                if (error) reject(new RejectedError(`rpc error: code = Unknown desc = ${error.details}`));
                else resolve(response.getResponse_asU8());
            });
        });
    }

    close(): void {
        for (const client of this.clients.values()) client.close();
    }

    private client(target: string): CallbacksClient {
        const known = this.clients.get(target);
        if (known) return known;
        const client = new CallbacksClient(target, grpc.credentials.createInsecure(), channelOptions);
        this.clients.set(target, client);
        return client;
    }
}
