// The demo's story: what each part says, what it runs, and what has to be true in the API afterwards.
import assert from "node:assert/strict";

const big = {
    "quickstart:cpuMillis": 2000,
    "quickstart:memoryGbs": 8,
    "quickstart:replicaCount": 2,
    "quickstart:connectionPooler": false,
    "quickstart:environment": "PROD",
    "quickstart:attached": false,
};
const forked = { ...big, "quickstart:staging": true };
const unprotected = { ...forked, "quickstart:deletionProtection": false };

const orders = (emulator) =>
    [...emulator.world.services.values()].find(({ name }) => /^orders(-[0-9a-z]{7})?$/.test(name));

export const parts = [
    {
        says: "A preview: what would be created. Nothing is; each collection is listed once, to find what would be in the way.",
        operation: "preview",
        config: {},
        holds({ requests, mutations }) {
            assert.deepEqual(mutations, []);
            assert.ok(requests.length <= 3, `${requests.length} requests`);
        },
    },
    {
        says: "The first `up`: a VPC, a peering, a service with an HA replica and a pooler in the VPC, a read replica set.",
        operation: "up",
        config: {},
        holds({ emulator, memory }) {
            const service = orders(emulator);
            memory.id = service.id;
            assert.equal(service.replica_count, 1);
            assert.equal(service.pooler, true);
            assert.equal(service.replica_sets.length, 1);
        },
    },
    {
        says: "Another `up`, nothing changed: nothing is done, and the API is not asked.",
        operation: "up",
        config: {},
        holds: ({ requests }) => assert.equal(requests.length, 0),
    },
    {
        says: "In place, in one go: twice the size, another HA replica, no pooler, PROD, out of the VPC.",
        operation: "up",
        config: big,
        holds({ emulator, memory, mutations }) {
            assert.deepEqual(mutations, [
                "setServiceEnvironment",
                "resizeService",
                "setServiceHa",
                "disableServicePooler",
                "detachServiceFromVpc",
            ]);
            assert.equal(orders(emulator).id, memory.id, "the service is still the same");
        },
    },
    {
        says: "Someone resizes the service in the console, behind Pulumi's back. A refresh shows it.",
        before: ({ emulator }) => emulator.drift(orders(emulator).id, { cpu_millis: 500, memory_gbs: 2 }),
        operation: "refresh",
        config: big,
        holds: ({ mutations }) => assert.deepEqual(mutations, []),
    },
    {
        says: "The next `up` repairs exactly that.",
        operation: "up",
        config: big,
        holds({ emulator, mutations }) {
            assert.deepEqual(mutations, ["resizeService"]);
            assert.equal(orders(emulator).cpu_millis, 2000);
        },
    },
    {
        says: "A staging database, forked from production.",
        operation: "up",
        config: forked,
        holds: ({ emulator, mutations }) => {
            assert.deepEqual(mutations, ["forkService"]);
            assert.equal(emulator.world.services.size, 2);
        },
    },
    {
        says: "A `destroy` is refused before anything is deleted: a production service is protected.",
        operation: "destroy",
        config: forked,
        fails: true,
        holds({ emulator, memory, mutations }) {
            assert.equal(orders(emulator).id, memory.id);
            assert.deepEqual(mutations, []);
        },
    },
    {
        says: "The protection is lifted on purpose.",
        operation: "up",
        config: unprotected,
        holds: ({ emulator }) => assert.equal(emulator.world.services.size, 2),
    },
    {
        says: "Now `destroy` takes everything away, in the right order, and waits until it is gone.",
        operation: "destroy",
        config: unprotected,
        holds({ emulator }) {
            assert.equal(emulator.world.services.size, 0);
            assert.equal(emulator.world.vpcs.size, 0);
        },
    },
];
