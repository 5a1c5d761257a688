import { containsSecrets, isObject, type Properties, Secret } from "./values";

/**
 * Marks properties of `answered` as secret if they were secret in `given`. A dynamic provider receives and returns
 * plain values, so they are matched by name.
 */
export function keepSecrecy(answered: Properties, given: Properties): void {
    for (const [name, before] of Object.entries(given)) {
        const after = answered[name];
        if (after === undefined || after instanceof Secret) continue;
        if (isObject(after) && isObject(before)) keepSecrecy(after, before);
        else if (containsSecrets(before)) answered[name] = new Secret(after);
    }
}

/** Marks the outputs listed in `named`, and those whose input of the same name is entirely secret. */
export function markSecretOutputs(outputs: Properties, inputs: Properties, named: readonly string[]): void {
    for (const [name, value] of Object.entries(outputs)) {
        if (value instanceof Secret) continue;
        if (named.includes(name) || inputs[name] instanceof Secret) outputs[name] = new Secret(value);
    }
}
