import { spawn } from "node:child_process";
import path from "node:path";
import { deploy, exportStack, type ConfigInput } from "../../../src/engine";
import type { Deployment, Driver, Outcome } from "./driver";

const cli = path.resolve(__dirname, "..", "..", "..", "dist", "engine", "cli.js");
const passphrase = "correct horse";
const nameOf = (urn: string) => urn.split("::").slice(3).join("::");
const typeOf = (urn: string) => urn.split("::")[2]?.split("$").at(-1) ?? "";
const classOf = (urn: string) => typeOf(urn).split(":").at(-1) ?? "";

export const embeddedDriver: Driver = {
    name: "the embedded engine",
    stack(folder, name, environment) {
        const stateFile = path.join(folder, `${name}.state.json`);
        const config: Record<string, ConfigInput> = {};
        const place = ["--cwd", folder, "--stack", name, "--state", stateFile];
        const env = {
            ...process.env,
            ...environment,

            PULUMI_CONFIG_PASSPHRASE: passphrase,
        };
        let outputs: Readonly<Record<string, unknown>> = {};
        return Promise.resolve({
            setConfig(key: string, value: string, secret = false) {
                config[key] = secret ? { secret: value } : value;
                return Promise.resolve();
            },
            async run(
                operation: "up" | "preview" | "refresh" | "destroy",
                { refresh = false, target }: { refresh?: boolean; target?: string } = {},
            ): Promise<Outcome> {
                const printed: string[] = [];
                const result = await deploy({
                    operation,
                    dir: folder,
                    stack: name,
                    config,
                    stateFile,
                    passphrase,
                    refresh,
                    ...(target === undefined ? {} : { targets: [target] }),
                    env: environment,
                    onEvent(event) {
                        if (event.kind === "status") printed.push(event.message);
                        if (event.kind === "diagnostic") printed.push(event.diagnostic.message);
                    },
                });
                outputs = result.resources.find(({ type }) => type === "pulumi:pulumi:Stack")?.outputs ?? {};
                const ours = result.steps.filter(({ urn }) => !typeOf(urn).startsWith("pulumi:"));
                const changes: Record<string, number> = {};
                for (const { op } of ours) changes[op] = (changes[op] ?? 0) + 1;
                return {
                    exitCode: result.exitCode,
                    changes,
                    steps: ours.map(({ op, urn }) => `${op} ${classOf(urn)} ${nameOf(urn)}`),
                    diagnostics: result.diagnostics.map(({ severity, urn = "", message }) => ({
                        severity,
                        urn: nameOf(urn),
                        message,
                    })),
                    printed: printed.join("\n"),
                };
            },
            async killedUp(when: () => Promise<boolean>) {
                const child = spawn(process.execPath, [cli, "up", ...place], { cwd: folder, env, stdio: "ignore" });
                const ended = new Promise((resolve) => child.once("exit", resolve));
                while (!(await when())) {
                    if (child.exitCode !== null)
                        throw new Error(`it ended by itself, with exit code ${child.exitCode}`);
                    await new Promise((resolve) => setImmediate(resolve));
                }
                child.kill("SIGKILL");
                await ended;
            },
            async deployment(secrets: "shown" | "stored"): Promise<Deployment> {
                const { deployment } = await exportStack(stateFile, secrets === "shown" ? passphrase : undefined);
                return deployment as Deployment;
            },
            outputs: () => Promise.resolve(outputs),
        });
    },
};
