import path from "node:path";
import { deploy, exportStack, type ConfigInput } from "../../../src/engine";
import { type Driver, outcomeOf } from "./driver";

const passphrase = "correct horse";

export const embeddedDriver: Driver = {
    name: "the embedded engine",
    stack(folder, name, environment) {
        const stateFile = path.join(folder, `${name}.state.json`);
        const config: Record<string, ConfigInput> = {};
        let outputs: Readonly<Record<string, unknown>> = {};
        return Promise.resolve({
            setConfig(key, value, secret = false) {
                config[key] = secret ? { secret: value } : value;
                return Promise.resolve();
            },
            async run(operation, { refresh = false, runProgram, policyPack } = {}) {
                if (runProgram !== undefined || policyPack !== undefined)
                    throw new Error("only the Pulumi CLI can do this");
                const printed: string[] = [];
                const result = await deploy({
                    operation,
                    dir: folder,
                    stack: name,
                    config,
                    stateFile,
                    passphrase,
                    refresh,
                    env: environment,
                    onEvent(event) {
                        if (event.kind === "status") printed.push(event.message);
                        if (event.kind === "diagnostic") printed.push(event.diagnostic.message);
                    },
                });
                ({ outputs } = result);
                return outcomeOf(result.exitCode, result.steps, result.diagnostics, printed.join("\n"));
            },
            async deployment(secrets) {
                return (await exportStack(stateFile, secrets === "shown" ? passphrase : undefined)).deployment;
            },
            outputs: () => Promise.resolve(outputs),
        });
    },
};
