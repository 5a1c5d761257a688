// `deploy` with the program and the provider in this process: what the engine does does not depend on who carries the calls.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { Clock } from "../../src/shared/clock";
import type { DeployOptions, DeployResult, DeploymentDocument } from "../../src/engine";
import { stackConfig } from "../../src/engine/config";
import { type Hosts, operate } from "../../src/engine/deploy";
import { type Properties, reveal } from "../../src/engine/model/values";
import { readProject } from "../../src/engine/project";
import type { ProviderCalls } from "../../src/engine/provider/client";
import type { Emit } from "../../src/engine/run/events";
import { parseDeployment } from "../../src/engine/stateDocument";
import { runProgram } from "../histories/engine/program";

export type Modules = Readonly<Record<string, unknown>>;

/** Exported by the SDK, but missing from its types. */
const { setAllConfig } = pulumi.runtime as unknown as {
    setAllConfig(config: Readonly<Record<string, string>>, secretKeys: readonly string[]): void;
};

const requireHere = createRequire(__filename);

/** The exports of a CommonJS module that finds these modules, Node's own, and what is installed here. */
export function loaded(text: string, modules: Modules, env: object): unknown {
    const module = { exports: {} };
    const find = (name: string): unknown => modules[name] ?? requireHere(name);
    // In the realm of the SDK, which asks for `instanceof Promise`: Jest's.
    const run = Reflect.construct(Function, ["module", "exports", "require", "process", text]) as (
        ...args: unknown[]
    ) => void;
    run(module, module.exports, find, { env, argv: [], cwd: () => process.cwd() });
    return module.exports;
}

/** What a program finds, and what answers the engine. */
export interface Here {
    readonly modules: Modules;
    readonly environment: Readonly<Record<string, string>>;
    readonly clock: Clock;
    /** A provider with this configuration. */
    provider(config: ReadonlyMap<string, string>, emit: Emit): ProviderCalls;
}

export async function deployHere(
    options: DeployOptions & { readonly dir: string },
    { modules, environment, clock, provider }: Here,
): Promise<DeployResult> {
    const project = readProject(options.dir);
    const config = stackConfig(project, options.config ?? {});
    const program = readFileSync(path.join(options.dir, "index.js"), "utf8");
    let { state } = options;
    const settled = { ...options, stack: options.stack ?? "dev", parallel: 16, clock };
    const save = (document: DeploymentDocument) => {
        state = document;
        return Promise.resolve();
    };
    const open = ({ former, emit }: { readonly former: Properties; readonly emit: Emit }): Promise<Hosts> => {
        let current = former;
        const started = new Map<string, ProviderCalls>();
        const client = () => {
            const key = JSON.stringify(current);
            const known = started.get(key);
            if (known) return Promise.resolve(known);
            const values = Object.entries(current).map(([name, value]) => [name, reveal(value) as string] as const);
            const made = provider(new Map(values), emit);
            started.set(key, made);
            return Promise.resolve(made);
        };
        const run = () => {
            const values = Object.fromEntries([...config].map(([key, { value }]) => [key, value]));
            const secretKeys = [...config].flatMap(([key, { secret }]) => (secret ? [key] : []));
            setAllConfig(values, secretKeys);
            return loaded(program, { "@pulumi/pulumi": pulumi, ...modules }, environment);
        };
        return Promise.resolve({
            provider: { client, use: (used) => void (current = used) },
            program: (planner) => runProgram(planner, run),
            stop: () => Promise.resolve(),
        });
    };
    const before = state && parseDeployment(state);
    return { ...(await operate(settled, project, config, before, save, open)), state };
}
