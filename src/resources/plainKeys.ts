import * as pulumi from "@pulumi/pulumi";
import { mocks } from "./mocks";

const keys = ["clouddb:apiKey", "clouddb:profiles"];

/** The SDK knows, but its types do not show it. */
const { isConfigSecret: isSecret = () => true } = pulumi.runtime as {
    readonly isConfigSecret?: (key: string) => boolean;
};

let told = false;

/**
 * Warns of API keys that the stack's configuration holds in the clear. Pulumi keeps the configuration in the state as well, as
 * secret as it is. Once is enough, and a unit test's configuration is nobody's.
 */
export function warnOfPlainKeys(): void {
    if (told || mocks() !== undefined) return;
    told = true;
    const plain = keys.filter((key) => pulumi.runtime.getConfig(key) !== undefined && !isSecret(key));
    if (plain.length === 0) return;
    const message =
        `${plain.join(" and ")} is not a secret: the key is in the clear in the stack's configuration, and in its state. ` +
        "Set it with `pulumi config set --secret`, and then make a new key.";
    // Where nobody listens any more there is nobody to warn.
    pulumi.log.warn(message).catch(() => undefined);
}
