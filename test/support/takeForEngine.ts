import type * as Pulumi from "@pulumi/pulumi";

/**
 * Hides the mocks of a unit test, such that functions treat them as a real engine. Otherwise functions call only the
 * mocks if there are any.
 */
export function takeForEngine(pulumi: typeof Pulumi): void {
    const monitor = pulumi.runtime.getMonitor() as unknown as { mocks?: object };
    const hidden = { mocks: { value: monitor.mocks } };
    Object.setPrototypeOf(monitor, Object.create(Object.getPrototypeOf(monitor) as object, hidden) as object);
    delete monitor.mocks;
}
