import { type Callback, CallbackInvokeRequest } from "@pulumi/pulumi/proto/callback_pb";
import * as messages from "@pulumi/pulumi/proto/resource_pb";
import { CallbacksClient } from "@pulumi/pulumi/proto/callback_grpc_pb";
import { getOrCreate } from "../../shared/objects";
import type { Urn } from "../model/resource";
import { channelOptions, grpc } from "../protocol";

interface Heritage {
    options: messages.TransformResourceOptions;
    transforms: Callback[];
}

/** The program's own callback failed, or what it asks for is an error on every engine. The error is returned to the program, which reports it. */
export class RejectedError extends Error {}

/** Applies what a resource gets from elsewhere: options of its parent; transforms of itself, its ancestors and the stack. */
export class Transforms {
    readonly ofStack: Callback[] = [];
    readonly heritages = new Map<Urn, Heritage>();
    private readonly clients = new Map<string, CallbacksClient>();

    /** Changes the properties in place. The resource's own transforms run first, those of the stack last. */
    async apply(request: messages.RegisterResourceRequest): Promise<Heritage> {
        const parent = this.heritages.get(request.getParent());
        let options = optionsOf(request);
        if (parent) inherit(options, parent.options);
        const own = request.getTransformsList();
        const transforms = [...own, ...(parent?.transforms ?? [])];
        for (const transform of [...transforms, ...this.ofStack]) {
            const response = await this.invoke(transform, request, options);
            options = response.getOptions() ?? options;
            if (response.hasProperties()) request.setObject(response.getProperties());
        }
        // Transformed values have lost their property dependencies. Like the real engine, drop the original
        // dependencies only if the resource has transforms of its own.
        if (own.length > 0) forgetPropertyDependencies(request);
        return { options, transforms };
    }

    close(): void {
        for (const client of this.clients.values()) client.close();
    }

    private invoke(
        callback: Callback,
        subject: messages.RegisterResourceRequest,
        options: messages.TransformResourceOptions,
    ): Promise<messages.TransformResponse> {
        const argument = new messages.TransformRequest();
        argument.setName(subject.getName());
        argument.setType(subject.getType());
        argument.setCustom(subject.getCustom());
        argument.setParent(subject.getParent());
        argument.setProperties(subject.getObject());
        argument.setOptions(options);
        const request = new CallbackInvokeRequest();
        request.setToken(callback.getToken());
        request.setRequest(argument.serializeBinary());
        const target = callback.getTarget();
        const open = () => new CallbacksClient(target, grpc.credentials.createInsecure(), channelOptions);
        const client = getOrCreate(this.clients, target, open);
        return new Promise((resolve, reject) => {
            client.invoke(request, (error, response) => {
                if (error)
                    reject(new RejectedError(`invoke transform: rpc error: code = Unknown desc = ${error.details}`));
                else resolve(messages.TransformResponse.deserializeBinary(response.getResponse_asU8()));
            });
        });
    }
}

function forgetPropertyDependencies(request: messages.RegisterResourceRequest): void {
    const dependencies = request.getPropertydependenciesMap();
    dependencies.clear();
    const names = Object.keys(request.getObject()?.toJavaScript() ?? {});
    for (const name of names) dependencies.set(name, new messages.RegisterResourceRequest.PropertyDependencies());
}

/** Gives a child the options of its parent that it does not set itself. Its transforms see them as its own. */
function inherit(child: messages.TransformResourceOptions, parent: messages.TransformResourceOptions): void {
    if (child.getDeletedWith() === "") child.setDeletedWith(parent.getDeletedWith());
    if (!child.hasProtect() && parent.hasProtect()) child.setProtect(parent.getProtect() ?? false);
    if (!child.hasRetainOnDelete() && parent.hasRetainOnDelete())
        child.setRetainOnDelete(parent.getRetainOnDelete() ?? false);
}

function optionsOf(request: messages.RegisterResourceRequest): messages.TransformResourceOptions {
    const options = new messages.TransformResourceOptions();
    options.setDependsOnList(request.getDependenciesList());
    options.setIgnoreChangesList(request.getIgnorechangesList());
    options.setReplaceOnChangesList(request.getReplaceonchangesList());
    options.setAdditionalSecretOutputsList(request.getAdditionalsecretoutputsList());
    options.setAliasesList(request.getAliasesList());
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
