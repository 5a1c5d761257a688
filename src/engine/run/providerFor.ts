import type { Resource } from "../model/resource";
import { UnsupportedError } from "../model/unsupported";
import type { ProviderCalls } from "../provider/client";
import type { Session } from "./session";

/** The package of dynamic resources. */
export const dynamicPackage = "pulumi-nodejs";

/** @throws UnsupportedError for a resource that takes a provider's plugin. */
export function requireDynamic({ type }: { type: string }): void {
    const [pkg] = type.split(":");
    if (pkg !== dynamicPackage) throw new UnsupportedError(`resources of type '${type}'`);
}

/** The provider that manages `resource`. */
export function providerFor(session: Session, resource: Pick<Resource, "type">): Promise<ProviderCalls> {
    requireDynamic(resource);
    return session.options.provider.client();
}

/** A resource's id and URN, for a call that needs one that exists. */
export function existing(resource: Resource): { urn: string; type: string; id: string } {
    const { urn, type, id } = resource;
    if (!id) throw new Error(`${urn} has no id`);
    return { urn, type, id };
}
