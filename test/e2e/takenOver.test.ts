import { scenario, type Stage } from "./support/scenario";

const before = (args = "") => `new clouddb.Service("before", { name: "db", regionCode: "us-east-1"${args} });`;
const after = (id: string, args = "") =>
    `new clouddb.Service("after", { name: "db", regionCode: "us-east-1", adopt: "${id}"${args} });`;

async function goesOn({ stack, emulator, calls }: Stage, id: string): Promise<void> {
    const moved = await stack.run("up");
    expect(moved).toMatchObject({ exitCode: 0, changes: { delete: 1 } });
    expect(moved.diagnostics).toContainEqual({
        severity: "warning",
        urn: "before",
        message: `service ${id} is now managed as after, and is not deleted.`,
    });
    expect([calls().filter((call) => call === "deleteService"), [...emulator.world.services.keys()]]).toEqual([
        [],
        [id],
    ]);
    expect((await stack.run("up")).changes).toEqual({ same: 1 });
}

/** The id of the one database there is. */
const idOf = ({ emulator }: Stage) => [...emulator.world.services.keys()][0]!;

scenario(
    "a database goes on under another name of its resource, without an alias, even a protected one",
    async (stage) => {
        const { stack, emulator, program } = stage;
        program(before(`, environment: "PROD"`));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        program(after(idOf(stage), `, environment: "PROD"`));
        await goesOn(stage, idOf(stage));
        expect(await stack.run("destroy")).toMatchObject({ exitCode: 1 });
        expect(emulator.world.services.size).toBe(1);
    },
);

scenario("and under another profile", async (stage) => {
    const { stack, emulator, program } = stage;
    const profiles = JSON.stringify({ same: { apiKey: emulator.token } });
    await stack.setConfig("clouddb:profiles", profiles, true);
    program(before());
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    program(after(idOf(stage), `, profile: "same"`));
    await goesOn(stage, idOf(stage));
    expect(await stack.run("destroy")).toMatchObject({ exitCode: 0 });
    expect(emulator.world.services.size).toBe(0);
});

scenario("and where the `up` that took it over did not come to its deletions", async (stage) => {
    const { stack, emulator, program } = stage;
    program(before());
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    program(`${after(idOf(stage))} new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });`);
    emulator.faults.add({ endpoint: "createVpc", do: { kind: "status", status: 400 } });
    expect(await stack.run("up")).toMatchObject({ exitCode: 1 });
    expect((await stack.deployment("stored")).resources!.filter(({ type }) => type.endsWith(":Service"))).toHaveLength(
        2,
    );
    program(after(idOf(stage)));
    await goesOn(stage, idOf(stage));
    expect(await stack.run("destroy")).toMatchObject({ exitCode: 0 });
    expect(emulator.world.services.size).toBe(0);
});
