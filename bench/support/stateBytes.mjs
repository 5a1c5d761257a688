/** Marks a secret in a deployment document; see Pulumi's signature keys. */
const signature = "4dabf18193072939515e22adb298388d";

/** The resource of that name in a deployment document. */
const find = (state, name) => state.deployment.resources.find(({ urn }) => urn.endsWith(`::${name}`));

/** A value without the engine's envelopes around secrets, as the provider has returned it. */
function opened(value) {
    if (Array.isArray(value)) return value.map(opened);
    if (value === null || typeof value !== "object") return value;
    if (signature in value && "plaintext" in value) return JSON.parse(value.plaintext);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, opened(each)]));
}

/** What a resource takes in the state: all of it, without white space. */
export const stateBytes = (state, name) => JSON.stringify(find(state, name)).length;

/** Its inputs and outputs, as the provider returns them: what the provider decides on. */
export function propertyBytes(state, name) {
    const { inputs, outputs } = find(state, name);
    return JSON.stringify(opened(inputs)).length + JSON.stringify(opened(outputs)).length;
}
