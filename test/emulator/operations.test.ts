// Every operation: the statuses in which the emulator accepts it, and those that it passes through, second by second.
import { replicaSetStatuses, serviceStatuses } from "../../src/provider/api/schemas";
import type { Quirks } from "../../src/emulator";
import { type OperationOf, resourceTypes } from "../../src/emulator/resources";
import type { ReplicaSetRow } from "../../src/emulator/resources/replicaSet";
import { gone, phasesOf, same, type Transition } from "../../src/emulator/resources/resourceType";
import type { ServiceOperation } from "../../src/emulator/resources/service";
import { bench } from "./support/eachBench";
import { at, Bench, type Reply, textAt } from "./support/raw";

/** How an operation is started. */
interface Start {
    /** Default: POST. */
    readonly method?: "POST" | "DELETE";
    /** Below the path of the service or replica set; from the project if it begins with `/`. */
    readonly path?: string;
    readonly body?: object;
    readonly quirks?: Partial<Quirks>;
    /** Fields that the service needs. */
    readonly given?: object;
}

const size = { cpu_millis: "4000", memory_gbs: "16" };
const environment = { environment: "PROD" };
const password = { password: "correct horse" };
const net = { vpc_id: "net" };

const serviceStarts: Record<ServiceOperation, Start> = {
    create: { path: "/services", body: { name: "new" } },
    createTimeSeries: { path: "/services", body: { name: "new", addons: ["time-series"] } },
    forkLastSnapshot: { path: "forkService", body: { fork_strategy: "LAST_SNAPSHOT" } },
    forkNow: { path: "forkService", body: { fork_strategy: "NOW" } },
    forkPitr: { path: "forkService", body: { fork_strategy: "PITR", target_time: "2029-12-31T23:59:00Z" } },
    start: { path: "start" },
    stop: { path: "stop" },
    resize: { path: "resize", body: size },
    setHa: { path: "setHA", body: { replica_count: 1 } },
    setPooler: { path: "enablePooler" },
    attach: { path: "attachToVPC", body: net },
    detach: { path: "detachFromVPC", body: net, given: net },
    setEnvironment: { path: "setEnvironment", body: environment },
    setEnvironmentRunning: { path: "setEnvironment", body: environment, quirks: { environmentNeedsRunning: true } },
    updatePassword: { path: "updatePassword", body: password },
    updatePasswordRunning: { path: "updatePassword", body: password, quirks: { passwordNeedsRunning: true } },
    maintain: { path: "maintain" },
    delete: { method: "DELETE" },
    deleteWithTombstone: { method: "DELETE", quirks: { tombstones: true } },
};
const replicaSetStarts: Record<OperationOf<ReplicaSetRow>, Start> = {
    create: {
        path: "/services/orders/replicaSets",
        body: { name: "new", nodes: 1, cpu_millis: 500, memory_gbs: 2 },
    },
    resize: { path: "resize", body: size },
    setPooler: { path: "enablePooler" },
    setEnvironment: { path: "setEnvironment", body: environment },
    delete: { method: "DELETE" },
};

/** A new VPC, service and replica set in these statuses; `busy` means that a resize is in progress. */
async function setUp(service: string, replicaSet: string | undefined, { quirks = {}, given = {} }: Start = {}) {
    const { emulator } = bench;
    emulator.reset();
    emulator.setQuirks(quirks);
    emulator.create.vpc({ id: "net" });
    emulator.create.service({ id: "orders", status: service === "busy" ? "READY" : service, ...given });
    if (service === "busy") await bench.post("services/orders/resize", size);
    if (replicaSet === undefined) return;
    emulator.create.replicaSet({
        id: "set",
        service_id: "orders",
        status: replicaSet === "busy" ? "active" : replicaSet,
    });
    if (replicaSet === "busy") await bench.post("services/orders/replicaSets/set/resize", size);
}

function begin(of: string, { method = "POST", path = "", body }: Start): Promise<Reply> {
    if (path === "maintain") return bench.control("POST", "/resources/orders/maintain");
    return bench.call(method, path.startsWith("/") ? path.slice(1) : path === "" ? of : `${of}/${path}`, body);
}

/** `ok`, or the code of the refusal. */
const outcomeOf = ({ status, body }: Reply) => (status < 300 ? "ok" : textAt(body, "code"));

/** The statuses of an operation according to the table, starting from a status, with the second at which each begins. */
function expected(before: string, row: Transition): [status: string, second: number][] {
    const seen: [string, number][] = [];
    let second = 0;
    for (const [status, seconds] of [...phasesOf(row), [row.then, 0] as const]) {
        const shown = status === same ? before : status === gone ? "404" : status;
        if (seen.at(-1)?.[0] !== shown) seen.push([shown, second]);
        second += seconds;
    }
    return seen;
}

