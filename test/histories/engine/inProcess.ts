// Program and provider in this process, on the clock of the API. Values are copied as if they were sent over the wire.
import type { dynamic } from "@pulumi/pulumi";
import type { Clock } from "../../../src/shared/clock";
import { typeOf } from "../../../src/engine/model/resource";
import { keepSecrecy, type Properties } from "../../../src/engine/model/values";
import { fromStruct, type Reader, Struct, toStruct } from "../../../src/engine/protocol";
import { listed, type ProviderCalls, ProviderError } from "../../../src/engine/provider/client";
import type { InitError } from "../../../src/provider/dynamic/operations/operation";
import { ProviderRuntime } from "../../../src/provider/dynamic/providerRuntime";
import { providersOf, type Type } from "../../support/inProcess";
import { throughHost } from "../../support/throughHost";
import { build } from "../model/build";
import { type Given, type Host, operate } from "./embedded";
import { type Engine, environmentOf, type Life, type Outcome, type Place, type Request, type Stack } from "./operate";
import { runProgram } from "./program";

type PropertyMap = Record<string, unknown>;

/** A new one each time: what waits for a promise lives as long as it does. */
const never = () => new Promise<never>(() => undefined);

/** The clock of an operation that may be killed. Then it stops: nothing that waits in it goes on. */
export const mortal = (clock: Clock, { signal: end }: Life): Clock => ({
    now: () => clock.now(),
    wallTime: () => clock.wallTime?.() ?? clock.now(),
    async sleep(ms, signal) {
        try {
            await clock.sleep(ms, signal ? AbortSignal.any([signal, end]) : end);
        } catch (error) {
            if (!end.aborted) throw error;
        }
        if (end.aborted) await never();
    },
});

const sent = (properties: Properties, reader: Reader = {}): PropertyMap => toStruct(properties, reader).toJavaScript();
/** Fails where the host would: on an `undefined`, a function. */
const answered = (bag: object): Properties =>
    fromStruct(Struct.fromJavaScript(bag as Parameters<typeof Struct.fromJavaScript>[0]));
const withProvider = (result: object | undefined, props: PropertyMap): Properties =>
    answered({ ...result, __provider: props["__provider"] });

function toldByCreate(error: unknown): ProviderError {
    const { message, id, properties, reasons } = error as InitError;
    if (!id) return new ProviderError(message);
    return new ProviderError(listed(reasons), { id, outputs: answered(properties), reasons });
}

/** The message; of a bug of the provider the host prints the stack. */
const defect = (error: unknown): ProviderError => {
    const { message, stack = "" } = error as Error;
    return new ProviderError(stack.includes("\n    at ") ? `${message}: ${stack}` : message);
};

interface CallsOptions {
    readonly life?: Life | undefined;
    /** Of a failed check, diff, read or delete, which the host also prints. */
    readonly told?: (error: unknown) => ProviderError;
}

