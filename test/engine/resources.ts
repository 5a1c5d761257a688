import { blankResource, type Resource } from "../../src/engine/model/resource";

export const type = "pulumi-nodejs:dynamic/t:T";

/** The URN of a test's resource. */
export const urn = (name: string) => `urn:pulumi:dev::p::${type}::${name}`;

/** A minimal custom resource. */
export function resource(name: string, fields: Partial<Resource> = {}): Resource {
    return { ...blankResource(type, true), urn: urn(name), ...fields };
}
