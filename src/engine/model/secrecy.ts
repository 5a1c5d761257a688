import { containsSecrets, isObject, type Properties, Secret } from "./values";

/**
 * Marks as secret in `answered` what was secret in `given`: a dynamic provider is sent plain values and answers with plain
 * ones, so the names are all there is to go by.
 */
export function keepSecrecy(answered: Properties, given: Properties): void {
    for (const [name, before] of Object.entries(given)) {
        const after = answered[name];
        if (after === undefined || after instanceof Secret) continue;
        if (isObject(after) && isObject(before)) keepSecrecy(after, before);
        else if (containsSecrets(before)) answered[name] = new Secret(after);
    }
}

/** Marks the outputs that the program named, and those whose input of the same name is secret as a whole. */
export function markSecretOutputs(outputs: Properties, inputs: Properties, named: readonly string[]): void {
    for (const [name, value] of Object.entries(outputs)) {
        if (value instanceof Secret) continue;
        if (named.includes(name) || inputs[name] instanceof Secret) outputs[name] = new Secret(value);
    }
}
