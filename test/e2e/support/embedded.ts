import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import {
    deploy,
    type ConfigInput,
    type DeployOptions,
    type DeployResult,
    type DeploymentDocument,
} from "../../../src/engine";
import { emptyStack } from "../../conformance/cleaned";
import type { Modules } from "../../support/deployHere";
import type { ImportDocument } from "../../../src/commands/doctor/importFile";
import { type Deployment, type Driver, outcomeOf } from "./driver";
import { deployOurs, type Environment } from "./here";
import { imported } from "./imported";

/** As a state is stored: without the plain texts of secrets. */
const sealed = (deployment: Deployment): Deployment =>
    JSON.parse(
        JSON.stringify(deployment, (_key, value: object | null) =>
            value !== null && typeof value === "object" && "plaintext" in value
                ? { ...value, plaintext: undefined, ciphertext: "sealed" }
                : value,
        ),
    ) as Deployment;

type Deploy = (options: DeployOptions & { readonly dir: string }) => Promise<DeployResult>;

const embedded = (name: string, deployBy: (environment: Environment) => Deploy): Driver => ({
    name,
    stack(folder, name, environment) {
        // Each stack has a backend of its own.
        const env = {
            PULUMI_BACKEND_URL: pathToFileURL(path.join(folder, `${name}.state`)).href,
            ...environment,
        };
        const deployOnce = deployBy(env);
        const config = new Map<string, ConfigInput>();
        let state: DeploymentDocument = emptyStack;
        let outputs: Readonly<Record<string, unknown>> = {};
        const run = async (operation: DeployOptions["operation"], options: Partial<DeployOptions>) => {
            const printed: string[] = [];
            const result = await deployOnce({
                operation,
                dir: folder,
                stack: name,
                config: Object.fromEntries(config),
                state,
                env,
                onEvent(event) {
                    if (event.kind === "status") printed.push(event.message);
                    if (event.kind === "diagnostic") printed.push(event.diagnostic.message);
                },
                ...options,
            });
            ({ outputs, state = state } = result);
            return outcomeOf(result.exitCode, result.steps, result.diagnostics, printed.join("\n"));
        };
        return Promise.resolve({
            setConfig(key, value, secret = false) {
                config.set(key, secret ? { secret: value } : value);
                return Promise.resolve();
            },
            removeConfig(keys) {
                for (const key of keys) config.delete(key);
                return Promise.resolve();
            },
            async run(operation, { refresh = false, runProgram, policyPack } = {}) {
                if (runProgram !== undefined || policyPack !== undefined)
                    throw new Error("only the Pulumi CLI can do this");
                return run(operation, { refresh });
            },
            import(file) {
                const { resources } = JSON.parse(readFileSync(path.join(folder, file), "utf8")) as ImportDocument;
                state = imported(state, resources, { project: "fixture", stack: name });
                const steps = resources.map(({ type, name }) => ({ op: "import", urn: `::::${type}::${name}` }));
                return Promise.resolve(outcomeOf(0, steps, [], ""));
            },
            deployment: (secrets) => Promise.resolve(secrets === "shown" ? state.deployment : sealed(state.deployment)),
            outputs: () => Promise.resolve(outputs),
        });
    },
});

export const embeddedDriver = embedded("the embedded engine", () => deploy);

/** For what programs and pages say: nothing of it depends on processes. The programs find these modules as well. */
export const hereDriver = (modules: Modules = {}): Driver =>
    embedded("the embedded engine, in this process", (environment) => deployOurs(environment, modules));
