import { withOptionsAsTheyAre } from "../sdk";
import type * as pulumi from "@pulumi/pulumi";
import { ownResourceType } from "../../shared/registration";

/** Arguments that every resource takes. */
export interface CommonArgs {
    /**
     * The id of the project. Default: the profile's, or `clouddb:projectId`, or the only project that the API key can access.
     * Example: `"prj0000001"`. A change replaces the resource.
     */
    projectId?: pulumi.Input<string | undefined>;
    /**
     * The named connection (`clouddb:profiles`) to use. Default: the stack's own API key. Example: `"analytics"`. Changes in place,
     * without an API call.
     */
    profile?: pulumi.Input<string | undefined>;
    /**
     * The id of an existing resource to adopt instead of creating one; for a `Peering` or a `ReadReplicaSet`, the parent's id, `/` and its
     * own. Default: none. Example: `"svc0000001"`. Only used at creation: removing it later changes nothing, and changing it to another
     * id is an error.
     *
     * The provider updates the resource in place to match the arguments, and fails if an argument cannot change in place. While `adopt`
     * is set, the resource is not replaced.
     */
    adopt?: pulumi.Input<string | undefined>;
    /**
     * What to do at creation if a resource with that name already exists: `error` fails and names it, `ignore` creates another one with
     * that name. Default: `clouddb:onNameConflict`, or `error`. Example: `"ignore"`. Only used at creation.
     *
     * A leftover of an interrupted `up` of this resource is not a conflict.
     */
    onNameConflict?: pulumi.Input<"error" | "ignore" | undefined>;
}

/** Where a static `get` reads the resource. */
export interface LookupState {
    /** The project of the resource. Default: the profile's, or `clouddb:projectId`, or the only project that the API key can access. */
    projectId?: pulumi.Input<string | undefined>;
    /** The named connection (`clouddb:profiles`) to use. Default: the stack's own API key. */
    profile?: pulumi.Input<string | undefined>;
}

/** The parameters of a static `get`: the resource's name in the program, its id, where to read it, and options of Pulumi. */
export type Lookup = [
    name: string,
    id: pulumi.Input<pulumi.ID>,
    state?: LookupState,
    opts?: pulumi.CustomResourceOptions,
];

/** The environment tag of a service or of a read replica set. */
export type Environment = "DEV" | "PROD";

/** An extension of a service. */
export type Addon = "time-series" | "ai";

/** The kind of backup that a service is forked from: `strategy` of `forkFrom`. */
export type ForkStrategy = "LAST_SNAPSHOT" | "NOW" | "PITR";

/** An address to connect to. */
export interface Endpoint {
    /** A host name or an IP address. */
    host: string;
    /** A TCP port. Undefined if the API returns none: PostgreSQL clients then use 5432. */
    port?: number;
}

/** The arguments of a resource transform, or of an older `transformation`, which lacks `custom`. */
type Transformed = Pick<pulumi.ResourceTransformArgs, "type" | "props" | "opts"> & { readonly custom?: boolean };

/**
 * A transform that sets `profile` on every resource of this package that does not set it itself. For a whole stack, call
 * `pulumi.runtime.registerResourceTransform(withProfile("analytics"))` before you create the first resource. For a component and its
 * children, use the option `transforms: [withProfile("analytics")]`. It also works with the older `transformations`.
 */
export const withProfile =
    (profile: pulumi.Input<string>) =>
    ({ type, props, opts, custom }: Transformed): pulumi.ResourceTransformResult | undefined => {
        if (ownResourceType({ type, custom }) === undefined || props["profile"] !== undefined) return undefined;
        const changed = { ...props, profile };
        return custom === undefined ? { props: changed, opts } : withOptionsAsTheyAre(changed);
    };
