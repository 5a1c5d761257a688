import path from "node:path";
import { createRequire } from "node:module";
import { Child, type LineSink } from "../children/child";
import { ProviderClient } from "./client";

export interface ProviderProcessOptions {
    /** The program's directory, from which the provider's code is resolved. */
    dir: string;
    project: string;
    engineAddress: string;
    env: NodeJS.ProcessEnv;
    onLine: LineSink;
}

/** Resolves a script of the SDK that the program in `dir` uses. */
export function sdkScript(dir: string, script: string): string {
    try {
        return createRequire(path.join(dir, "package.json")).resolve(`@pulumi/pulumi/cmd/${script}`);
    } catch (error) {
        throw new Error(`@pulumi/pulumi is not installed for the program in ${dir}`, { cause: error });
    }
}

/** A provider's process and the connection to it. */
export interface ProviderProcess {
    child: Child;
    connected: Promise<ProviderClient>;
}

const portLine = /^\d+$/;

/** Starts the SDK's host for dynamic providers, which prints its port as the first line. */
export function startProvider(options: ProviderProcessOptions): ProviderProcess {
    const { dir, project, engineAddress, onLine } = options;
    let announce: ((port: string) => void) | undefined;
    const port = new Promise<string>((resolve) => (announce = resolve));
    const child = new Child({
        args: [sdkScript(dir, "dynamic-provider"), engineAddress],
        cwd: dir,
        env: { ...options.env, PULUMI_NODEJS_PROJECT: project, PULUMI_PROJECT: project },
        onLine(line, stream) {
            if (announce && stream === "stdout" && portLine.test(line)) {
                announce(line);
                announce = undefined;
            } else onLine(line, stream);
        },
    });
    const ended = child.ended.then(({ code, signal }) => {
        throw new Error(`the provider's process ended before it was ready (${signal ?? `exit code ${code ?? 0}`})`);
    });
    const connected = Promise.race([port, ended]).then((number) => new ProviderClient(`127.0.0.1:${number}`));
    return { child, connected };
}
