// The dynamic providers, in process. Values are copied as if they were sent over the wire.
import type { dynamic } from "@pulumi/pulumi";
import type { Clock } from "../../../src/clock";
import { definitions } from "../../../src/lifecycle";
import { adapt } from "../../../src/provider/adapter";
import type { ResourceLog } from "../../../src/provider/engine";
import type { InitError } from "../../../src/provider/failures";
import { Runtime } from "../../../src/provider/runtime";
import { keepSecrecy, type Properties } from "../../../src/engine/model/values";
import { typeOf } from "../../../src/engine/model/resource";
import { fromStruct, type Reader, Struct, toStruct } from "../../../src/engine/protocol";
import { type ProviderCalls, ProviderError } from "../../../src/engine/provider/client";

export type Provider = Required<dynamic.ResourceProvider>;
export type Type = "Vpc" | "Peering" | "Service" | "ReadReplicaSet";
export type Providers = Readonly<Record<Type, Provider>>;
type PropertyMap = Record<string, unknown>;

/** The providers of one process. */
export function providersOf(runtime: Runtime): Providers {
    return {
        Vpc: adapt(definitions.vpc, runtime),
        Peering: adapt(definitions.peering, runtime),
        Service: adapt(definitions.service, runtime),
        ReadReplicaSet: adapt(definitions.readReplicaSet, runtime),
    };
}

export function runtimeOf(
    clock: Clock,
    log: ResourceLog,
    config: Readonly<Record<string, string>>,
    beforeMutation?: () => Promise<void>,
): Runtime {
    const runtime = new Runtime(clock, log, {}, beforeMutation);
    runtime.configure((key) => config[key]);
    return runtime;
}

const sent = (properties: Properties, reader: Reader = {}): PropertyMap => toStruct(properties, reader).toJavaScript();
/** Fails where the host would: on an `undefined`, a function. */
const answered = (bag: object): Properties =>
    fromStruct(Struct.fromJavaScript(bag as Parameters<typeof Struct.fromJavaScript>[0]));

const withProvider = (result: object | undefined, props: PropertyMap): PropertyMap => ({
    ...result,
    __provider: props["__provider"],
});

function toldByCreate(error: unknown): ProviderError {
    const { message, id, properties, reasons } = error as InitError;

    if (!id) return new ProviderError(message);
    return new ProviderError(reasons.join("\n"), { id, outputs: answered(properties), reasons });
}

/** The message; of a bug of the provider the host prints the stack. */
const told = (error: unknown): ProviderError => {
    const { message, stack = "" } = error as Error;
    return new ProviderError(stack.includes("\n    at ") ? `${message}: ${stack}` : message);
};

async function orTold<T>(work: Promise<T>, as: (error: unknown) => ProviderError): Promise<T> {
    try {
        return await work;
    } catch (error) {
        throw as(error);
    }
}

/** What the engine asks, answered by the providers of this process. */
export function providerCalls(providers: Providers): ProviderCalls {
    const of = ({ urn }: { urn: string }) => providers[typeOf(urn).split(":").at(-1) as Type];
    return {
        async check(subject, olds, news, unknowns) {
            const properties = sent(news, { unknowns });
            const result = await orTold(of(subject).check(sent(olds, { unknowns }), properties), told);
            const inputs = answered(withProvider((result as { inputs?: object }).inputs, properties));
            keepSecrecy(inputs, news);
            return {
                inputs,
                failures: (result as { failures?: { property: string; reason: string }[] }).failures ?? [],
            };
        },
        async diff(old, news, unknowns) {
            const result = await orTold(
                of(old).diff(old.id, sent(old.outputs ?? {}, { unknowns }), sent(news, { unknowns })),
                told,
            );
            return {
                changes: result.changes,
                replaceKeys: result.replaces ?? [],
                changedKeys: [],
                deleteBeforeReplace: result.deleteBeforeReplace ?? false,
            };
        },
        async create(next) {
            const properties = sent(next.inputs);
            const result = await orTold(of(next).create(properties), toldByCreate);
            return { id: result.id, outputs: answered(withProvider(result.outs as object, properties)) };
        },
        async read(subject) {
            const { inputs, outputs = {} } = subject;
            const properties = sent(outputs);
            const result = await orTold(of(subject).read(subject.id, properties), told);
            const found = {
                id: result.id ?? "",
                outputs: answered(withProvider(result.props as object | undefined, properties)),
                inputs:
                    result.inputs === undefined
                        ? undefined
                        : answered(withProvider(result.inputs as object, properties)),
            };
            if (found.inputs) keepSecrecy(found.inputs, inputs);
            keepSecrecy(found.outputs, outputs);
            return found;
        },
        async update(next, old) {
            const properties = sent(next.inputs);
            const result = await orTold(of(next).update(next.id, sent(old.outputs ?? {}), properties), toldByCreate);
            return answered(withProvider(result.outs as object | undefined, properties));
        },
        async delete(old) {
            await orTold(of(old).delete(old.id, sent(old.outputs ?? {})), told);
        },
    };
}
