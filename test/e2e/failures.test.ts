import { scenario } from "./support/scenario";

const service = (args: string, opts = "{}") => `new clouddb.Service("db", ${args}, ${opts});`;

scenario(
    "a create that fails halfway is kept, and the next up goes on",
    async ({ stack, program, calls, emulator }) => {
        program(service(`{ regionCode: "us-east-1", connectionPooler: true }`));
        emulator.faults.add({
            endpoint: "enableServicePooler",
            do: { kind: "status", status: 422, body: { code: "NO", message: "not today" } },
        });
        const failed = await stack.run("up");
        expect(failed.exitCode).not.toBe(0);
        expect(failed.printed).toContain("not today");
        expect(
            (await stack.deployment("stored")).resources?.find(({ type }) => type.endsWith(":Service")),
        ).toMatchObject({
            id: [...emulator.world.services.keys()][0],
            initErrors: [expect.stringContaining("not today")],
        });
        calls();
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1 } });
        expect(calls()).toEqual(["enableServicePooler"]);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
    },
);

scenario("an up that is killed in the middle of a create goes on with it", async ({ stack, program, emulator }) => {
    program(service(`{ regionCode: "us-east-1" }`));
    emulator.faults.add({ endpoint: "createService", do: { kind: "stuck" } });
    await stack.killedUp(() => emulator.world.services.size === 1);
    const [id] = [...emulator.world.services.keys()];
    emulator.finish();
    const again = await stack.run("up");
    expect(again).toMatchObject({ exitCode: 0, changes: { create: 1 } });
    expect(again.printed).toMatch(
        new RegExp(`takes over the service "db-\\w{7}" .* that an interrupted \`pulumi up\` has left: ${id}, created `),
    );
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
    expect([...emulator.world.services.keys()]).toEqual([id]);
});
