import type { Callback } from "@pulumi/pulumi/proto/callback_pb";
import * as messages from "@pulumi/pulumi/proto/resource_pb";
import type { Urn } from "../model/urn";
import { type Callbacks, RejectedError } from "./callbacks";
import { inherit } from "./inherit";
import { optionsOf, setOptions } from "./transformOptions";

/** Applies what a resource gets from elsewhere: options of its parent; transforms of itself, its ancestors and the stack. */
export class Transforms {
    private readonly ofStack: Callback[] = [];
    /** The completed registrations, as transformed. */
    private readonly registered = new Map<Urn, messages.RegisterResourceRequest>();

    constructor(private readonly callbacks: Callbacks) {}

    addToStack(transform: Callback): void {
        this.ofStack.push(transform);
    }

    remember(urn: Urn, request: messages.RegisterResourceRequest): void {
        this.registered.set(urn, request);
    }

    /**
     * Completes a registration in place. The resource's own transforms run first, those of the stack last.
     * @throws RejectedError if a transform fails.
     */
    async apply(request: messages.RegisterResourceRequest): Promise<void> {
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
        subject: messages.RegisterResourceRequest,
        options: messages.TransformResourceOptions,
    ): Promise<messages.TransformResponse> {
        const request = new messages.TransformRequest();
        request.setName(subject.getName());
        request.setType(subject.getType());
        request.setCustom(subject.getCustom());
        request.setParent(subject.getParent());
        request.setProperties(subject.getObject());
        request.setOptions(options);
        try {
            const answer = await this.callbacks.invoke(transform, request.serializeBinary());
            return messages.TransformResponse.deserializeBinary(answer);
        } catch (error) {
            throw error instanceof RejectedError ? new RejectedError(`invoke transform: ${error.message}`) : error;
        }
    }
}

function forgetPropertyDependencies(request: messages.RegisterResourceRequest): void {
    const dependencies = request.getPropertydependenciesMap();
    dependencies.clear();
    const names = Object.keys(request.getObject()?.toJavaScript() ?? {});
    for (const name of names) dependencies.set(name, new messages.RegisterResourceRequest.PropertyDependencies());
}
