import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import type { Stage } from "./scenario";
import type { Stack } from "./driver";

/** What programs use of `@pulumi/pulumi/automation`, on the stage's engine. */
export function automationStub(stage: Stage) {
    const run = async (stack: Stack, operation: "up" | "destroy") => {
        const { exitCode, diagnostics } = await stack.run(operation);
        if (exitCode !== 0) throw new Error(diagnostics.map(({ message }) => message).join("; "));
        return { summary: { result: "succeeded" } };
    };
    return {
        LocalWorkspace: {
            async createOrSelectStack({ stackName }: { stackName: string; workDir: string }) {
                const stack = await stage.another(stackName);
                return {
                    async setAllConfig(
                        config: Readonly<Record<string, { readonly value: string; readonly secret?: boolean }>>,
                    ) {
                        for (const [key, { value, secret }] of Object.entries(config))
                            await stack.setConfig(key, value, secret);
                    },
                    up: () => run(stack, "up"),
                    destroy: () => run(stack, "destroy"),
                };
            },
        },
    };
}

const requireHere = createRequire(__filename);

/** The exports of a CommonJS module, given as its text, that gets these modules in the place of the real ones. */
export function loaded(text: string, modules: Readonly<Record<string, unknown>>, env: object = {}): unknown {
    const module = { exports: {} };
    const require = (name: string): unknown => modules[name] ?? requireHere(name);
    const run = compileFunction(text, ["module", "exports", "require", "process"]) as (...args: unknown[]) => void;
    run(module, module.exports, require, { env, argv: [], stdout: process.stdout });
    return module.exports;
}
