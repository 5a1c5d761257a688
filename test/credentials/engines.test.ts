// A project that the key does not reach any more, in the hands of an engine: each operation fails with one error for each resource, and no
// resource leaves the state.
import { scenario } from "../e2e/support/scenario";

jest.setTimeout(180_000);

scenario("a project that is not found any more loses no resource", async (stage) => {
    const { stack, emulator, program } = stage;
    const body = (pooler: boolean) => `
        const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
        new clouddb.Service("db", { regionCode: "us-east-1", connectionPooler: ${pooler} });`;
    program(body(false));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 2 } });
    const ids = async () => (await stack.deployment("stored")).resources?.flatMap(({ id }) => id ?? []);
    const stored = await ids();
    program(body(true));
    emulator.faults.add({
        path: "/projects*",
        count: null,
        do: { kind: "status", status: 404, body: { message: "No such project." } },
    });
    for (const [operation, refresh] of [
        ["up", false],
        ["refresh", false],
        ["preview", true],
        ["destroy", false],
    ] as const) {
        const { exitCode, diagnostics, printed } = await stack.run(operation, { refresh });
        expect({ operation, failed: exitCode !== 0 }).toEqual({ operation, failed: true });
        const said = diagnostics.filter(
            ({ severity, message }) => severity === "error" && message.includes("404 No such project."),
        );
        expect(said.length).toBeGreaterThanOrEqual(1);
        expect(said.length).toBeLessThanOrEqual(2);
        expect(printed).toContain("may the API key see the project?");
        expect(printed).not.toContain("    at ");
    }
    expect(await ids()).toEqual(stored);
    emulator.faults.clear();
    expect(await stack.run("destroy")).toMatchObject({ exitCode: 0, changes: { delete: 2 } });
    expect([emulator.world.services.size, emulator.world.vpcs.size]).toEqual([0, 0]);
});
