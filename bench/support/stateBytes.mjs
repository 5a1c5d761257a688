/** The resource of that name in a deployment document. */
const find = (state, name) => state.deployment.resources.find(({ urn }) => urn.endsWith(`::${name}`));

/** What a resource takes in the state: all of it, without white space. */
export const stateBytes = (state, name) => JSON.stringify(find(state, name)).length;

/** Its inputs and outputs: what the provider decides on. */
export function propertyBytes(state, name) {
    const { inputs, outputs } = find(state, name);
    return JSON.stringify(inputs).length + JSON.stringify(outputs).length;
}
