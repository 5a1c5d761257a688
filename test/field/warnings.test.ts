// What the user hears of an API that shows a field in another form.
import { fault, stack } from "../support/eachStack";

const args = { regionCode: "us-east-1", deletionProtection: false };

test("a field that cannot be read is named once in an operation, however many resources and requests show it", async () => {
    fault(undefined, { kind: "deform", field: "resources.spec.cpu_millis", as: "object" }, { count: null });
    const services = await Promise.all(["orders", "reports"].map((name) => stack.up("Service", name, args)));
    await Promise.all(services.map((service) => stack.refresh(service)));
    expect(stack.warnings).toEqual([
        expect.stringMatching(
            /^The API's services have an object in `resources\[\]\.spec\.cpu_millis`, where the contract has a number: it counts as not shown\. `clouddb doctor --api` lists all that differs from the contract\.$/,
        ),
    ]);
});

test("a spelling that is read is not mentioned", async () => {
    fault(undefined, { kind: "deform", field: "resources.spec.cpu_millis", as: "text" }, { count: null });
    fault(undefined, { kind: "deform", field: "status", as: "otherCase" }, { count: null });
    await stack.up("Service", "orders", args);
    expect(stack.warnings).toEqual([]);
});

test("a PROD service that the API shows as `prod` is protected", async () => {
    const service = await stack.up("Service", "orders", { regionCode: "us-east-1" });
    stack.emulator.drift(service.id, { environment: "PROD" });
    fault(undefined, { kind: "deform", field: "metadata.environment", as: "otherCase" }, { count: null });
    await expect(stack.destroy(service)).rejects.toThrow("PROD");
    expect(stack.emulator.world.services.size).toBe(1);
});

test.each(["createService", "forkService"] as const)(
    "an answer to %s without an id is that of a lost one, but for the password in it",
    async (endpoint) => {
        stack.emulator.setQuirks({ backupAfterMs: 0 });
        const parent = stack.emulator.create.service({ name: "parent" });
        const forkFrom = { serviceId: parent.id, strategy: "LAST_SNAPSHOT" };
        fault(endpoint, { kind: "deform", field: "service_id", as: "absent" });
        const { outs } = await stack.up("Service", "orders", {
            name: "orders",
            deletionProtection: false,
            ...(endpoint === "forkService" && { forkFrom }),
        });
        const row = [...stack.emulator.world.services.values()].find(({ name }) => name === "orders");
        expect(outs).toMatchObject({ initialPassword: row!.password, password: row!.password });
        expect(stack.calls()).toEqual([endpoint]);
        expect(stack.notes.join()).not.toContain("initial password");
    },
);

test("the status of the first seconds is an empty text: nothing waits longer, and the password is kept", async () => {
    fault(undefined, { kind: "deform", field: "status", as: "blank" }, { count: 5 });
    const { outs } = await stack.up("Service", "orders", args);
    expect(outs).toMatchObject({ initialPassword: expect.any(String) as string, status: "READY" });
    expect(stack.warnings).toEqual([]);
});

test("an answer to a start that is no record is not mentioned: the contract does not show one", async () => {
    const paused = await stack.up("Service", "orders", { ...args, paused: true });
    fault("startService", { kind: "deform", field: "service_id", as: "absent" });
    const { outs } = await stack.up("Service", "orders", { ...args, paused: false }, paused);
    expect(outs).toMatchObject({ status: "READY" });
    expect(stack.warnings).toEqual([]);
});
