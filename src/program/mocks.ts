import * as pulumi from "@pulumi/pulumi";

/** The mocks of a unit test (`pulumi.runtime.setMocks`), if set. No API call may be made then. */
export function mocks(): pulumi.runtime.Mocks | undefined {
    const monitor: object | undefined = pulumi.runtime.getMonitor();
    return monitor !== undefined && Object.hasOwn(monitor, "mocks")
        ? (monitor as { readonly mocks: pulumi.runtime.Mocks }).mocks
        : undefined;
}
