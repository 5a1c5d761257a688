import { type Callback, CallbackInvokeRequest } from "@pulumi/pulumi/proto/callback_pb";
import {
    RegisterResourceRequest,
    TransformRequest,
    TransformResourceOptions,
    TransformResponse,
} from "@pulumi/pulumi/proto/resource_pb";
import { Alias } from "@pulumi/pulumi/proto/alias_pb";
import { CallbacksClient } from "@pulumi/pulumi/proto/callback_grpc_pb";
import type { Urn } from "../model/resource";
import { channelOptions, grpc } from "../protocol";

/** Applies what a resource gets from elsewhere: options of its parent; transforms of itself, its ancestors and the stack. */
export class Transforms {
    private readonly ofStack: Callback[] = [];
    /** The completed registrations, as transformed. */
    private readonly registered = new Map<Urn, RegisterResourceRequest>();

    constructor(private readonly callbacks: Callbacks) {}

    addToStack(transform: Callback): void {
        this.ofStack.push(transform);
    }

    remember(urn: Urn, request: RegisterResourceRequest): void {
        this.registered.set(urn, request);
    }

    /**
     * Completes a registration in place. The resource's own transforms run first, those of the stack last.
     * @throws RejectedError if a transform fails.
     */
    async apply(request: RegisterResourceRequest): Promise<void> {
        const parent = this.registered.get(request.getParent());
        if (parent) inherit(request, parent);
        const own = request.getTransformsList();
        const all = [...own, ...this.above(request.getParent()), ...this.ofStack];
        if (all.length === 0) return;
        let options = optionsOf(request);
        for (const transform of all) {
            const response = await this.run(transform, request, options);
            options = response.getOptions() ?? options;
            if (response.hasProperties()) request.setObject(response.getProperties());
        }
        setOptions(request, options);
        // Transformed values have lost their property dependencies. Like the real engine, drop the original
        // dependencies only if the resource has transforms of its own.
        if (own.length > 0) forgetPropertyDependencies(request);
    }

    private above(parent: Urn): Callback[] {
        const found = this.registered.get(parent);
        return found ? [...found.getTransformsList(), ...this.above(found.getParent())] : [];
    }

    private async run(
        transform: Callback,
        subject: RegisterResourceRequest,
        options: TransformResourceOptions,
    ): Promise<TransformResponse> {
        const request = new TransformRequest();
        request.setName(subject.getName());
        request.setType(subject.getType());
        request.setCustom(subject.getCustom());
        request.setParent(subject.getParent());
        request.setProperties(subject.getObject());
        request.setOptions(options);
        try {
            const answer = await this.callbacks.invoke(transform, request.serializeBinary());
            return TransformResponse.deserializeBinary(answer);
        } catch (error) {
            throw error instanceof RejectedError ? new RejectedError(`invoke transform: ${error.message}`) : error;
        }
    }
}

function forgetPropertyDependencies(request: RegisterResourceRequest): void {
    const dependencies = request.getPropertydependenciesMap();
    dependencies.clear();
    const names = Object.keys(request.getObject()?.toJavaScript() ?? {});
    for (const name of names) dependencies.set(name, new RegisterResourceRequest.PropertyDependencies());
}

/** Gives a child the options of its parent that it does not set itself. Its transforms see them as its own. */
function inherit(child: RegisterResourceRequest, parent: RegisterResourceRequest): void {
    if (child.getDeletedwith() === "") child.setDeletedwith(parent.getDeletedwith());
    if (!child.hasProtect() && parent.hasProtect()) child.setProtect(parent.getProtect() ?? false);
    if (!child.hasRetainondelete() && parent.hasRetainondelete())
        child.setRetainondelete(parent.getRetainondelete() ?? false);
}

/** The options that are passed to transforms. */
function optionsOf(request: RegisterResourceRequest): TransformResourceOptions {
    const options = new TransformResourceOptions();
    options.setDependsOnList(request.getDependenciesList());
    options.setIgnoreChangesList(request.getIgnorechangesList());
    options.setReplaceOnChangesList(request.getReplaceonchangesList());
    options.setAdditionalSecretOutputsList(request.getAdditionalsecretoutputsList());
    options.setAliasesList([...request.getAliasurnsList().map(aliasOf), ...request.getAliasesList()]);
    options.setDeletedWith(request.getDeletedwith());
    options.setImport(request.getImportid());
    options.setProvider(request.getProvider());
    options.setCustomTimeouts(request.getCustomtimeouts());
    options.setHooks(request.getHooks());
    if (request.hasProtect()) options.setProtect(request.getProtect() ?? false);
    if (request.hasRetainondelete()) options.setRetainOnDelete(request.getRetainondelete() ?? false);
    if (request.getDeletebeforereplacedefined() || request.getDeletebeforereplace())
        options.setDeleteBeforeReplace(request.getDeletebeforereplace());
    return options;
}

/** Applies the options returned by transforms. */
function setOptions(request: RegisterResourceRequest, options: TransformResourceOptions): void {
    request.setDependenciesList(options.getDependsOnList());
    request.setIgnorechangesList(options.getIgnoreChangesList());
    request.setReplaceonchangesList(options.getReplaceOnChangesList());
    request.setAdditionalsecretoutputsList(options.getAdditionalSecretOutputsList());
    request.clearAliasurnsList();
    request.setAliasesList(options.getAliasesList());
    request.setDeletedwith(options.getDeletedWith());
    request.setImportid(options.getImport());
    request.setProvider(options.getProvider());
    request.setCustomtimeouts(options.getCustomTimeouts());
    request.setHooks(options.getHooks());
    if (options.hasProtect()) request.setProtect(options.getProtect() ?? false);
    else request.clearProtect();
    if (options.hasRetainOnDelete()) request.setRetainondelete(options.getRetainOnDelete() ?? false);
    else request.clearRetainondelete();
    request.setDeletebeforereplacedefined(options.hasDeleteBeforeReplace());
    request.setDeletebeforereplace(options.getDeleteBeforeReplace() ?? false);
}

function aliasOf(urn: string): Alias {
    const alias = new Alias();
    alias.setUrn(urn);
    return alias;
}

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
