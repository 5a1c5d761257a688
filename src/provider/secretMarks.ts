import type { PropertyMap } from "./inputs";

/** Pulumi's own form of a secret in a property bag: an object with this key and this value, and the secret under `value`. */
const signatureKey = "4dabf18193072939515e22adb298388d";
const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** The arguments and outputs, of any resource, that hold a secret. */
export const secretProperties = ["password", "initialPassword"] as const;

/**
 * The bag with every secret marked as one. The engine marks what the resource's class has marked, but a transform may set a plain
 * password after it, or drop `additionalSecretOutputs` from the options. The engine sends plain values to a dynamic provider, and
 * keeps the marks of its answers.
 */
export const markSecrets = <Properties extends PropertyMap>(bag: Properties): Properties =>
    secretProperties.reduce<Properties>((marked, key) => {
        const value = marked[key];
        return typeof value === "string" ? { ...marked, [key]: { [signatureKey]: secretSignature, value } } : marked;
    }, bag);
