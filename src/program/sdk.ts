// What the SDK has at run time, but not in its types. `test/package/packed` tries each part on the oldest and the newest version.
import * as pulumi from "@pulumi/pulumi";
import { typePrefix } from "../shared/registration";

/** Whether the value of an output is known. In a preview, the id of a new resource is not. */
export const isKnown = (output: pulumi.Output<unknown>): Promise<boolean> =>
    (output as unknown as { readonly isKnown: Promise<boolean> }).isKnown;

/** Whether a value of the configuration is encrypted. Where the SDK does not tell: yes, so that nothing is reported. */
export const { isConfigSecret = () => true } = pulumi.runtime as { readonly isConfigSecret?: (key: string) => boolean };

/** The children of a component. */
export const childrenOf = (component: pulumi.Resource): ReadonlySet<pulumi.Resource> =>
    (component as { readonly __childResources?: ReadonlySet<pulumi.Resource> }).__childResources ?? new Set();

/**
 * The result of a transform that changes no option. One with options sets an unset `deleteBeforeReplace` to `false`, and a replacement of
 * the same name would then be created before the old service is deleted.
 */
export const withOptionsAsTheyAre = (props: object): pulumi.ResourceTransformResult =>
    ({ props }) as pulumi.ResourceTransformResult;

/** The mocks of a unit test (`pulumi.runtime.setMocks`), if set. No API call may be made then. */
export function mocks(): pulumi.runtime.Mocks | undefined {
    const monitor: object | undefined = pulumi.runtime.getMonitor();
    return monitor !== undefined && Object.hasOwn(monitor, "mocks")
        ? (monitor as { readonly mocks: pulumi.runtime.Mocks }).mocks
        : undefined;
}

/** Whether a value is a resource of one type of this package, also if another copy of the package has made it. */
export const isOfType = (type: string, value: unknown, prefix = typePrefix): boolean =>
    pulumi.Resource.isInstance(value) &&
    (value as { readonly __pulumiType?: unknown }).__pulumiType === `${prefix}${type}`;

/**
 * An error that ends a program with its message only. It has no stack: Pulumi does not show it, but formatting it can
 * take minutes on some versions of Node (nodejs/node#64011).
 */
export const programError = (message: string, cause?: Error): Error =>
    Object.assign(new pulumi.RunError(message), { stack: "" }, cause && { cause });

/** Prints a warning, in the row of a resource if there is one. */
export function warn(text: string, resource?: pulumi.Resource): void {
    // Rejects if the engine is already gone.
    pulumi.log.warn(text, resource).catch(() => undefined);
}
