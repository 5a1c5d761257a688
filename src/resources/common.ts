import type * as pulumi from "@pulumi/pulumi";

/** Arguments that every resource takes. */
export interface CommonArgs {
    /**
     * The project to work in. Default: the profile's, or `clouddb:projectId`, or the one that the API key leads to.
     * Another project replaces the resource.
     */
    projectId?: pulumi.Input<string | undefined>;
    /**
     * The named connection (`clouddb:profiles`) to use. Default: the stack's own API key. Changes in place: nothing is
     * called, the next calls use it.
     */
    profile?: pulumi.Input<string | undefined>;
    /**
     * The id of an existing thing to take over instead of creating one: it is brought to these arguments in place, and
     * refused where only a replacement could do that. Only matters when the resource is created: removing it later changes
     * nothing. Another id later is an error, and nothing is deleted; as long as it names what the resource has, the resource is
     * not replaced.
     */
    adopt?: pulumi.Input<string | undefined>;
    /**
     * What to do when a thing of that name is there already: `error` (the default, or `clouddb:onNameConflict`) says which
     * one, `adopt` takes it over, `ignore` creates another one. Only matters at the creation. The provider does not see the
     * stack: `adopt` also takes over what another resource, of this stack or of another one, made in an earlier deployment,
     * and then two resources have the same thing. So set it where an interrupted `up` is to be picked up, where a resource is
     * renamed, and where names are given once.
     */
    onNameConflict?: pulumi.Input<"error" | "adopt" | "ignore" | undefined>;
}

/** Where to connect to. */
export interface Endpoint {
    /** A host name or an IP address. */
    host: string;
    /** A TCP port. */
    port?: number;
}
