import type * as pulumi from "@pulumi/pulumi";
import { typePrefix } from "../config/urn";

/** The arguments of a resource transform, or of an older `transformation`, which lacks `custom`. */
type Transformed = Pick<pulumi.ResourceTransformArgs, "type" | "props" | "opts"> & { readonly custom?: boolean };

/**
 * A transform that sets `profile` on every resource of this package that does not set it itself. For a whole stack call
 * `pulumi.runtime.registerResourceTransform(withProfile("analytics"))` before the first resource; for a component and its
 * children use the option `transforms: [withProfile("analytics")]`. Also works with the older `transformations`.
 */
export const withProfile =
    (profile: pulumi.Input<string>) =>
    ({ type, props, opts, custom }: Transformed): pulumi.ResourceTransformResult | undefined => {
        if (!type.startsWith(typePrefix) || props["profile"] !== undefined) return undefined;
        const changed = { ...props, profile };
        // A newer transform that returns options sets an unset `deleteBeforeReplace` to `false`, and a replacement of the same
        // name would then be created before the old service is deleted. Returning no options keeps them.
        return custom === undefined
            ? { props: changed, opts }
            : ({ props: changed } as unknown as pulumi.ResourceTransformResult);
    };
