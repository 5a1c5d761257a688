// The table of transitions: it is consistent, and the emulator follows it, second by second.
import { replicaSetStatuses, serviceStatuses } from "../../src/api/schemas";
import { type OperationOf, resourceTypes } from "../../src/emulator/resources";
import type { PeeringRow } from "../../src/emulator/resources/peering";
import type { ReplicaSetRow } from "../../src/emulator/resources/replicaSet";
import type { ServiceOperation } from "../../src/emulator/resources/service";
import { gone, phasesOf, same, type Transition, type Transitions } from "../../src/emulator/resources/resourceType";
import { at, Bench, textAt } from "./support/raw";

let bench: Bench;
beforeEach(async () => (bench = await Bench.start()));
afterEach(() => bench.stop());

const rows = (table: Transitions) => Object.entries(table);

describe("the table", () => {
    const reached = (table: Transitions) =>
        new Set(rows(table).flatMap(([, row]) => [...phasesOf(row).map(([status]) => status), row.then]));

    test("every status word of a service is reached by an operation, but for UNSTABLE, which a failure reaches", () => {
        const words = reached(resourceTypes.service.transitions);
        expect(serviceStatuses.filter((status) => !words.has(status))).toEqual(["UNSTABLE"]);
    });

    test("every status word of a replica set is reached by an operation, but for error, which a failure reaches", () => {
        const words = reached(resourceTypes.replicaSet.transitions);
        expect(replicaSetStatuses.filter((status) => !words.has(status))).toEqual(["error"]);
    });

    test.each(Object.values(resourceTypes))("no $kind is stranded", ({ transitions }) => {
        const table: Transitions = transitions;
        for (const [name, row] of rows(table)) {
            for (const [, seconds] of phasesOf(row)) expect([name, seconds > 0]).toEqual([name, true]);
            if (row.then === same || row.then === gone) continue;
            const onward = rows(table).some(([, next]) => next.from.includes(row.then));
            expect([row.then, onward || row.then === "active"]).toEqual([row.then, true]);
        }
    });
});

/** The statuses of an operation according to the table, second by second, starting from a status. */
function expected(before: string, row: Transition): [string, number][] {
    const seen: [string, number][] = [];
    const show = (word: string, second: number) => {
        const status = word === same ? before : word === gone ? "404" : word;
        if (seen.at(-1)?.[0] !== status) seen.push([status, second]);
    };
    let second = 0;
    for (const [status, seconds] of phasesOf(row)) {
        show(status, second);
        second += seconds;
    }
    show(row.then, second);
    return seen;
}

const forked = async (service: string, body: object) => {
    const fork = await bench.post(`${service}/forkService`, body);
    expect(fork.status).toBe(202);
    return `services/${textAt(fork.body, "service_id")}`;
};
const told = async (service: string, verb: string, body?: object) => {
    const { status } = await bench.post(`${service}/${verb}`, body);
    expect([200, 202, 204]).toContain(status);
    return service;
};
const created = async (body: object) => {
    const { body: service } = await bench.post("services", { name: "orders", ...body });
    return `services/${textAt(service, "service_id")}`;
};
const paused = async () => {
    const service = await told(await bench.service(), "stop");
    await bench.pass(300);
    return service;
};
const attached = async () => {
    const service = await bench.service();
    const vpc_id = await bench.vpc();
    await told(service, "attachToVPC", { vpc_id });
    await bench.pass(300);
    return { service, vpc_id };
};

/** Starts each operation through the API, and returns the path of its resource. */
const serviceDrivers: Record<ServiceOperation, () => Promise<string>> = {
    create: () => created({}),
    createTimeSeries: () => created({ addons: ["time-series"] }),
    forkLastSnapshot: async () => forked(await bench.service(), { fork_strategy: "LAST_SNAPSHOT" }),
    forkNow: async () => forked(await bench.service(), { fork_strategy: "NOW" }),
    forkPitr: async () => {
        const service = await bench.service();
        const target_time = new Date(bench.clock.now() - 60_000).toISOString();
        return forked(service, { fork_strategy: "PITR", target_time });
    },
    start: async () => told(await paused(), "start"),
    stop: async () => told(await bench.service(), "stop"),
    resize: async () => told(await bench.service(), "resize", { cpu_millis: "4000", memory_gbs: "16" }),
    setHa: async () => told(await bench.service(), "setHA", { replica_count: 1 }),
    setPooler: async () => told(await bench.service(), "enablePooler"),
    attach: async () => told(await bench.service(), "attachToVPC", { vpc_id: await bench.vpc() }),
    detach: async () => {
        const { service, vpc_id } = await attached();
        return told(service, "detachFromVPC", { vpc_id });
    },
    setEnvironment: async () => told(await bench.service(), "setEnvironment", { environment: "PROD" }),
    setEnvironmentRunning: async () => {
        bench.emulator.setQuirks({ environmentNeedsRunning: true });
        return told(await bench.service(), "setEnvironment", { environment: "PROD" });
    },
    updatePassword: async () => told(await bench.service(), "updatePassword", { password: "correct horse" }),
    updatePasswordRunning: async () => {
        bench.emulator.setQuirks({ passwordNeedsRunning: true });
        return told(await bench.service(), "updatePassword", { password: "correct horse" });
    },
    maintain: async () => {
        const service = await bench.service();
        await bench.control("POST", `/resources/${service.replace("services/", "")}/maintain`);
        return service;
    },
    delete: async () => {
        const service = await bench.service();
        await bench.delete(service);
        return service;
    },
    deleteWithTombstone: async () => {
        bench.emulator.setQuirks({ tombstones: true });
        const service = await bench.service();
        await bench.delete(service);
        return service;
    },
};