/** What the engine asks, answered by dynamic providers in this process. */
export function providerCalls(
    of: (subject: { readonly urn: string }, properties: PropertyMap) => Required<dynamic.ResourceProvider>,
    { life, told = defect }: CallsOptions = {},
): ProviderCalls {
    const orTold = async <T>(work: Promise<T>, as: (error: unknown) => ProviderError = told): Promise<T> => {
        try {
            return await work;
        } catch (error) {
            if (life?.isOver) await never();
            throw as(error);
        }
    };
    return {
        async check(subject, olds, news, unknowns) {
            const properties = sent(news, { unknowns });
            const result = await orTold(of(subject, properties).check(sent(olds, { unknowns }), properties));
            const inputs = withProvider(result.inputs as object | undefined, properties);
            keepSecrecy(inputs, news);
            return { inputs, failures: result.failures ?? [] };
        },
        async diff(old, news, unknowns) {
            const [olds, wanted] = [sent(old.outputs ?? {}, { unknowns }), sent(news, { unknowns })];
            const provider: dynamic.ResourceProvider = of(old, wanted);
            const result = (await orTold(Promise.resolve(provider.diff?.(old.id!, olds, wanted)))) ?? {};
            return {
                changes: result.changes,
                replaceKeys: result.replaces ?? [],
                changedKeys: [],
                deleteBeforeReplace: result.deleteBeforeReplace ?? false,
            };
        },
        async create(next) {
            const properties = sent(next.inputs);
            const result = await orTold(of(next, properties).create(properties), toldByCreate);
            return { id: result.id, outputs: withProvider(result.outs as object, properties) };
        },
        async read(subject) {
            const properties = sent(subject.outputs ?? {});
            const result = await orTold(of(subject, properties).read(subject.id!, properties));
            const outputs = withProvider(result.props as object | undefined, properties);
            keepSecrecy(outputs, subject.outputs ?? {});
            const inputs = result.inputs === undefined ? undefined : withProvider(result.inputs as object, properties);
            if (inputs) keepSecrecy(inputs, subject.inputs);
            return { id: result.id ?? "", outputs, inputs };
        },
        async update(next, old) {
            const properties = sent(next.inputs);
            const result = await orTold(
                of(next, properties).update(next.id!, sent(old.outputs ?? {}), properties),
                toldByCreate,
            );
            return { id: next.id!, outputs: withProvider(result.outs as object | undefined, properties) };
        },
        async delete(old) {
            const properties = sent(old.outputs ?? {});
            await orTold(of(old, properties).delete(old.id!, properties));
        },
    };
}

function byUrn(runtime: ProviderRuntime): (urn: string) => Required<dynamic.ResourceProvider> {
    const providers = providersOf(runtime);
    return (urn) => providers[typeOf(urn).split(":").at(-1) as Type];
}

/** Which of the two providers answers. */
export type DoorName = "dynamic" | "native";

function host(
    { config, life, suspension, emit, ...place }: Given,
    time: Clock,
    program: () => void,
    door: DoorName,
): Host {
    const lasting = suspension?.clockOf(time) ?? time;
    const clock = life ? mortal(lasting, life) : lasting;
    const told = (severity: "info" | "warning") => (urn: string | undefined, message: string) => {
        emit({ kind: "diagnostic", diagnostic: { severity, urn, message } });
        return Promise.resolve();
    };
    const log = {
        status: (urn: string | undefined, message: string) => emit({ kind: "status", urn, message }),
        debug: () => undefined,
        info: told("info"),
        warn: told("warning"),
    };
    // What is killed sends no change any more. A rejection frees its slot among the connections, which all processes share here.
    const beforeMutation = async () => {
        // The operation has several requests at a time, of which only one waits for what is done beside it.
        await suspension?.over();
        if (life?.isOver === true) throw new Error("killed");
    };
    const runtime = new ProviderRuntime(clock, log, environmentOf(place), beforeMutation);
    runtime.configure((key) => config[key]);
    const of = door === "dynamic" ? byUrn(runtime) : throughHost(runtime);
    const calls = providerCalls(({ urn }) => of(urn), { life });
    return {
        clock,
        providerConfig: {},
        provider: { client: () => Promise.resolve(calls), use: () => undefined },
        program: (planner) => runProgram(planner, program),
        end: () => Promise.resolve(),
    };
}

/** CLOUDDB_TEST_DOOR=native plays all that runs in process through the native provider: the rules, the exhaustive faults, the histories. */
const usualDoor: DoorName = process.env["CLOUDDB_TEST_DOOR"] === "native" ? "native" : "dynamic";

/** One operation with a program of this process. */
export const operateHere = (
    stack: Stack,
    place: Place,
    request: Request & { readonly program: () => void },
    clock: Clock,
    door: DoorName = usualDoor,
): Promise<Outcome> =>
    operate(stack, place, request, (given) => Promise.resolve(host(given, clock, request.program, door)));

export const inProcess = (clock: Clock, door?: DoorName): Engine => ({
    longestMs: 60_000,
    operate: (stack, place, task) =>
        operateHere(stack, place, { ...task, program: () => build(task.program, task.epoch) }, clock, door),
    stop: () => Promise.resolve(),
});
