import type * as pulumi from "@pulumi/pulumi";
import { typePrefix } from "./managed";

/** What a transform looks at: of a resource of either kind of transform. */
type Transformed = Pick<pulumi.ResourceTransformArgs, "type" | "props" | "opts">;

/**
 * A transform that has every resource of this package use a profile, unless it names one itself. For a whole stack:
 * `pulumi.runtime.registerResourceTransform(withProfile("analytics"))`, before the first resource; for one component and all
 * that is in it: the option `transforms: [withProfile("analytics")]`. Fits the older `transformations` as well.
 */
export const withProfile =
    (profile: pulumi.Input<string>) =>
    ({ type, props, opts }: Transformed): pulumi.ResourceTransformResult | undefined =>
        type.startsWith(typePrefix) && props["profile"] === undefined
            ? { props: { ...props, profile }, opts }
            : undefined;
