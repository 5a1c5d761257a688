import { scenario } from "./support/scenario";

jest.setTimeout(180_000);

scenario("a database goes on under another name of its resource, without an alias", async (stage) => {
    const { stack, emulator, program } = stage;
    program(`new clouddb.Service("before", { name: "db", regionCode: "us-east-1" });`);
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    const [id] = emulator.world.services.keys();
    stage.calls();
    program(`new clouddb.Service("after", { name: "db", regionCode: "us-east-1", onNameConflict: "adopt" });`);
    const moved = await stack.run("up");
    expect(moved).toMatchObject({ exitCode: 0, changes: { create: 1, delete: 1 } });
    expect(moved.diagnostics).toContainEqual({
        severity: "warning",
        urn: "before",
        message: `service ${id} has been taken over by another resource in this run, and is not deleted.`,
    });
    expect([stage.calls(), [...emulator.world.services.keys()]]).toEqual([[], [id]]);
    expect((await stack.run("up")).changes).toEqual({ same: 1 });
    expect(await stack.run("destroy")).toMatchObject({ exitCode: 0 });
    expect(emulator.world.services.size).toBe(0);
});