test.each(Object.entries(serviceDrivers))("a service during %s", async (name, drive) => {
    const row: Transition = resourceTypes.service.transitions[name as ServiceOperation];
    const path = await drive();
    const before = row.from.includes("READY") ? "READY" : (row.from[0] ?? "");
    expect(await bench.watch(path, 800)).toEqual(expected(before, row));
});

const setBody = { name: "reports", nodes: 1, cpu_millis: 500, memory_gbs: 2 };
const newSet = async () => {
    const service = await bench.service();
    const { body } = await bench.post(`${service}/replicaSets`, setBody);
    return `${service}/replicaSets/${textAt(body, "id")}`;
};
const activeSet = async () => bench.replicaSet(await bench.service());

const replicaSetDrivers: Record<OperationOf<ReplicaSetRow>, () => Promise<string>> = {
    create: newSet,
    resize: async () => told(await activeSet(), "resize", { cpu_millis: "1000", memory_gbs: "4" }),
    setPooler: async () => told(await activeSet(), "enablePooler"),
    setEnvironment: async () => told(await activeSet(), "setEnvironment", { environment: "PROD" }),
    delete: async () => {
        const set = await activeSet();
        expect((await bench.delete(set)).status).toBe(202);
        return set;
    },
};

/** The contract has no GET for a single replica set. */
async function watchInList(path: string, seconds: number): Promise<[string, number][]> {
    const [list = "", id] = path.split(/\/(?=[^/]+$)/);
    const seen: [string, number][] = [];
    for (let second = 0; second <= seconds; second += 5) {
        const { body } = await bench.get(list);
        const thing = (body as { id: string; status: string }[]).find((one) => one.id === id);
        const status = thing?.status ?? "404";
        if (seen.at(-1)?.[0] !== status) seen.push([status, second]);
        await bench.pass(5);
    }
    return seen;
}

test.each(Object.entries(replicaSetDrivers))("a replica set during %s", async (name, drive) => {
    const row: Transition = resourceTypes.replicaSet.transitions[name as OperationOf<ReplicaSetRow>];
    expect(await watchInList(await drive(), 200)).toEqual(expected("active", row));
});

const newPeering = async () => {
    const peer = { peer_account_id: "123456789012", peer_region_code: "eu-west-1", peer_vpc_id: "vpc-1" };
    const list = `vpcs/${await bench.vpc()}/peerings`;
    const { body } = await bench.post(list, peer);
    return `${list}/${textAt(body, "id")}`;
};
const peeringDrivers: Record<OperationOf<PeeringRow>, () => Promise<string>> = {
    create: newPeering,
    accept: async () => {
        const peering = await newPeering();
        await bench.pass(100);
        const id = textAt((await bench.get(peering)).body, "id");
        expect((await bench.control("POST", `/resources/${id}/accept`)).status).toBe(204);
        return peering;
    },
};

test.each(Object.entries(peeringDrivers))("a peering during %s", async (name, drive) => {
    const row: Transition = resourceTypes.peering.transitions[name as OperationOf<PeeringRow>];
    expect(await bench.watch(await drive(), 100)).toEqual(expected("pending-acceptance", row));
});

test("operations take the fraction of their time that the scale says", async () => {
    const scaled = await Bench.start({ timeScale: 0.5 });
    const { body } = await scaled.post("services", { name: "orders" });
    expect(await scaled.watch(`services/${textAt(body, "service_id")}`, 100)).toEqual([
        ["QUEUED", 0],
        ["CONFIGURING", 5],
        ["READY", 60],
    ]);
    await scaled.stop();
});

test("a scale of 0 does everything at once", async () => {
    const instant = await Bench.start({ timeScale: 0 });
    const { body } = await instant.post("services", { name: "orders", replica_count: 1 });
    expect(body).toMatchObject({ status: "READY", ha_replicas: { replica_count: 1 } });
    expect(at(body, "endpoint", "port")).toEqual(expect.any(Number));
    await instant.stop();
});
