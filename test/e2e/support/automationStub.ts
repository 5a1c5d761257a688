import type { Stage } from "./scenario";
import type { Stack } from "./driver";

type Config = Readonly<Record<string, { readonly value: string; readonly secret?: boolean }>>;

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
                    async setAllConfig(config: Config) {
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
