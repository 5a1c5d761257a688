import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { deploy, exportStack, type ConfigInput } from "../../../src/engine";
import { type Deployment, type Driver, outcomeOf, type Stack } from "./driver";

const cli = path.resolve(__dirname, "..", "..", "..", "dist", "engine", "cli.js");
const passphrase = "correct horse";

export const embeddedDriver: Driver = {
    name: "the embedded engine",
    stack(folder, name, environment) {
        const stateFile = path.join(folder, `${name}.state.json`);
        const config: Record<string, ConfigInput> = {};
        let outputs: Readonly<Record<string, unknown>> = {};
        const stack: Stack = {
            setConfig(key, value, secret = false) {
                config[key] = secret ? { secret: value } : value;
                return Promise.resolve();
            },
            async run(operation, { refresh = false, target } = {}) {
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
                ({ outputs } = result);
                return outcomeOf(result.exitCode, result.steps, result.diagnostics, printed.join("\n"));
            },
            async killedUp(isTime) {
                const args = [cli, "up", "--cwd", folder, "--stack", name, "--state", stateFile];
                const env = { ...process.env, ...environment, PULUMI_CONFIG_PASSPHRASE: passphrase };
                const child = spawn(process.execPath, args, { cwd: folder, env, stdio: "ignore" });
                const ended = once(child, "exit");
                while (!isTime()) {
                    if (child.exitCode !== null)
                        throw new Error(`it ended by itself, with exit code ${child.exitCode}`);
                    await new Promise((resolve) => setImmediate(resolve));
                }
                child.kill("SIGKILL");
                await ended;
            },
            async deployment(secrets) {
                const { deployment } = await exportStack(stateFile, secrets === "shown" ? passphrase : undefined);
                return deployment as Deployment;
            },
            outputs: () => Promise.resolve(outputs),
        };
        return Promise.resolve(stack);
    },
};
