import * as pulumi from "@pulumi/pulumi";

/** The mocks of a unit test (`pulumi.runtime.setMocks`), if this is one: then nothing may reach an API. */
export function mocks(): pulumi.runtime.Mocks | undefined {
    const monitor: object | undefined = pulumi.runtime.getMonitor();
    return monitor !== undefined && Object.hasOwn(monitor, "mocks")
        ? (monitor as { readonly mocks: pulumi.runtime.Mocks }).mocks
        : undefined;
}
