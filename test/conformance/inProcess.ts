// A recorded program and the trace provider in this process: what the engine does does not depend on who carries the calls.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { dynamic } from "@pulumi/pulumi";
import { stackConfig } from "../../src/engine/config";
import { type DeployOptions, type Hosts, operate } from "../../src/engine/deploy";
import type { DeployResult } from "../../src/engine";
import { reveal } from "../../src/engine/model/values";
import { readProject } from "../../src/engine/project";
import { ProviderError } from "../../src/engine/provider/client";
import { parseDeployment } from "../../src/engine/stateDocument";
import { systemClock } from "../../src/clock";
import { providerCalls } from "../histories/engine/inProcess";
import { runProgram } from "../histories/engine/program";

type Modules = Readonly<Record<string, unknown>>;
type Provider = Required<dynamic.ResourceProvider>;

const requireHere = createRequire(__filename);
const support = (file: string) => readFileSync(path.join(__dirname, "support", file), "utf8");

/** The exports of a CommonJS module that finds these modules, and Node's own. */
function loaded(text: string, modules: Modules, env: object): unknown {
    const module = { exports: {} };
    const find = (name: string): unknown => modules[name] ?? requireHere(name);
    // In the realm of the SDK, which asks for `instanceof Promise`: Jest's.
    const run = Reflect.construct(Function, ["module", "exports", "require", "process", text]) as (
        ...args: unknown[]
    ) => void;
    run(module, module.exports, find, { env });
    return module.exports;
}

/** As the SDK's host: a provider for each text that the program gives, configured on its first use. */
function hostOf(trace: unknown, config: ReadonlyMap<string, string>, project: string) {
    const providers = new Map<string, Provider>();
    return (text: string): Provider => {
        const known = providers.get(text);
        if (known) return known;
        const { handler } = loaded(text, { "trace-provider": trace }, {}) as { handler: () => Provider };
        const provider = handler();
        providers.set(text, provider);
        const get = (key: string) => config.get(key.includes(":") ? key : `${project}:${key}`);
        void provider.configure({ config: { get, require: get } as unknown as dynamic.Config });
        return provider;
    };
}

/** Like `deploy`, of a project over the trace provider. */
export async function deployHere(options: DeployOptions & { readonly dir: string }): Promise<DeployResult> {
    const project = readProject(options.dir);
    const config = stackConfig(project, options.config ?? {});
    const trace = loaded(support("traceProvider.js"), {}, options.env ?? {});
    const thing = loaded(support("thing.js"), { "@pulumi/pulumi": pulumi }, options.env ?? {});
    const program = readFileSync(path.join(options.dir, "index.js"), "utf8");
    let state = options.state;
    const settled = { ...options, stack: "dev", parallel: 16, clock: systemClock };
    const save = (document: typeof state) => {
        state = document;
        return Promise.resolve();
    };
    const open = ({ former, emit }: Parameters<NonNullable<Parameters<typeof operate>[5]>>[0]): Promise<Hosts> => {
        let current = former;
        const hosts = new Map<string, ReturnType<typeof hostOf>>();
        const host = () => {
            const key = JSON.stringify(current);
            const known = hosts.get(key);
            if (known) return known;
            const values = Object.entries(current).map(([key, value]) => [key, reveal(value) as string] as const);
            const made = hostOf(trace, new Map(values), project.name);
            hosts.set(key, made);
            return made;
        };
        /** The SDK's host prints what it returns. */
        const told = (error: unknown) => {
            const message = `${String(error)}: ${String(error)}`;
            emit({ kind: "diagnostic", diagnostic: { severity: "info#err", message } });
            return new ProviderError((error as Error).message);
        };
        const calls = providerCalls((_subject, properties) => host()(String(properties["__provider"])), { told });
        return Promise.resolve({
            provider: { client: () => Promise.resolve(calls), use: (used) => void (current = used) },
            program: (planner) =>
                runProgram(planner, () => {
                    for (const [key, { value }] of config) pulumi.runtime.setConfig(key, value);
                    return loaded(program, { "@pulumi/pulumi": pulumi, "./thing": thing }, options.env ?? {});
                }),
            stop: () => Promise.resolve(),
        });
    };
    const before = state && parseDeployment(state);
    return { ...(await operate(settled, project, config, before, save, open)), state };
}
