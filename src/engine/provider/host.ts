import { createRequire } from "node:module";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Clock } from "../../shared/clock";
import { Child, type Surroundings } from "../children/child";
import type { Properties } from "../model/values";
import { type ProviderCalls, ProviderClient } from "./client";

interface ProviderOptions extends Surroundings {
    /** The program's directory, from which the provider's code is resolved. */
    dir: string;
    project: string;
}

/** A script of the SDK that the program in `dir` uses. */
export function sdkScript(dir: string, script: string): string {
    try {
        return createRequire(path.join(dir, "package.json")).resolve(`@pulumi/pulumi/cmd/${script}`);
    } catch (error) {
        throw new Error(`@pulumi/pulumi is not installed for the program in ${dir}`, { cause: error });
    }
}

/** Time for a provider to exit after its last call, in milliseconds. */
const graceMs = 2_000;

/**
 * The provider of an operation, started and configured on first use. A new configuration starts a new process; the old
 * one keeps running until the end, since calls to it may be pending.
 */
export class ProviderHost {
    private readonly instances: ReturnType<ProviderHost["start"]>[] = [];

    /** @param config from the state, until `use` sets the one with which the program registered the provider */
    constructor(
        private readonly options: ProviderOptions,
        private config: Properties,
        private readonly clock: Clock,
    ) {}

    use(config: Properties): void {
        this.config = config;
    }

    client(): Promise<ProviderCalls> {
        const running = this.instances.at(-1);
        if (running && isDeepStrictEqual(running.config, this.config)) return running.configured;
        const started = this.start();
        this.instances.push(started);
        return started.configured;
    }

    async stop(): Promise<void> {
        await Promise.all(
            this.instances.map(async ({ child, configured }) => {
                (await configured.catch(() => undefined))?.close();
                child.terminate();
                await child.leave(this.clock, graceMs);
            }),
        );
    }

    /** Starts the SDK's host for dynamic providers, which prints its port as the first line. */
    private start() {
        const { config } = this;
        const { dir, project, engineAddress, env, onLine } = this.options;
        let announce: ((port: string) => void) | undefined;
        const port = new Promise<string>((resolve) => (announce = resolve));
        const child = new Child({
            args: [sdkScript(dir, "dynamic-provider"), engineAddress],
            cwd: dir,
            env: { ...env, PULUMI_NODEJS_PROJECT: project, PULUMI_PROJECT: project },
            onLine(line, stream) {
                if (announce && stream === "stdout" && /^\d+$/.test(line)) {
                    announce(line);
                    announce = undefined;
                } else onLine(line, stream);
            },
        });
        const ended = child.ended.then(({ code, signal }) => {
            throw new Error(`the provider's process ended before it was ready (${signal ?? `exit code ${code ?? 0}`})`);
        });
        const configured = Promise.race([port, ended]).then(async (number) => {
            const client = new ProviderClient(`127.0.0.1:${number}`);
            await client.configure(config);
            return client;
        });
        return { config, child, configured };
    }
}
