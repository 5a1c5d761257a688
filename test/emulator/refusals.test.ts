// What the API refuses, with which status and code. A refusal changes nothing. Refusals for the status of a resource are in operations.test.ts.
import { Bench, refusal } from "./support/raw";

const net = { cidr: "10.1.0.0/16", name: "net", region_code: "us-east-1" };
const peer = { peer_account_id: "123456789012", peer_region_code: "eu-west-1", peer_vpc_id: "vpc-0abc" };
const set = { name: "reports", nodes: 2, cpu_millis: 1000, memory_gbs: 4 };
const past = "2029-12-31T23:59:00Z";

let bench: Bench;
const world = async () => (await bench.control("GET", "/world")).body;
let before: unknown;
beforeAll(async () => {
    bench = await Bench.start();
    const { create } = bench.emulator;
    create.vpc({ id: "net", cidr: "10.0.0.0/16" });
    create.vpc({ id: "far", region_code: "eu-west-1" });
    create.peering({ vpc_id: "net", ...peer });
    create.service({ id: "orders", replica_count: 2, sync_replica_count: 1, pooler: true, vpc_id: "net" });
    create.replicaSet({ id: "set", service_id: "orders" });
    before = await world();
});
afterAll(() => bench.stop());

/** By endpoint: a body that would be accepted, and what a refused one or its query has instead. */
const refused: Readonly<
    Record<string, [accepted: object, ...[change: object | string, status: number, code: string][]]>
