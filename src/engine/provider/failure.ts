import type { ServiceError } from "@grpc/grpc-js";
import * as providerMessages from "@pulumi/pulumi/proto/provider_pb";
import * as statusMessages from "@pulumi/pulumi/proto/status_pb";
import type { Properties } from "../model/values";
import { fromStruct } from "../protocol/wire";

/** A provider's refusal, in its own words. */
export class ProviderError extends Error {
    constructor(
        message: string,
        /** What exists all the same, half made. */
        readonly partial?: { id: string; properties: Properties; reasons: string[] },
    ) {
        super(message);
        this.name = "ProviderError";
    }
}

const detailsKey = "grpc-status-details-bin";
const initFailure = "pulumirpc.ErrorResourceInitFailed";

/** Several reasons as one message. */
function listed(reasons: readonly string[]): string {
    if (reasons.length === 0) return "resource init failed";
    const lines = reasons.map((reason) => `\t* ${reason}`).join("\n");
    return `${reasons.length} error${reasons.length === 1 ? "" : "s"} occurred:\n${lines}`;
}

/** Tells a resource that was made but is not ready from one that was not made. */
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
