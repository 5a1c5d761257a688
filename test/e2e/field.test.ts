// The field: the API writes things its own way, and the console changes a database between the refresh and the `up`.
import { pageScenario } from "./support/scenario";

const options = { databases: false };

const program = (size: number, more = "") => `
    const db = new clouddb.Service("orders", {
        regionCode: "us-east-1", cpuMillis: ${size}, memoryGbs: ${size / 250}, connectionPooler: true, ${more}
    });
    new clouddb.ReadReplicaSet("reports", { serviceId: db.id, nodes: 1, cpuMillis: 500, memoryGbs: 2 });
    exports.password = db.initialPassword;`;

pageScenario(
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
    options,
);

pageScenario(
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
    options,
);

pageScenario(
    "a database that is paused in the console takes no replica set: the error says so at once",
    async (stage) => {
        const { stack, emulator } = stage;
        const parent = `const db = new clouddb.Service("orders", { regionCode: "us-east-1" });`;
        stage.program(parent);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        const [id] = emulator.world.services.keys();
        emulator.drift(id!, { status: "PAUSED" });
        stage.calls();
        const size = "nodes: 1, cpuMillis: 500, memoryGbs: 2";
        stage.program(`${parent} new clouddb.ReadReplicaSet("reports", { serviceId: db.id, ${size} });`);
        const { exitCode, printed } = await stack.run("up");
        expect(exitCode).not.toBe(0);
        expect(printed).toContain(`Service ${id} is paused. Start it`);
        expect(stage.calls().filter((call) => call !== "createReplicaSet")).toEqual([]);
        emulator.drift(id!, { status: "READY" });
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 1, same: 1 } });
    },
    options,
);

pageScenario(
    "a new database that the API does not find for a moment, and an answer without its id: one database, and its password",
    async (stage) => {
        const { stack, emulator } = stage;
        emulator.faults.add({
            endpoint: "attachServiceToVpc",
            do: { kind: "status", status: 404, body: { code: "NOT_FOUND", message: "no such service" } },
            count: 2,
        });
        emulator.faults.add({
            endpoint: "createService",
            do: { kind: "deform", field: "service_id", as: "absent" },
        });
        stage.program(`
            const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
            exports.password = new clouddb.Service("orders", { regionCode: "us-east-1", vpcId: net.id }).initialPassword;`);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 2 } });
        const [row, ...others] = [...emulator.world.services.values()];
        expect(others).toEqual([]);
        expect((await stack.outputs())["password"]).toBe(row!.password);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 2 } });
    },
    options,
);
