const copyOf = (value) => JSON.parse(JSON.stringify(value));

/** A state with `ids.length` copies of the one service in it, as if an `up` had made them. */
export function manyInState(state, name, ids) {
    const copy = copyOf(state);
    const { resources } = copy.deployment;
    const one = resources.find(({ urn }) => urn.endsWith(`::${name}`));
    const others = resources.filter((resource) => resource !== one);
    const many = ids.map((id, n) => ({ ...copyOf(one), id, urn: `${one.urn}-${n}` }));
    copy.deployment.resources = [...others, ...many];
    return copy;
}