> = {
    "POST services": [
        { name: "new" },
        [{ name: "" }, 422, "INVALID_NAME"],
        [{ name: "x".repeat(129) }, 422, "INVALID_NAME"],
        [{ region_code: "mars-1" }, 422, "INVALID_REGION"],
        [{ region_code: "us-esat-1" }, 422, "INVALID_REGION"],
        [{ replica_count: 3 }, 422, "LIMIT_EXCEEDED"],
        [{ cpu_millis: "1000", memory_gbs: "5" }, 422, "INVALID_SIZE"],
        [{ cpu_millis: "750" }, 422, "INVALID_SIZE"],
        [{ cpu_millis: "shared" }, 422, "INVALID_SIZE"],
        [{ cpu_millis: "shared", memory_gbs: "4" }, 422, "INVALID_SIZE"],
        [{ cpu_millis: "0", memory_gbs: "4" }, 422, "INVALID_SIZE"],
        [{ cpu_millis: "0.5", memory_gbs: "4" }, 422, "INVALID_SIZE"],
        [{ cpu_millis: "500", memory_gbs: "0" }, 422, "INVALID_SIZE"],
    ],
    "POST services/orders/setHA": [
        {},
        [{}, 422, "INVALID_HA"],
        [{ replica_count: 0 }, 422, "INVALID_HA"],
        [{ sync_replica_count: 3 }, 422, "INVALID_HA"],
        [{ replica_count: 50 }, 422, "LIMIT_EXCEEDED"],
        [{ sync_replica_count: 2 }, 422, "LIMIT_EXCEEDED"],
    ],
    "GET services": [{}, ["?limit=5", 400, "INVALID_REQUEST"]],
    "POST services/orders/enablePooler": [{}, [{}, 409, "POOLER_ENABLED"], [{ now: true }, 400, "INVALID_REQUEST"]],
    "POST services/orders/attachToVPC": [
        {},
        [{ vpc_id: "net" }, 409, "VPC_ATTACHED"],
        [{ vpc_id: "far" }, 422, "REGION_MISMATCH"],
        [{ vpc_id: "none" }, 422, "VPC_NOT_FOUND"],
    ],
    "POST services/orders/detachFromVPC": [{}, [{ vpc_id: "far" }, 409, "VPC_NOT_ATTACHED"]],
    "POST services/orders/updatePassword": [
        {},
        [{ password: "" }, 422, "INVALID_PASSWORD"],
        [{ password: "a\0b" }, 422, "INVALID_PASSWORD"],
    ],
    "POST services/orders/forkService": [
        { fork_strategy: "NOW" },
        [{ fork_strategy: "PITR" }, 422, "INVALID_TARGET_TIME"],
        [{ target_time: past }, 422, "INVALID_TARGET_TIME"],
        [{ fork_strategy: "PITR", target_time: "2031-01-01T00:00:00Z" }, 422, "INVALID_TARGET_TIME"],
        // Before its creation.
        [{ fork_strategy: "PITR", target_time: "2029-01-01T00:00:00Z" }, 422, "INVALID_TARGET_TIME"],
        [{ fork_strategy: "PITR", target_time: "yesterday" }, 400, "INVALID_REQUEST"],
        [{ fork_strategy: "NEXT" }, 400, "INVALID_REQUEST"],
        [{ fork_strategy: undefined }, 400, "INVALID_REQUEST"],
        [{ name: "" }, 400, "INVALID_REQUEST"],
        [{ cpu_millis: "shared" }, 422, "INVALID_SIZE"],
    ],
    "POST services/orders/resize": [
        { cpu_millis: "1000", memory_gbs: "4" },
        [{ memory_gbs: "5" }, 422, "INVALID_SIZE"],
    ],
    "POST services/orders/replicaSets": [
        set,
        [{ name: "" }, 422, "INVALID_NAME"],
        [{ nodes: 0 }, 400, "INVALID_REQUEST"],
        [{ nodes: 1.5 }, 400, "INVALID_REQUEST"],
        [{ cpu_millis: "1000" }, 400, "INVALID_REQUEST"],
        [{ cpu_millis: 0 }, 422, "INVALID_SIZE"],
        [{ memory_gbs: -1 }, 422, "INVALID_SIZE"],
        [{ memory_gbs: 5 }, 422, "INVALID_SIZE"],
        [{ nodes: 11 }, 422, "LIMIT_EXCEEDED"],
        [{ environment: "PROD" }, 400, "INVALID_REQUEST"],
    ],
    "POST services/orders/replicaSets/set/disablePooler": [{}, [{}, 409, "POOLER_DISABLED"]],
    "POST services/orders/replicaSets/set/resize": [
        {},
        [{ cpu_millis: "shared", memory_gbs: "shared" }, 422, "INVALID_SIZE"],
        [{ cpu_millis: "2000", memory_gbs: "4" }, 422, "INVALID_SIZE"],
    ],
    "POST vpcs": [
        net,
        [{ cidr: undefined }, 400, "INVALID_REQUEST"],
        [{ name: 7 }, 400, "INVALID_REQUEST"],
        [{ colour: "red" }, 400, "INVALID_REQUEST"],
        [{ region_code: "mars-1" }, 422, "INVALID_REGION"],
        [{ region_code: "us-esat-1" }, 422, "INVALID_REGION"],
        [{ name: "" }, 422, "INVALID_NAME"],
        [{ name: "x".repeat(129) }, 422, "INVALID_NAME"],
        ...["10.0.0.0", "10.0.0.0/", "10.0.0.0/16/8", "10.0.0/16", "10.0.0.256/16", "010.0.0.0/16", "fd00::/16", ""]
            .concat("10.0.0.0/33", "10.0.0.0/30", "0.0.0.0/0", "10.0.1.0/16")
            .concat("8.8.8.0/24", "172.32.0.0/16", "172.0.0.0/8", "192.0.0.0/9")
            .map((cidr): [object, number, string] => [{ cidr }, 422, "INVALID_CIDR"]),
        ...["10.0.0.0/16", "10.0.128.0/17", "10.0.0.0/8"].map((cidr): [object, number, string] => [
            { cidr },
            409,
            "CIDR_OVERLAP",
        ]),
    ],
    "POST vpcs/net/peerings": [peer, [{}, 409, "PEERING_EXISTS"], [{ peer_account_id: " " }, 422, "INVALID_PEER"]],
    "GET services/orders/logs": [
        {},
        ["?node=3", 422, "INVALID_NODE"],
        ["?node=-1", 400, "INVALID_REQUEST"],
        ["?node=x", 400, "INVALID_REQUEST"],
        ["?node=0&node=1", 400, "INVALID_REQUEST"],
        ["?since=yesterday", 400, "INVALID_REQUEST"],
        ["?since=2030-01-02T00:00:00Z&until=2030-01-01T00:00:00Z", 422, "INVALID_RANGE"],
        ["?cursor=nonsense", 400, "INVALID_CURSOR"],
        ["?limit=5", 400, "INVALID_REQUEST"],
    ],
};

test.each(
    Object.entries(refused).flatMap(([endpoint, [accepted, ...rows]]) =>
        rows.map(([change, status, code]) => [endpoint, change, code, status, accepted] as const),
    ),
)("%s with %j is %s", async (endpoint, change, code, status, accepted) => {
    const [method = "", path = ""] = endpoint.split(" ");
    const reply =
        typeof change === "string"
            ? bench.call(method, path + change)
            : bench.call(method, path, { ...accepted, ...change });
    expect(await reply).toMatchObject(refusal(status, code));
    expect(await world()).toEqual(before);
});

test("the block of a VPC may overlap that of another region", async () => {
    expect((await bench.post("vpcs", { ...net, cidr: "10.0.0.0/8", region_code: "eu-west-2" })).status).toBe(201);
});
