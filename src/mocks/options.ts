import type * as pulumi from "@pulumi/pulumi";
import type { ExistingRecords } from "./resources";

/** The options of `cloudDbMocks`. */
export interface CloudDbMocksOptions {
    /** The project of every resource that names none. Default: `mock-project`. */
    readonly projectId?: string;
    /** Outputs by the name of a resource, in place of those that the mocks would give: `{ orders: { status: "PAUSED" } }`. */
    readonly outputs?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    /** What functions find in addition to the program's own resources. Default: nothing. */
    readonly existing?: ExistingRecords;
    /**
     * The mocks for resources and functions of other packages, and for a function of this package that shall answer something else:
     * `call` is asked first, and an answer of `undefined` leaves it to these mocks. Default: resources of other packages echo their
     * inputs, and functions of other packages return their arguments.
     */
    readonly others?: {
        readonly newResource?: pulumi.runtime.Mocks["newResource"];
        readonly call?: (
            args: pulumi.runtime.MockCallArgs,
        ) => pulumi.runtime.MockCallResult | Promise<pulumi.runtime.MockCallResult | undefined> | undefined;
    };
}
