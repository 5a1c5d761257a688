import * as pulumi from "@pulumi/pulumi";
import { namespace } from "../config/settings";
import { mocks } from "./mocks";

const keys = [`${namespace}:apiKey`, `${namespace}:profiles`];

/** The SDK knows, but its types do not show it. */
const { isConfigSecret: isSecret = () => true } = pulumi.runtime as {
    readonly isConfigSecret?: (key: string) => boolean;
};

/** The stacks that have been looked at: a process may deploy several. */
const seen = new Set<string>();

/**
 * Warns of API keys that the stack's configuration holds in the clear. Pulumi keeps the configuration in the state as well, as
 * secret as it is. Once a stack is enough, and a unit test's configuration is nobody's.
 */
export function warnOfPlainKeys(): void {
    const stack = `${pulumi.runtime.getProject()}/${pulumi.runtime.getStack()}`;
    if (seen.has(stack) || mocks() !== undefined) return;
    seen.add(stack);
    const plain = keys.filter((key) => pulumi.runtime.getConfig(key) !== undefined && !isSecret(key));
    if (plain.length === 0) return;
    const message =
        `${plain.join(" and ")} is not a secret: the key is in the clear in the stack's configuration, and in its state. ` +
        "Set it with `pulumi config set --secret`, and then make a new key.";
    // Where nobody listens any more there is nobody to warn.
    pulumi.log.warn(message).catch(() => undefined);
}
