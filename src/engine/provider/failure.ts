import type { ServiceError } from "@grpc/grpc-js";
import * as providerMessages from "@pulumi/pulumi/proto/provider_pb";
import * as statusMessages from "@pulumi/pulumi/proto/status_pb";
import type { Properties } from "../model/values";
import { fromStruct } from "../protocol/wire";

/** An error returned by the provider. */
export class ProviderError extends Error {
    constructor(
        message: string,
        /** The partially created or updated resource, if any. */
        readonly partial?: { id: string; properties: Properties; reasons: string[] },
    ) {
        super(message);
        this.name = "ProviderError";
    }
}

const detailsKey = "grpc-status-details-bin";
const initFailure = "pulumirpc.ErrorResourceInitFailed";

function listed(reasons: readonly string[]): string {
    if (reasons.length === 0) return "resource init failed";
    const lines = reasons.map((reason) => `\t* ${reason}`).join("\n");
    return `${reasons.length} error${reasons.length === 1 ? "" : "s"} occurred:\n${lines}`;
}

/** Converts a gRPC error, and detects a resource that was only partially created or updated. */
export function providerError(error: ServiceError): ProviderError {
    const [details] = error.metadata.get(detailsKey);
    if (!Buffer.isBuffer(details)) return new ProviderError(error.details || error.message);
    const status = statusMessages.Status.deserializeBinary(details);
    const packed = status.getDetailsList().find((detail) => detail.getTypeName() === initFailure);
    if (!packed) return new ProviderError(status.getMessage());
    const failure = providerMessages.ErrorResourceInitFailed.deserializeBinary(packed.getValue_asU8());
    const reasons = failure.getReasonsList();
    const properties = fromStruct(failure.getProperties());
    return new ProviderError(listed(reasons), { id: failure.getId(), properties, reasons });
}
