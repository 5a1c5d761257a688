// The field: the API writes things its own way, and the console changes a database between the refresh and the `up`.
import { scenario } from "./support/scenario";

const program = (size: number, more = "") => `
    const db = new clouddb.Service("orders", {
        regionCode: "us-east-1", cpuMillis: ${size}, memoryGbs: ${size / 250}, connectionPooler: true, ${more}
    });
    new clouddb.ReadReplicaSet("reports", { serviceId: db.id, nodes: 1, cpuMillis: 500, memoryGbs: 2 });
    exports.password = db.initialPassword;`;

scenario(
    "numbers as text, words in lower case and a status that comes late: up, refresh, resize, destroy",
    async (stage) => {
        const { stack, emulator } = stage;
        const deform = (field: string, as: "text" | "otherCase" | "blank", count: number | null = null) =>
            emulator.faults.add({ do: { kind: "deform", field, as }, count });
        deform("resources.spec.cpu_millis", "text");
        deform("endpoint.port", "text");
        deform("status", "blank", 4);
        deform("status", "otherCase");
        stage.program(program(1000));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 2 } });
        const [row] = [...emulator.world.services.values()];
        expect((await stack.outputs())["password"]).toBe(row!.password);
        expect(await stack.run("refresh")).toMatchObject({ exitCode: 0 });
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 2 } });
        stage.program(program(2000));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1, same: 1 } });
        expect(row!.cpu_millis).toBe(2000);
        expect(await stack.run("destroy")).toMatchObject({ exitCode: 0 });
        expect(emulator.world.services.size).toBe(0);
    },
);

scenario(
    "what the console has made PROD is not deleted by an `up` without it, nor by a changed region",
    async (stage) => {
        const { stack, emulator } = stage;
        stage.program(program(1000));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        const [id] = emulator.world.services.keys();
        emulator.drift(id!, { environment: "PROD" });
        for (const changed of [
            `new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });`,
            program(1000).replace("us-east-1", "eu-west-1"),
        ]) {
            stage.program(changed);
            const { exitCode, printed } = await stack.run("up");
            expect(exitCode).not.toBe(0);
            expect(printed).toContain("deletionProtection: false");
            expect([...emulator.world.services.keys()]).toEqual([id]);
        }
    },
);
