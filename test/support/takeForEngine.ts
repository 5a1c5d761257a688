import type * as Pulumi from "@pulumi/pulumi";

/** Hides the mocks of a unit test, so that functions treat them as a real engine. Functions call only the mocks if they see any. */
export function takeForEngine(pulumi: typeof Pulumi): void {
    const monitor = pulumi.runtime.getMonitor() as unknown as { mocks?: object };
    const hidden = { mocks: { value: monitor.mocks } };
    Object.setPrototypeOf(monitor, Object.create(Object.getPrototypeOf(monitor) as object, hidden) as object);
    delete monitor.mocks;
}
