import type { Resource } from "../model/resource";
import { UnsupportedError } from "../model/unsupported";
import type { ProviderCalls } from "../provider/client";
import type { Session } from "./session";

/** The package of dynamic resources. */
export const dynamicPackage = "pulumi-nodejs";

/** @throws UnsupportedError for a resource that needs a provider plugin. */
export function requireDynamic({ type }: { type: string }): void {
    const [pkg] = type.split(":");
    if (pkg !== dynamicPackage) throw new UnsupportedError(`resources of type '${type}'`);
}

/** The provider that manages `resource`. */
export function providerFor(session: Session, resource: Pick<Resource, "type">): Promise<ProviderCalls> {
    requireDynamic(resource);
    return session.options.provider.client();
}

/** The identity of an existing resource. @throws Error if it has no id */
export function existing(resource: Resource): { urn: string; type: string; id: string } {
    const { urn, type, id } = resource;
    if (!id) throw new Error(`${urn} has no id`);
    return { urn, type, id };
}
