// How this package registers its resources with Pulumi: the token of a type, the code in the state, and the URN that follows.
/** The prefix of this package's type tokens. The SDK puts all dynamic resources in its own package. */
export const typePrefix = "pulumi-nodejs:dynamic/clouddb:";

/** The prefix of the type tokens of the native provider, of the components and of the functions. */
export const nativePrefix = "clouddb:index:";

/** The type that a token names, `Service`, by either provider; also that of a component. Undefined for a token of another package. */
export function ownType(token: string): string | undefined {
    const prefix = [typePrefix, nativePrefix].find((one) => token.startsWith(one));
    return prefix === undefined ? undefined : token.slice(prefix.length);
}

/** As `ownType`, and undefined for a component, which has a token of this package and nothing in the API. */
export const ownResourceType = ({ type, custom }: { readonly type: string; readonly custom?: boolean | undefined }) =>
    custom === false ? undefined : ownType(type);

/** The code that every state stores: it loads the version of the package that is installed for the program. */
export const providerCode = (provider: string): string =>
    `exports.handler=()=>require("pulumi-clouddb/provider").${provider};`;

/** One URN for a resource, whichever of the two providers manages it and its parents: with the types of the dynamic one. */
export function dynamicUrn(urn: string): string {
    const [scheme, project, types = "", ...name] = urn.split("::");
    const dynamicTypes = types.split("$").map((type) => {
        const own = ownType(type);
        return own === undefined ? type : `${typePrefix}${own}`;
    });
    return [scheme, project, dynamicTypes.join("$"), ...name].join("::");
}

/** A resource's own name: the last part of its URN, which may itself contain `::`. */
export const nameInUrn = (urn: string | undefined): string | undefined => urn?.split("::").slice(3).join("::");

/** The type of a resource, `Vpc`. Its URN may have the types of its parents before it. */
export const typeInUrn = (urn: string): string | undefined => urn.split("::")[2]?.split(":").at(-1);

const typesInUrn = (urn: string): string => urn.split("::")[2] ?? "";

/** Whether two URNs differ at most in the stack: the same types of parents, type and name. */
export const isSamePlace = (one: string, other: string): boolean =>
    typesInUrn(one) === typesInUrn(other) && nameInUrn(one) === nameInUrn(other);

/** For messages: the option that makes a resource the one that the state has under a URN, whatever its own name and parent are. */
export const aliasOption = (urn: string): string => `\`aliases: [${JSON.stringify(urn)}]\``;

/** Pulumi's wire format of a secret: an object with this key and value, and the secret under `value`. */
export const signatureKey = "4dabf18193072939515e22adb298388d";
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";
export const secretOf = (value: unknown) => ({ [signatureKey]: secretSignature, value });
