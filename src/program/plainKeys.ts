import * as pulumi from "@pulumi/pulumi";
import { namespace } from "../config/settings";
import { mocks } from "./mocks";

const keys = [`${namespace}:apiKey`, `${namespace}:profiles`];

/** Exported by the SDK, but missing from its types. */
const { isConfigSecret: isSecret = () => true } = pulumi.runtime as {
    readonly isConfigSecret?: (key: string) => boolean;
};

/** The stacks that have been checked; a process may deploy several. */
const seen = new Set<string>();

/**
 * Warns about API keys that are stored in the stack configuration as plain text. Pulumi copies the configuration into
 * the state, where such a key is not encrypted either. Warns once per stack, and not in unit tests.
 */
export function warnOfPlainKeys(): void {
    const stack = `${pulumi.runtime.getProject()}/${pulumi.runtime.getStack()}`;
    if (seen.has(stack) || mocks() !== undefined) return;
    seen.add(stack);
    const plain = keys.filter((key) => pulumi.runtime.getConfig(key) !== undefined && !isSecret(key));
    if (plain.length === 0) return;
    const message =
        `${plain.join(" and ")} is not a secret: the key is stored in plain text in the stack's configuration and state. ` +
        "Set it with `pulumi config set --secret`, then create a new key and revoke the old one.";
    // Rejects if the engine is already gone.
    pulumi.log.warn(message).catch(() => undefined);
}
