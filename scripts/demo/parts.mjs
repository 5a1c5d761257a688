// The demo's story: what each part asks for, what it runs, and what has to be true in the API afterwards. `set` is added to the
// configuration. Where the emulator's databases are real, `rows` are too: what a client of them finds.
import assert from "node:assert/strict";

const orders = (emulator) =>
    [...emulator.world.services.values()].find(({ name }) => /^orders(-[0-9a-z]{7})?$/.test(name));

const list = "SELECT item FROM orders ORDER BY item";
const items = ["apples", "bread", "coffee"].map((item) => ({ item }));

export const parts = [
    {
        says: "A preview: what would be created.",
        operation: "preview",
        proves: "Nothing is created. Each collection is listed once, to find what would be in the way.",
        holds({ requests, mutations }) {
            assert.deepEqual(mutations, []);
            assert.ok(requests.length <= 3, `${requests.length} requests`);
        },
    },
    {
        says: "The first `up`: a VPC, a peering, a service with an HA replica and a pooler in the VPC, a read replica set.",
        operation: "up",
        proves: "The API has one service, with all of this.",
        holds({ emulator, memory }) {
            const service = orders(emulator);
            memory.id = service.id;
            assert.equal(service.replica_count, 1);
            assert.equal(service.pooler, true);
            assert.equal(service.replica_sets.length, 1);
        },
        rows: {
            proves: "Rows that are written over the output `url` are read over `reportsUrl`, which refuses to write.",
            async holds({ sql, eventually, outputs: { url, reportsUrl } }) {
                await sql(url, "CREATE TABLE orders (item text PRIMARY KEY)");
                await sql(url, "INSERT INTO orders VALUES ('apples'), ('bread'), ('coffee')");
                await eventually(async () => assert.deepEqual(await sql(reportsUrl, list), items));
                await assert.rejects(sql(reportsUrl, "DELETE FROM orders"), /read-only/);
            },
        },
    },
    {
        says: "Another `up`, nothing changed.",
        operation: "up",
        proves: "Nothing is done, and the API is not asked.",
        holds: ({ requests }) => assert.equal(requests.length, 0),
    },
    {
        says: "In place, in one go: twice the size, another HA replica, no pooler, PROD, out of the VPC.",
        operation: "up",
        set: {
            ...{ cpuMillis: 2000, memoryGbs: 8, replicaCount: 2 },
            ...{ connectionPooler: false, environment: "PROD", attached: false },
        },
        proves: "It is still the same service.",
        holds({ emulator, memory, mutations }) {
            assert.deepEqual(mutations, [
                "setServiceEnvironment",
                "resizeService",
                "setServiceHa",
                "disableServicePooler",
                "detachServiceFromVpc",
            ]);
            assert.equal(orders(emulator).id, memory.id);
        },
        rows: {
            proves: "A client that was connected is interrupted, and finds its rows in a larger database.",
            async before({ connect, memory, outputs: { url } }) {
                memory.client = await connect(url);
                memory.interrupted = new Promise((resolve) => void memory.client.once("end", resolve));
                const { rows } = await memory.client.query("SHOW max_connections");
                memory.connections = Number(rows[0].max_connections);
            },
            async holds({ sql, memory, outputs: { url } }) {
                await memory.interrupted;
                assert.deepEqual(await sql(url, list), items);
                const [{ max_connections }] = await sql(url, "SHOW max_connections");
                assert.equal(Number(max_connections), memory.connections * 2);
            },
        },
    },
    {
        says: "A migration goes wrong. A copy of the service is restored, as it was a moment before.",
        operation: "up",
        before: ({ emulator, memory }) => (memory.moment = new Date(emulator.now()).toISOString()),
        set: ({ memory }) => ({ restoreTo: memory.moment }),
        proves: "The copy is another service. The first one is as it was.",
        holds({ emulator, mutations }) {
            assert.deepEqual(mutations, ["forkService"]);
            assert.equal(emulator.world.services.size, 2);
        },
        rows: {
            proves: "The migration has dropped the table. The copy has it, and its rows are brought back.",
            before: ({ sql, outputs: { url } }) => sql(url, "DROP TABLE orders"),
            async holds({ sql, outputs: { url, restoredUrl } }) {
                await assert.rejects(sql(url, list), /does not exist/);
                const found = await sql(restoredUrl, list);
                assert.deepEqual(found, items);
                await sql(url, "CREATE TABLE orders (item text PRIMARY KEY)");
                const names = found.map(({ item }) => item);
                await sql(url, "INSERT INTO orders SELECT unnest($1::text[])", [names]);
            },
        },
    },
    {
        says: "The password is rotated.",
        operation: "up",
        set: { passwordVersion: 2 },
        proves: "It is set by one call. What was generated is a secret of the stack.",
        holds: ({ mutations }) => assert.deepEqual(mutations, ["updateServicePassword"]),
        rows: {
            proves: "The old password is refused, the new one is not.",
            before: ({ memory, outputs: { url } }) => (memory.formerUrl = url),
            async holds({ sql, memory, outputs: { url } }) {
                await assert.rejects(sql(memory.formerUrl, list), /password authentication failed/);
                assert.deepEqual(await sql(url, list), items);
            },
        },
    },
    {
        says: "The service is paused.",
        operation: "up",
        set: { paused: true },
        proves: "Its status is PAUSED.",
        holds: ({ emulator }) => assert.equal(orders(emulator).status, "PAUSED"),
        rows: {
            proves: "Nobody can connect.",
            holds: ({ sql, outputs: { url } }) => assert.rejects(sql(url, list), { code: "ECONNREFUSED" }),
        },
    },
    {
        says: "And resumed.",
        operation: "up",
        set: { paused: false },
        proves: "Its status is READY.",
        holds: ({ emulator }) => assert.equal(orders(emulator).status, "READY"),
        rows: {
            proves: "The rows are there.",
            holds: async ({ sql, outputs: { url } }) => assert.deepEqual(await sql(url, list), items),
        },
    },
    {
        says: "Someone resizes the service in the console, behind Pulumi's back.",
        before: ({ emulator }) => emulator.drift(orders(emulator).id, { cpu_millis: 500, memory_gbs: 2 }),
        operation: "refresh",
        proves: "A refresh shows it, and changes nothing.",
        holds: ({ mutations }) => assert.deepEqual(mutations, []),
    },
    {
        says: "The next `up` repairs it.",
        operation: "up",
        proves: "Exactly that is repaired.",
        holds({ emulator, mutations }) {
            assert.deepEqual(mutations, ["resizeService"]);
            assert.equal(orders(emulator).cpu_millis, 2000);
        },
    },
    {
        says: "A `destroy`.",
        operation: "destroy",
        fails: true,
        proves: "It is refused before anything is deleted: a production service is protected.",
        holds({ emulator, memory, mutations }) {
            assert.equal(orders(emulator).id, memory.id);
            assert.deepEqual(mutations, []);
        },
    },
    {
        says: "The protection is lifted on purpose.",
        operation: "up",
        set: { deletionProtection: false },
        proves: "This concerns the stack alone.",
        holds: ({ mutations }) => assert.deepEqual(mutations, []),
    },
    {
        says: "Now the `destroy` again.",
        operation: "destroy",
        proves: "Everything is gone, in the right order.",
        holds({ emulator }) {
            assert.equal(emulator.world.services.size, 0);
            assert.equal(emulator.world.vpcs.size, 0);
        },
        rows: {
            proves: "The databases are gone, too.",
            before: ({ memory, outputs: { url } }) => (memory.lastUrl = url),
            holds: ({ sql, memory }) => assert.rejects(sql(memory.lastUrl, list), { code: "ECONNREFUSED" }),
        },
    },
];
