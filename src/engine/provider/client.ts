import type { ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import * as statusMessages from "@pulumi/pulumi/proto/status_pb";
import { nameOf, type Resource } from "../model/resource";
import { keepSecrecy, type Properties } from "../model/values";
import { channelOptions, Empty, fromStruct, grpc, toStruct } from "../protocol";

/** An actual resource. After a read, one without an id does not exist. */
export interface Found {
    id: string;
    outputs: Properties;
    inputs?: Properties;
}

export interface Difference {
    /** `undefined` if the provider does not know. */
    changes: boolean | undefined;
    replaceKeys: string[];
    changedKeys: string[];
    deleteBeforeReplace: boolean;
}

export type ProviderCalls = Pick<ProviderClient, "check" | "diff" | "create" | "read" | "update" | "delete">;
type Method = "configure" | keyof ProviderCalls;

/** Calls a dynamic provider. It receives plain values, so secret marks are restored in its responses. */
export class ProviderClient {
    private readonly client: ResourceProviderClient;

    constructor(address: string) {
        this.client = new ResourceProviderClient(address, grpc.credentials.createInsecure(), channelOptions);
    }

    close(): void {
        this.client.close();
    }

    async configure(config: Properties): Promise<void> {
        const request = new messages.ConfigureRequest();
        request.setAcceptsecrets(true);
        request.setAcceptresources(true);
        request.setSendsOldInputs(true);
        request.setSendsOldInputsToDelete(true);
        request.setArgs(toStruct(config, { secrets: true, unknowns: true, references: true }));
        await this.call("configure", request, messages.ConfigureResponse);
    }

    /** @param unknowns whether to send unknown values, which is only done in a preview. */
    async check(next: Resource, olds: Properties, news: Properties, unknowns: boolean) {
        const request = named(new messages.CheckRequest(), next);
        request.setOlds(toStruct(olds, { unknowns }));
        request.setNews(toStruct(news, { unknowns }));
        const response = await this.call("check", request, messages.CheckResponse);
        const inputs = fromStruct(response.getInputs());
        keepSecrecy(inputs, news);
        return { inputs, failures: response.getFailuresList().map((each) => each.toObject()) };
    }

    async diff(old: Resource, news: Properties, unknowns: boolean): Promise<Difference> {
        const request = named(new messages.DiffRequest(), old);
        request.setOldInputs(toStruct(old.inputs, { unknowns }));
        request.setOlds(toStruct(old.outputs ?? {}, { unknowns }));
        request.setNews(toStruct(news, { unknowns }));
        request.setIgnorechangesList(old.ignoreChanges);
        const response = await this.call("diff", request, messages.DiffResponse);
        const { DIFF_UNKNOWN, DIFF_SOME } = messages.DiffResponse.DiffChanges;
        const changes = response.getChanges();
        return {
            changes: changes === DIFF_UNKNOWN ? undefined : changes === DIFF_SOME,
            replaceKeys: response.getReplacesList(),
            changedKeys: response.getDiffsList(),
            deleteBeforeReplace: response.getDeletebeforereplace(),
        };
    }

    async create(next: Resource): Promise<Found> {
        const request = named(new messages.CreateRequest(), next);
        request.setProperties(toStruct(next.inputs, {}));
        request.setTimeout(next.customTimeouts?.create ?? 0);
        const response = await this.call("create", request, messages.CreateResponse);
        const id = response.getId();
        if (!id) throw new Error("the provider's create has returned no id");
        return { id, outputs: fromStruct(response.getProperties()) };
    }

    async read(resource: Resource): Promise<Found> {
        const { inputs, outputs = {} } = resource;
        const request = named(new messages.ReadRequest(), resource);
        request.setInputs(toStruct(inputs, {}));
        request.setProperties(toStruct(outputs, {}));
        const response = await this.call("read", request, messages.ReadResponse);
        const found: Found = { id: response.getId(), outputs: fromStruct(response.getProperties()) };
        keepSecrecy(found.outputs, outputs);
        if (!response.hasInputs()) return found;
        found.inputs = fromStruct(response.getInputs());
        keepSecrecy(found.inputs, inputs);
        return found;
    }

    async update(next: Resource, old: Resource): Promise<Found> {
        const request = named(new messages.UpdateRequest(), next);
        request.setOldInputs(toStruct(old.inputs, {}));
        request.setOlds(toStruct(old.outputs ?? {}, {}));
        request.setNews(toStruct(next.inputs, {}));
        request.setTimeout(next.customTimeouts?.update ?? 0);
        request.setIgnorechangesList(next.ignoreChanges);
        const response = await this.call("update", request, messages.UpdateResponse);
        return { id: next.id ?? "", outputs: fromStruct(response.getProperties()) };
    }

    async delete(old: Resource): Promise<void> {
        const request = named(new messages.DeleteRequest(), old);
        request.setOldInputs(toStruct(old.inputs, {}));
        request.setProperties(toStruct(old.outputs ?? {}, {}));
        request.setTimeout(old.customTimeouts?.delete ?? 0);
        await this.call("delete", request, Empty);
    }

    /** Replaces the overloaded methods of the generated client. */
    private call<T>(method: Method, request: object, _response: new () => T): Promise<T> {
        const client = this.client as unknown as Record<
            Method,
            (request: object, callback: (error: ServiceError | null, response: T) => void) => void
        >;
        return new Promise((resolve, reject) => {
            client[method](request, (error, response) => {
                if (error?.code === grpc.status.UNAVAILABLE)
                    reject(new ProviderError(`the provider's process ended while it had to ${method} the resource`));
                else if (error) reject(providerError(error));
                else resolve(response);
            });
        });
    }
}

interface NamedRequest {
    setUrn(urn: string): unknown;
    setName(name: string): unknown;
    setType(type: string): unknown;
    setId?(id: string): unknown;
}

function named<T extends NamedRequest>(request: T, { urn, type, id = "" }: Resource): T {
    request.setUrn(urn);
    request.setName(nameOf(urn));
    request.setType(type);
    if (request.setId && !id) throw new Error(`${urn} has no id`);
    request.setId?.(id);
    return request;
}

export class ProviderError extends Error {
    constructor(
        message: string,
        /** The partially created or updated resource, if any. */
        readonly partial?: { id: string; outputs: Properties; reasons: string[] },
    ) {
        super(message);
        this.name = "ProviderError";
    }
}

/** The message of an error with these reasons, in the words of the CLI. */
export function listed(reasons: readonly string[]): string {
    if (reasons.length === 0) return "resource init failed";
    const lines = reasons.map((reason) => `\t* ${reason}`).join("\n");
    return `${reasons.length} error${reasons.length === 1 ? "" : "s"} occurred:\n${lines}`;
}

/** Converts a gRPC error, and detects a resource that was only partially created or updated. */
function providerError(error: ServiceError): ProviderError {
    const [details] = error.metadata.get("grpc-status-details-bin");
    if (!Buffer.isBuffer(details)) return new ProviderError(error.details || error.message);
    const status = statusMessages.Status.deserializeBinary(details);
    const packed = status.getDetailsList().find((each) => each.getTypeName() === "pulumirpc.ErrorResourceInitFailed");
    if (!packed) return new ProviderError(status.getMessage());
    const failure = messages.ErrorResourceInitFailed.deserializeBinary(packed.getValue_asU8());
    const [id, reasons] = [failure.getId(), failure.getReasonsList()];
    return new ProviderError(listed(reasons), { id, outputs: fromStruct(failure.getProperties()), reasons });
}
