import type * as pulumi from "@pulumi/pulumi";
import { typePrefix } from "./managed";

/** What either kind of transform is told of a resource; `custom` is told by the newer one alone. */
type Transformed = Pick<pulumi.ResourceTransformArgs, "type" | "props" | "opts"> & { readonly custom?: boolean };

/**
 * A transform that has every resource of this package use a profile, unless it names one itself. For a whole stack:
 * `pulumi.runtime.registerResourceTransform(withProfile("analytics"))`, before the first resource; for one component and all
 * that is in it: the option `transforms: [withProfile("analytics")]`. Fits the older `transformations` as well.
 */
export const withProfile =
    (profile: pulumi.Input<string>) =>
    ({ type, props, opts, custom }: Transformed): pulumi.ResourceTransformResult | undefined => {
        if (!type.startsWith(typePrefix) || props["profile"] !== undefined) return undefined;
        const changed = { ...props, profile };
        // Options that a newer transform returns are no longer those that were given: `deleteBeforeReplace` is `false` where it
        // had not been set, and a database would no longer go before its replacement of the same name. Returning none keeps them.
        return custom === undefined
            ? { props: changed, opts }
            : ({ props: changed } as unknown as pulumi.ResourceTransformResult);
    };
