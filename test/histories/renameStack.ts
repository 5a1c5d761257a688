import type { Stack } from "./engine/operate";
import { renameUrns } from "./stackCommands";

/** Does what `pulumi stack rename` does: renames every URN of the state, but none inside outputs. */
export function renamedStack(stack: Stack, name: string): Stack {
    const from = `urn:pulumi:${stack.name}::`;
    const rootName = `pulumi:pulumi:Stack::shop-${stack.name}`;
    const renamed = (urn: string) =>
        (urn.startsWith(from) ? `urn:pulumi:${name}::${urn.slice(from.length)}` : urn).replace(
            rootName,
            `pulumi:pulumi:Stack::shop-${name}`,
        );
    return { ...renameUrns(stack, renamed), name };
}
