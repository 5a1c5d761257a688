/** The name by which one resource is known throughout its stack: `urn:pulumi:STACK::PROJECT::TYPE::NAME`. */
export type Urn = string;

/** The type of the one resource that stands for the whole stack. */
export const stackType = "pulumi:pulumi:Stack";

const prefix = "urn:pulumi:";
const partsBeforeName = 3;
const typePart = 2;

/** The type with those of its parents before it, each followed by `$`. */
export function qualifiedType(urn: Urn): string {
    return urn.split("::")[typePart] ?? "";
}

/** The resource's own type. */
export function typeOf(urn: Urn): string {
    const qualified = qualifiedType(urn);
    return qualified.slice(qualified.lastIndexOf("$") + 1);
}

/** The name the program gave; it may hold `::` itself. */
export function nameOf(urn: Urn): string {
    return urn.split("::").slice(partsBeforeName).join("::");
}

/** The stack and the project it belongs to. */
export function originOf(urn: Urn): { stack: string; project: string } {
    const [stack = "", project = ""] = urn.slice(prefix.length).split("::");
    return { stack, project };
}

/** The stack as a parent leaves no trace in its children's types. */
export function createUrn(stack: string, project: string, parent: Urn | undefined, type: string, name: string): Urn {
    const parentType = parent && qualifiedType(parent) !== stackType ? `${qualifiedType(parent)}$` : "";
    return `${prefix}${stack}::${project}::${parentType}${type}::${name}`;
}

/** A reference to a provider resource as other resources carry it: its URN and its id. */
export function providerUrn(reference: string): Urn {
    return reference.slice(0, reference.lastIndexOf("::"));
}
