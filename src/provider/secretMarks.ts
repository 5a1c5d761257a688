import type { PropertyMap } from "./inputs";

/** Pulumi's wire format of a secret: an object with this key and value, and the secret under `value`. */
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** The arguments and outputs of any resource type that hold a secret. */
export const secretProperties = ["password", "initialPassword"] as const;

/**
 * Marks every secret. The class marks them as well, but a transform may set a plain password afterwards, or remove
 * `additionalSecretOutputs`. The engine sends plain values to a dynamic provider, and keeps the marks in its answers.
 */
export const markSecrets = <Properties extends PropertyMap>(properties: Properties): Properties =>
    secretProperties.reduce<Properties>((marked, key) => {
        const value = marked[key];
        return typeof value === "string" ? { ...marked, [key]: { [signatureKey]: secretSignature, value } } : marked;
    }, properties);
