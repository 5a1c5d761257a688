// The dynamic providers, in process, on an emulator that shares a virtual clock with them.
import { isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import {
    type Emulator,
    type EmulatorOptions,
    type RequestEntry,
    startEmulator,
    VirtualClock,
} from "../../src/emulator";
import { definitions, type ResourceName } from "../../src/provider/lifecycle";
import { adaptAll } from "../../src/provider/dynamic/adapter";
import type { InitError } from "../../src/provider/dynamic/operations/operation";
import { ProviderRuntime } from "../../src/provider/dynamic/providerRuntime";
import { type PropertyMap, unmarked } from "./propertyMaps";
import type { Type } from "./types";

export type { PropertyMap, Type };
type Provider = Required<dynamic.ResourceProvider>;

/** The providers of one process, by the type of their resource. */
export const providersOf = (runtime: ProviderRuntime) =>
    Object.fromEntries(
        Object.entries(adaptAll(definitions, runtime)).map(([name, provider]) => [
            definitions[name as ResourceName].type,
            provider,
        ]),
    ) as Record<Type, Provider>;

/** A resource in the state. */
export interface Deployed {
    readonly type: Type;
    readonly name: string;
    readonly id: string;
    readonly inputs: PropertyMap;
    readonly outs: PropertyMap;
    /** The last step failed, so the engine calls `update` even if nothing differs. */
    readonly broken?: boolean;
}

type Difference = Required<dynamic.DiffResult>;

/** What an `up` that failed has left in the state, if anything. */
export class UpFailed extends Error {
    constructor(
        message: string,
        readonly left: Deployed | undefined,
    ) {
        super(message);
    }
}

interface CheckFailure {
    readonly property: string;
    readonly reason: string;
}

/** A failure as `property: reason`. Where it is at no property, the reason begins with it. */
const failureText = ({ property, reason }: CheckFailure): string =>
    property === "" ? reason.replace(" ", ": ") : `${property}: ${reason}`;

const source = "exports.handler=()=>undefined;";

/** A bag after a round trip through host and engine: plain JSON; `undefined` is rejected. */
function sent(bag: object): PropertyMap {
    const copy = JSON.parse(JSON.stringify(bag)) as PropertyMap;
    if (!isDeepStrictEqual(copy, bag)) throw new Error(`not plain data: ${JSON.stringify(bag)}`);
    return unmarked(copy);
}

export const urnOf = (type: Type, name: string): string =>
    `urn:pulumi:dev::proj::pulumi-nodejs:dynamic/clouddb:${type}::${name}`;

/** One stack: calls the providers in the same order as the engine. */
export class Stack {
    readonly lines: string[] = [];
    readonly debugLines: string[] = [];
    readonly warnings: string[] = [];
    readonly notes: string[] = [];
    readonly runtime: ProviderRuntime;
    readonly #providers: Readonly<Record<Type, Provider>>;

    private constructor(
        readonly clock: VirtualClock,
        readonly emulator: Emulator,
        config: Readonly<Record<string, string>>,
        private readonly endAdvance: () => void,
    ) {
        const log = {
            status: (_urn: string | undefined, text: string) => void this.lines.push(text),
            debug: (_urn: string | undefined, text: string) => void this.debugLines.push(text),
            info: (_urn: string | undefined, text: string) => Promise.resolve(void this.notes.push(text)),
            warn: (_urn: string | undefined, text: string) => Promise.resolve(void this.warnings.push(text)),
        };
        this.runtime = new ProviderRuntime(clock, log, { PULUMI_BACKEND_URL: "s3://state" });
        const settings: Readonly<Record<string, string | undefined>> = {
            "clouddb:apiKey": emulator.token,
            "clouddb:baseUrl": emulator.url,
            // Names that tests can foretell; those that are generated have tests of their own (test/rules/names).
            "clouddb:autoName": "plain",
            ...config,
        };
        this.runtime.configure((key) => settings[key]);
        this.#providers = providersOf(this.runtime);
    }

    /** Operations of the emulator take a twentieth of their time, so that fewer looks are made in the course of one. */
    static async start(options: EmulatorOptions = {}, config: Readonly<Record<string, string>> = {}): Promise<Stack> {
        const clock = new VirtualClock();
        const emulator = await startEmulator({ clock, timeScale: 0.05, ...options });
        return new Stack(clock, emulator, config, clock.autoAdvance());
    }

    /** A second program on the same account, in another process without shared memory. */
    beside(config: Readonly<Record<string, string>> = {}): Stack {
        return new Stack(this.clock, this.emulator, config, this.endAdvance);
    }

    readonly stop = async (): Promise<void> => {
        this.endAdvance();
        await this.emulator.stop();
    };

    provider(type: Type): Provider {
        return this.#providers[type];
    }

    /** The inputs as a class of the package registers them. */
    inputs(type: Type, name: string, args: PropertyMap, timeouts?: PropertyMap): PropertyMap {
        const hidden = { urn: urnOf(type, name), ...(timeouts ? { timeouts } : {}) };
        return sent({ ...args, __clouddb: hidden, __provider: source });
    }

    async check(
        type: Type,
        name: string,
        args: PropertyMap,
        old?: Deployed,
        timeouts?: PropertyMap,
    ): Promise<PropertyMap> {
        const news = this.inputs(type, name, args, timeouts);
        const { inputs, failures } = (await this.provider(type).check(old?.inputs ?? {}, news)) as {
            inputs: PropertyMap;
            failures: CheckFailure[];
        };
        if (failures.length > 0) throw new Error(failures.map(failureText).join("; "));
        return sent(inputs);
    }

    async diff(old: Deployed, args: PropertyMap): Promise<Difference> {
        const inputs = await this.check(old.type, old.name, args, old);
        return (await this.provider(old.type).diff(old.id, old.outs, inputs)) as Difference;
    }

    /** Creates or updates in place, according to the diff. Replacements are up to the test. */
    async up(type: Type, name: string, args: PropertyMap, old?: Deployed, timeouts?: PropertyMap): Promise<Deployed> {
        const inputs = await this.check(type, name, args, old, timeouts);
        if (old === undefined) return this.#create(type, name, inputs);
        const difference = (await this.provider(type).diff(old.id, old.outs, inputs)) as Difference;
        if (difference.replaces.length > 0) throw new Error(`wants to replace: ${difference.replaces.join(", ")}`);
        if (!difference.changes && old.broken !== true) return { ...old, inputs };
        return this.#update(old, inputs);
    }

    async #create(type: Type, name: string, inputs: PropertyMap): Promise<Deployed> {
        try {
            const { id, outs } = (await this.provider(type).create(inputs)) as { id: string; outs: PropertyMap };
            return { type, name, id, inputs, outs: sent({ ...outs, __provider: source }) };
        } catch (error) {
            const { id, properties } = error as Partial<InitError>;
            const left = id === undefined ? undefined : { type, name, id, inputs, outs: sent(properties ?? {}) };
            throw new UpFailed((error as Error).message, left && { ...left, broken: true });
        }
    }

    async #update(old: Deployed, inputs: PropertyMap): Promise<Deployed> {
        const { type, name, id } = old;
        try {
            const { outs } = (await this.provider(type).update(id, old.outs, inputs)) as { outs: PropertyMap };
            return { type, name, id, inputs, outs: sent({ ...outs, __provider: source }) };
        } catch (error) {
            const { properties } = error as Partial<InitError>;
            if (properties === undefined) throw error;
            throw new UpFailed((error as Error).message, { ...old, inputs, outs: sent(properties), broken: true });
        }
    }

    /** The resource after a refresh; `undefined` if it no longer exists. */
    async refresh(old: Deployed): Promise<Deployed | undefined> {
        const { id, props, inputs } = (await this.provider(old.type).read(old.id, old.outs)) as {
            id?: string;
            props?: PropertyMap;
            inputs?: PropertyMap;
        };
        if (id === undefined || props === undefined || inputs === undefined) return undefined;
        return {
            ...old,
            outs: sent({ ...props, __provider: source }),
            inputs: sent({ ...inputs, __provider: source }),
        };
    }

    destroy(old: Deployed): Promise<void> {
        return this.provider(old.type).delete(old.id, old.outs);
    }

    /** The calls that changed something, since the last `emulator.clearRequests()`. */
    mutations(): RequestEntry[] {
        return this.emulator.requests().filter(({ method }) => method !== "GET");
    }

    calls(): string[] {
        return this.mutations().map(({ endpoint }) => endpoint ?? "?");
    }
}

/** What the work rejects with. */
export async function failureOf(work: Promise<unknown>): Promise<Error> {
    try {
        await work;
    } catch (error) {
        return error as Error;
    }
    throw new Error("nothing went wrong");
}

/** The work's failure, as an `up` that failed. */
export async function upFailureOf(work: Promise<unknown>): Promise<UpFailed> {
    const failure = await failureOf(work);
    if (failure instanceof UpFailed) return failure;
    throw failure;
}
