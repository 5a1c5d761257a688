// A stack, its programs and the API in one process: what each operation said, and what it left in the state and in the world.
import type { Emulator, EmulatorOptions, ServiceRow } from "../../../src/emulator";
import { Bench } from "../../histories/engine/bench";
import { operateHere } from "../../histories/engine/inProcess";
import { type Held, heldIn, newStack, type Outcome, project, type Stack } from "../../histories/engine/operate";
import { firstRelease, renamedStack } from "../../histories/stackCommands";

type Program = () => unknown;

interface Options {
    readonly refresh?: boolean;
    /** Names of resources. */
    readonly target?: readonly string[];
    readonly replace?: readonly string[];
    readonly continueOnError?: boolean;
}

export class Stage {
    stack: Stack = newStack();
    #program: Program = () => undefined;

    private constructor(
        private readonly bench: Bench,
        private readonly config: Readonly<Record<string, string>>,
        private readonly environment?: Readonly<Record<string, string>>,
    ) {}

    static async start(config: Readonly<Record<string, string>> = {}, options: EmulatorOptions = {}): Promise<Stage> {
        return new Stage(await Bench.start(undefined, undefined, options), config);
    }

    get emulator(): Emulator {
        return this.bench.emulator;
    }

    get clock(): Bench["clock"] {
        return this.bench.clock;
    }

    readonly stop = (): Promise<void> => this.bench.stop();

    /** Another stack of the same project on the same account. */
    beside(): Stage {
        return new Stage(this.bench, this.config, this.environment);
    }

    /** The same stack, where the provider finds other variables in its environment. */
    on(environment: Readonly<Record<string, string>>): Stage {
        const stage = new Stage(this.bench, this.config, environment);
        stage.stack = this.stack;
        return stage;
    }

    /** The same stack, with another configuration. */
    with(config: Readonly<Record<string, string>>): Stage {
        const stage = new Stage(this.bench, { ...this.config, ...config }, this.environment);
        stage.stack = this.stack;
        return stage;
    }

    /** A state of a version that did not store this input. */
    forgetInput(name: string, key: string): void {
        const state = structuredClone(this.stack.state)!;
        for (const { urn, inputs } of state.deployment.resources ?? [])
            if (urn.endsWith(`::${name}`)) Reflect.deleteProperty(inputs ?? {}, key);
        this.stack = { ...this.stack, state };
    }

    /** A state of a version whose bookkeeping did not have this key. */
    forgetBookkeeping(name: string, key: string): void {
        const state = structuredClone(this.stack.state)!;
        for (const { urn, inputs, outputs } of state.deployment.resources ?? [])
            for (const properties of urn.endsWith(`::${name}`) ? [inputs, outputs] : [])
                Reflect.deleteProperty(properties?.["__clouddb"] ?? {}, key);
        this.stack = { ...this.stack, state };
    }

    /** A state of the first release, which did not store which resource owns what. */
    forgetOwners(): void {
        this.stack = firstRelease(this.stack);
    }

    /** A preview of the program, and then the `up`; both without errors. */
    async up(program: Program, options: Options = {}): Promise<{ readonly preview: Outcome; readonly up: Outcome }> {
        const preview = await this.preview(program, options);
        expect(errorsOf(preview)).toEqual([]);
        const up = await this.run("up", options);
        expect(errorsOf(up)).toEqual([]);
        return { preview, up };
    }

    /** The `up` alone, whatever becomes of it. */
    tryUp(program: Program, options: Options = {}): Promise<Outcome> {
        this.#program = program;
        return this.run("up", options);
    }

    preview(program: Program, options: Options = {}): Promise<Outcome> {
        this.#program = program;
        return this.run("preview", options);
    }

    refresh(options: Options = {}): Promise<Outcome> {
        return this.run("refresh", options);
    }

    destroy(options: Options = {}): Promise<Outcome> {
        return this.run("destroy", options);
    }

    private async run(operation: "up" | "preview" | "refresh" | "destroy", options: Options): Promise<Outcome> {
        const { clock, emulator } = this.bench;
        const config = { "clouddb:apiKey": emulator.token, "clouddb:baseUrl": emulator.url, ...this.config };
        const named = (names: readonly string[]) =>
            new Set(this.held.filter(({ name }) => names.includes(name)).map(({ urn }) => urn));
        const outcome = await operateHere(
            this.stack,
            { backend: 0, config, environment: this.environment },
            {
                operation,
                program: () => void this.#program(),
                refresh: options.refresh ?? false,
                targets: options.target && named(options.target),
                replace: named(options.replace ?? []),
                continueOnError: options.continueOnError ?? false,
                parallel: 4,
            },
            clock,
        );
        if (operation !== "preview") this.stack = { ...this.stack, state: outcome.state, tainted: new Set() };
        return outcome;
    }

    /**
     * A second entry of the state for what the first one manages, as after the import of one file under two names, or, with a token of its own,
     * after a takeover.
     */
    importAgain(name: string, as: string, token = {}): void {
        const state = structuredClone(this.stack.state)!;
        const found = state.deployment.resources?.find(({ urn }) => urn.endsWith(`::${name}`));
        const copy = structuredClone(found!);
        const own = copy.outputs?.["__clouddb"] as Record<string, unknown> | undefined;
        Reflect.deleteProperty(own ?? {}, "urn");
        Object.assign(own ?? {}, token);
        state.deployment.resources?.push({ ...copy, urn: copy.urn.replace(/[^:]+$/, as) });
        this.stack = { ...this.stack, state };
    }

    rename(name: string): void {
        this.stack = renamedStack(this.stack, name);
    }

    taint(...names: string[]): void {
        const urns = this.held.filter(({ name }) => names.includes(name)).map(({ urn }) => urn);
        this.stack = { ...this.stack, tainted: new Set(urns) };
    }

    /** What the state has. */
    get held(): Held[] {
        return heldIn(this.stack.state);
    }

    heldAs(name: string): Held {
        const found = this.held.find((one) => one.name === name);
        if (found === undefined) throw new Error(`nothing is called ${name} in the state`);
        return found;
    }

    get services(): ServiceRow[] {
        return [...this.emulator.world.services.values()];
    }

    /** The mutating calls since the last time. */
    calls(): (string | undefined)[] {
        const calls = this.emulator.requests().filter(({ method }) => method !== "GET");
        this.emulator.clearRequests();
        return calls.map(({ endpoint }) => endpoint);
    }
}

export const errorsOf = ({ diagnostics }: Outcome): string[] =>
    diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message);

export const warningsOf = ({ diagnostics }: Outcome): string[] =>
    diagnostics.filter(({ severity }) => severity === "warning").map(({ message }) => message);

/** Operations of an outcome, without those that change nothing: `replace b`. */
export const stepsOf = ({ steps }: Outcome): string[] =>
    steps
        .filter(({ op }) => op !== "same" && op !== "refresh")
        .map(({ op, urn }) => `${op} ${urn.split("::").at(-1)!}`);

export const urnOf = (type: string, name: string, stack = "dev"): string =>
    `urn:pulumi:${stack}::${project}::pulumi-nodejs:dynamic/clouddb:${type}::${name}`;

/** The lines that stay. */
export const messagesOf = ({ diagnostics }: Outcome): string[] => diagnostics.map(({ message }) => message);
