// Every endpoint responds with its success status and a body that matches its schema.
import type { Endpoint } from "../../src/api/endpoint";
import { type EndpointName, endpoints } from "../../src/api/endpoints";
import { Bench } from "./support/raw";

let bench: Bench;
let ids: Record<string, string>;
beforeEach(async () => {
    bench = await Bench.start();
    const { create } = bench.emulator;
    const vpc = create.vpc();
    const service = create.service();
    ids = {
        project_id: bench.emulator.projectId,
        vpc_id: vpc.id,
        peering_id: create.peering({ vpc_id: vpc.id }).id,
        service_id: service.id,
        replica_set_id: create.replicaSet({ service_id: service.id }).id,
    };
});
afterEach(() => bench.stop());

const size = { cpu_millis: "1000", memory_gbs: "4" };

/** Setup and arguments per endpoint; endpoints without an entry need neither. */
const calls: Partial<Record<EndpointName, { body?: () => object; before?: () => void }>> = {
    createVpc: { body: () => ({ cidr: "10.1.0.0/16", name: "net", region_code: "us-east-1" }) },
    deleteVpc: { before: () => bench.emulator.remove(ids.peering_id!) },
    renameVpc: { body: () => ({ name: "other" }) },
    createPeering: { body: () => ({ peer_account_id: "1", peer_region_code: "eu-west-1", peer_vpc_id: "v" }) },
    createService: { body: () => ({ name: "orders" }) },
    deleteService: { before: () => bench.emulator.remove(ids.replica_set_id!) },
    startService: { before: () => void bench.emulator.drift(ids.service_id!, { status: "PAUSED" }) },
    attachServiceToVpc: { body: () => ({ vpc_id: ids.vpc_id }) },
    detachServiceFromVpc: {
        before: () => void bench.emulator.drift(ids.service_id!, { vpc_id: ids.vpc_id }),
        body: () => ({ vpc_id: ids.vpc_id }),
    },
    resizeService: { body: () => size },
    disableServicePooler: { before: () => void bench.emulator.drift(ids.service_id!, { pooler: true }) },
    forkService: { body: () => ({ fork_strategy: "NOW" }) },
    updateServicePassword: { body: () => ({ password: "correct horse" }) },
    setServiceEnvironment: { body: () => ({ environment: "PROD" }) },
    setServiceHa: { body: () => ({ replica_count: 1 }) },
    createReplicaSet: { body: () => ({ name: "more", nodes: 1, cpu_millis: 500, memory_gbs: 2 }) },
    resizeReplicaSet: { body: () => size },
    disableReplicaSetPooler: { before: () => void bench.emulator.drift(ids.replica_set_id!, { pooler: true }) },
    setReplicaSetEnvironment: { body: () => ({ environment: "PROD" }) },
};

test.each(Object.entries(endpoints) as [EndpointName, Endpoint][])("%s", async (name, endpoint) => {
    const { body, before } = calls[name] ?? {};
    before?.();
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => ids[key]!);
    const reply = await bench.call(endpoint.verb, path, body?.());
    expect(reply.status).toBe(endpoint.success);
    if (endpoint.answer && endpoint.success !== 204) {
        expect(endpoint.answer.safeParse(reply.body)).toMatchObject({ success: true });
    } else {
        expect(reply.body).toBeUndefined();
    }
    expect(bench.emulator.requests()).toMatchObject([{ endpoint: name, status: endpoint.success }]);
});
