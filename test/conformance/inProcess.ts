// A recorded program and the trace provider in this process.
import { readFileSync } from "node:fs";
import path from "node:path";
import * as pulumi from "@pulumi/pulumi";
import type { dynamic } from "@pulumi/pulumi";
import { systemClock } from "../../src/shared/clock";
import type { DeployOptions, DeployResult } from "../../src/engine";
import { ProviderError } from "../../src/engine/provider/client";
import { providerCalls } from "../histories/engine/inProcess";
import { deployHere, loaded } from "../support/deployHere";

type Provider = Required<dynamic.ResourceProvider>;

const project = "conf";
const support = (file: string) => readFileSync(path.join(__dirname, "support", file), "utf8");

/** As the SDK's host: a provider for each text that the program gives, configured on its first use. */
function hostOf(trace: unknown, config: ReadonlyMap<string, string>) {
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
export function replayHere(options: DeployOptions & { readonly dir: string }): Promise<DeployResult> {
    const { env: environment = {} } = options;
    const trace = loaded(support("traceProvider.js"), {}, environment);
    const thing = loaded(support("thing.js"), { "@pulumi/pulumi": pulumi }, environment);
    return deployHere(options, {
        modules: { "./thing": thing },
        environment,
        clock: systemClock,
        provider(config, emit) {
            const host = hostOf(trace, config);
            /** The SDK's host prints what it returns. */
            const told = (error: unknown) => {
                const message = `${String(error)}: ${String(error)}`;
                emit({ kind: "diagnostic", diagnostic: { severity: "info#err", message } });
                return new ProviderError((error as Error).message);
            };
            return providerCalls((_subject, properties) => host(String(properties["__provider"])), { told });
        },
    });
}
