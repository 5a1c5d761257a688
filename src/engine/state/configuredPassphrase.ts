import { readFileSync } from "node:fs";

/**
 * The passphrase from the environment, as the Pulumi CLI reads it. It may be empty.
 * @throws Error if none is set.
 */
export function configuredPassphrase(env: NodeJS.ProcessEnv): string {
    const { PULUMI_CONFIG_PASSPHRASE: passphrase, PULUMI_CONFIG_PASSPHRASE_FILE: file } = env;
    if (passphrase !== undefined) return passphrase;
    if (file) return readFileSync(file, "utf8").trim();
    throw new Error(
        "a passphrase for the secrets in the state is needed: set PULUMI_CONFIG_PASSPHRASE (it may be empty) or PULUMI_CONFIG_PASSPHRASE_FILE",
    );
}
