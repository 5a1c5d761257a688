import type * as Pulumi from "@pulumi/pulumi";

/**
 * Functions ask the mocks of a unit test, where there are any, and nobody else. These are to be taken for an engine: they are put
 * out of sight.
 */
export function takeForEngine(pulumi: typeof Pulumi): void {
    const monitor = pulumi.runtime.getMonitor() as unknown as { mocks?: object };
    const hidden = { mocks: { value: monitor.mocks } };
    Object.setPrototypeOf(monitor, Object.create(Object.getPrototypeOf(monitor) as object, hidden) as object);
    delete monitor.mocks;
}