describe.each(Object.entries(serviceStarts))("a service: %s", (name, start) => {
    const row: Transition = resourceTypes.service.transitions[name as ServiceOperation];
    const allowed = row.parent ?? row.from;

    test("is accepted in the statuses of the table only", async () => {
        for (const status of [...serviceStatuses, "busy"]) {
            await setUp(status, undefined, start);
            const accepted = status === "busy" ? row.interrupts : allowed.length === 0 || allowed.includes(status);
            const refusal = status === "busy" ? "BUSY" : "WRONG_STATE";
            const isCreate = name.startsWith("create");
            const reply = await begin("services/orders", start);
            expect([status, outcomeOf(reply)]).toEqual([status, accepted || isCreate ? "ok" : refusal]);
        }
    });

    test("passes through the statuses of the table", async () => {
        const before = allowed.length === 0 || allowed.includes("READY") ? "READY" : allowed[0]!;
        await setUp(before, undefined, start);
        const { body } = await begin("services/orders", start);
        const id = row.from.length === 0 ? textAt(body, "service_id") : "orders";
        expect(await bench.watch(`services/${id}`, 800)).toEqual(expected(before, row));
    });
});

describe.each(Object.entries(replicaSetStarts))("a replica set: %s", (name, start) => {
    const row: Transition = resourceTypes.replicaSet.transitions[name as OperationOf<ReplicaSetRow>];
    const path = "services/orders/replicaSets/set";

    test("is accepted in the statuses of the table only", async () => {
        for (const status of [...replicaSetStatuses, "busy"]) {
            await setUp("READY", status);
            const accepted = status === "busy" ? row.interrupts : row.from.includes(status);
            const refusal = status === "busy" ? "BUSY" : "WRONG_STATE";
            const reply = await begin(path, start);
            expect([status, outcomeOf(reply)]).toEqual([status, accepted || name === "create" ? "ok" : refusal]);
        }
        for (const status of [...serviceStatuses, "busy"]) {
            await setUp(status, "active");
            const accepted = row.parent === undefined || row.parent.includes(status);
            const refusal = status === "busy" ? "BUSY" : "WRONG_STATE";
            expect([status, outcomeOf(await begin(path, start))]).toEqual([status, accepted ? "ok" : refusal]);
        }
    });

    test("passes through the statuses of the table", async () => {
        await setUp("READY", name === "create" ? undefined : "active");
        await begin(path, start);
        // The contract has no GET for a single replica set.
        const statusOf = async () => {
            const [status] = (at((await bench.get("services/orders")).body, "read_replica_sets") as object[]).map(
                (set) => textAt(set, "status"),
            );
            return status ?? "404";
        };
        expect(await bench.watchStatus(statusOf, 200)).toEqual(expected("active", row));
    });
});

test("a peering: create and accept pass through the statuses of the table", async () => {
    const { create, accept } = resourceTypes.peering.transitions;
    const peer = { peer_account_id: "123456789012", peer_region_code: "eu-west-1", peer_vpc_id: "vpc-1" };
    bench.emulator.create.vpc({ id: "net" });
    const list = "vpcs/net/peerings";
    const id = textAt((await bench.post(list, peer)).body, "id");
    expect((await bench.control("POST", `/resources/${id}/accept`)).status).toBe(409);
    expect(await bench.watch(`${list}/${id}`, 100)).toEqual(expected("", create));
    expect((await bench.control("POST", `/resources/${id}/accept`)).status).toBe(204);
    expect(await bench.watch(`${list}/${id}`, 100)).toEqual(expected("", accept));
});

test("an operation reaches every status, except those that only a failure reaches", () => {
    const unreached = (statuses: readonly string[], transitions: Readonly<Record<string, Transition>>) => {
        const reached = Object.values(transitions).flatMap((row) => [
            row.then,
            ...phasesOf(row).map(([status]) => status),
        ]);
        return statuses.filter((status) => !reached.includes(status));
    };
    expect(unreached(serviceStatuses, resourceTypes.service.transitions)).toEqual(["UNSTABLE"]);
    expect(unreached(replicaSetStatuses, resourceTypes.replicaSet.transitions)).toEqual(["error"]);
});

test.each([
    [0.5, { QUEUED: 0, CONFIGURING: 5, READY: 60 }],
    [0, { READY: 0 }],
])("a time scale of %d", async (timeScale, statuses) => {
    const scaled = await Bench.start({ timeScale });
    const { body } = await scaled.post("services", { name: "orders" });
    expect(await scaled.watch(`services/${textAt(body, "service_id")}`, 100)).toEqual(Object.entries(statuses));
    await scaled.stop();
});
