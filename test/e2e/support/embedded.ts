import { readFileSync } from "node:fs";
import path from "node:path";
import { deploy, exportStack, type ConfigInput, type DeployOptions } from "../../../src/engine";
import { type Driver, outcomeOf } from "./driver";

const passphrase = "correct horse";

export const embeddedDriver: Driver = {
    name: "the embedded engine",
    stack(folder, name, environment) {
        const stateFile = path.join(folder, `${name}.state.json`);
        const config: Record<string, ConfigInput> = {};
        let outputs: Readonly<Record<string, unknown>> = {};
        const run = async (operation: DeployOptions["operation"], options: Partial<DeployOptions>) => {
            const printed: string[] = [];
            const result = await deploy({
                operation,
                dir: folder,
                stack: name,
                config,
                stateFile,
                passphrase,
                env: environment,
                onEvent(event) {
                    if (event.kind === "status") printed.push(event.message);
                    if (event.kind === "diagnostic") printed.push(event.diagnostic.message);
                },
                ...options,
            });
            ({ outputs } = result);
            return outcomeOf(result.exitCode, result.steps, result.diagnostics, printed.join("\n"));
        };
        return Promise.resolve({
            setConfig(key, value, secret = false) {
                config[key] = secret ? { secret: value } : value;
                return Promise.resolve();
            },
            async run(operation, { refresh = false, runProgram, policyPack } = {}) {
                if (runProgram !== undefined || policyPack !== undefined)
                    throw new Error("only the Pulumi CLI can do this");
                return run(operation, { refresh });
            },
            import: (file) => run("import", { imports: JSON.parse(readFileSync(path.join(folder, file), "utf8")) }),
            async deployment(secrets) {
                return (await exportStack(stateFile, secrets === "shown" ? passphrase : undefined)).deployment;
            },
            outputs: () => Promise.resolve(outputs),
        });
    },
};
