// Every endpoint responds with its success status and a body that matches its schema.
import type { Endpoint } from "../../src/api/endpoint";
import { type EndpointName, endpoints } from "../../src/api/endpoints";
import type { Drift } from "../../src/emulator";
import { Bench } from "./support/raw";

const ids: Record<string, string> = {
    vpc_id: "net",
    peering_id: "peering",
    service_id: "orders",
    replica_set_id: "set",
};
let bench: Bench;
beforeEach(async () => {
    bench = await Bench.start();
    const { create } = bench.emulator;
    create.vpc({ id: "net" });
    create.peering({ id: "peering", vpc_id: "net" });
    create.service({ id: "orders" });
    create.replicaSet({ id: "set", service_id: "orders" });
    ids.project_id = bench.emulator.projectId;
});
afterEach(() => bench.stop());

const size = { cpu_millis: "1000", memory_gbs: "4" };
const net = { vpc_id: "net" };
const drift = (id: string, change: Drift) => () => void bench.emulator.drift(id, change);

/** Setup and arguments per endpoint; endpoints without an entry need neither. */
const calls: Partial<Record<EndpointName, { body?: object; before?: () => void }>> = {
    createVpc: { body: { cidr: "10.1.0.0/16", name: "net", region_code: "us-east-1" } },
    deleteVpc: { before: () => bench.emulator.remove("peering") },
    renameVpc: { body: { name: "other" } },
    createPeering: { body: { peer_account_id: "1", peer_region_code: "eu-west-1", peer_vpc_id: "v" } },
    createService: { body: { name: "orders" } },
    deleteService: { before: () => bench.emulator.remove("set") },
    startService: { before: drift("orders", { status: "PAUSED" }) },
    attachServiceToVpc: { body: net },
    detachServiceFromVpc: { before: drift("orders", net), body: net },
    resizeService: { body: size },
    disableServicePooler: { before: drift("orders", { pooler: true }) },
    forkService: { body: { fork_strategy: "NOW" } },
    updateServicePassword: { body: { password: "correct horse" } },
    setServiceEnvironment: { body: { environment: "PROD" } },
    setServiceHa: { body: { replica_count: 1 } },
    createReplicaSet: { body: { name: "more", nodes: 1, cpu_millis: 500, memory_gbs: 2 } },
    resizeReplicaSet: { body: size },
    disableReplicaSetPooler: { before: drift("set", { pooler: true }) },
    setReplicaSetEnvironment: { body: { environment: "PROD" } },
};

test.each(Object.entries(endpoints) as [EndpointName, Endpoint][])("%s", async (name, endpoint) => {
    const { body, before } = calls[name] ?? {};
    before?.();
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => ids[key]!);
    const reply = await bench.call(endpoint.verb, path, body);
    expect(reply.status).toBe(endpoint.success);
    const schema = endpoint.success === 204 ? undefined : endpoint.answer;
    if (schema) expect(schema.safeParse(reply.body)).toMatchObject({ success: true });
    else expect(reply.body).toBeUndefined();
    expect(bench.emulator.requests()).toMatchObject([{ endpoint: name, status: endpoint.success }]);
});
