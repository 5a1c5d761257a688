import { scenario } from "./support/scenario";

jest.setTimeout(180_000);

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

scenario("an update whose second step fails goes on from there", async ({ stack, program, calls, emulator }) => {
    program(service(`{ regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: 4 }`));
    await stack.run("up");
    calls();
    program(service(`{ regionCode: "us-east-1", cpuMillis: 2000, memoryGbs: 8, replicaCount: 1 }`));
    emulator.faults.add({
        endpoint: "setServiceHa",
        do: { kind: "status", status: 422, body: { message: "no node left" } },
    });
    expect((await stack.run("up")).exitCode).not.toBe(0);
    expect(calls()).toEqual(["resizeService", "setServiceHa"]);
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1 } });
    expect(calls()).toEqual(["setServiceHa"]);
});

scenario("a time-out says what it waited for, and the next up goes on", async ({ stack, program, calls, emulator }) => {
    const timeouts = `{ customTimeouts: { create: "5m", update: "2m" } }`;
    program(service(`{ regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: 4 }`, timeouts));
    await stack.run("up");
    calls();
    program(service(`{ regionCode: "us-east-1", cpuMillis: 2000, memoryGbs: 8 }`, timeouts));
    emulator.faults.add({ endpoint: "resizeService", do: { kind: "stuck" } });
    const late = await stack.run("up");
    expect(late.exitCode).not.toBe(0);
    expect(late.printed).toMatch(/resizing to 2 CPU \/ 8 GB did not complete within 2 m \(status UPGRADING/);
    emulator.finish();
    calls();
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    expect(calls()).toEqual([]);
});

scenario(
    "a create whose answer is lost is found again, and never made twice",
    async ({ stack, program, calls, emulator }) => {
        program(service(`{ regionCode: "us-east-1" }`));
        emulator.faults.add({ endpoint: "createService", do: { kind: "drop", when: "after" } });
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 1 } });
        expect(calls()).toEqual(["createService", "updateServicePassword"]);
        expect(emulator.world.services.size).toBe(1);
    },
);

scenario("an up that is killed in the middle of a create goes on with it", async ({ stack, program, emulator }) => {
    program(service(`{ regionCode: "us-east-1" }`));
    emulator.faults.add({ endpoint: "createService", do: { kind: "stuck" } });
    await stack.killedUp(() => Promise.resolve(emulator.world.services.size === 1));
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

scenario("with a name that the program gives, it says what to do", async ({ stack, program, emulator }) => {
    program(service(`{ regionCode: "us-east-1", name: "db" }`));
    emulator.faults.add({ endpoint: "createService", do: { kind: "stuck" } });
    await stack.killedUp(() => Promise.resolve(emulator.world.services.size === 1));
    const [id] = [...emulator.world.services.keys()];
    emulator.finish();
    const again = await stack.run("up");
    expect(again.exitCode).not.toBe(0);
    expect(again.printed).toContain(`\`adopt: "${id}"\``);
    program(service(`{ regionCode: "us-east-1", name: "db", adopt: "${id}" }`));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 1 } });
    program(service(`{ regionCode: "us-east-1", name: "db" }`));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
    expect([...emulator.world.services.keys()]).toEqual([id]);
});

scenario("bad input is said before anything is sent", async ({ stack, program, calls, emulator }) => {
    program(
        service(`{ regionCode: "us-east-1", replicaCuont: 1, memoryGbs: "shared", syncReplicaCount: 1, password: "" }`),
    );
    const preview = await stack.run("preview");
    expect(preview.exitCode).not.toBe(0);
    expect(preview.printed).toContain("replicaCuont");
    expect(preview.printed).toContain("did you mean replicaCount?");
    expect(preview.printed).toContain("syncReplicaCount");
    expect(calls()).toEqual([]);
    expect(emulator.requests()).toEqual([]);
});
