/** The prefix of this package's type tokens. The SDK puts all dynamic resources in its own package. */
export const typePrefix = "pulumi-nodejs:dynamic/clouddb:";

/** A resource's own name: the last part of its URN, which may itself contain `::`. */
export const nameInUrn = (urn: string | undefined): string | undefined => urn?.split("::").slice(3).join("::");
