// What each operation does to the record, and when, seen from outside.
import { at, Bench, textAt } from "./support/raw";

let bench: Bench;
beforeEach(async () => (bench = await Bench.start()));
afterEach(() => bench.stop());

test("a service is queued, configured, and only then has its address and its replicas", async () => {
    const born = await bench.post("services", { name: "orders", replica_count: 2 });
    expect(born.status).toBe(202);
    expect(born.body).toMatchObject({ status: "QUEUED", ha_replicas: { replica_count: 0 } });
    expect(born.body).not.toHaveProperty("endpoint");
    const path = `services/${textAt(born.body, "service_id")}`;
    expect(await bench.statuses(path, 200)).toEqual(["QUEUED", "CONFIGURING", "READY"]);
    const ready = await bench.get(path);
    expect(ready.body).toMatchObject({
        ha_replicas: { replica_count: 2, sync_replica_count: 0 },
        endpoint: { host: expect.stringContaining(".") as unknown, port: expect.any(Number) as unknown },
    });
});

test("a resize shows its size only at its end", async () => {
    const path = await bench.service({ cpu_millis: "1000", memory_gbs: "4" });
    const size = async () => at((await bench.get(path)).body, "resources", 0, "spec");
    await bench.post(`${path}/resize`, { cpu_millis: "2000", memory_gbs: "8" });
    await bench.pass(100);
    expect(await size()).toMatchObject({ cpu_millis: 1000, memory_gbs: 4 });
    await bench.pass(100);
    expect(await size()).toMatchObject({ cpu_millis: 2000, memory_gbs: 8 });
});
