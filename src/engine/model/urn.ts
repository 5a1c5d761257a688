/** Identifies a resource within its stack: `urn:pulumi:STACK::PROJECT::TYPE::NAME`. */
export type Urn = string;

/** The type of the root resource, which represents the stack. */
export const stackType = "pulumi:pulumi:Stack";

const prefix = "urn:pulumi:";
const partsBeforeName = 3;
const typePart = 2;

/** The type, prefixed with the types of its parents, each followed by `$`. */
export function qualifiedType(urn: Urn): string {
    return urn.split("::")[typePart] ?? "";
}

/** The resource's own type. */
export function typeOf(urn: Urn): string {
    const qualified = qualifiedType(urn);
    return qualified.slice(qualified.lastIndexOf("$") + 1);
}

/** The resource's name, which may contain `::`. */
export function nameOf(urn: Urn): string {
    return urn.split("::").slice(partsBeforeName).join("::");
}

export function originOf(urn: Urn): { stack: string; project: string } {
    const [stack = "", project = ""] = urn.slice(prefix.length).split("::");
    return { stack, project };
}

/** The stack's type is not part of its children's qualified types. */
export function createUrn(stack: string, project: string, parent: Urn | undefined, type: string, name: string): Urn {
    const parentType = parent && qualifiedType(parent) !== stackType ? `${qualifiedType(parent)}$` : "";
    return `${prefix}${stack}::${project}::${parentType}${type}::${name}`;
}

/** The URN in a provider reference, which is the provider's URN and id joined by `::`. */
export function providerUrn(reference: string): Urn {
    return reference.slice(0, reference.lastIndexOf("::"));
}
