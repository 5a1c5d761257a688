import { Bench, refusal, textAt } from "./support/raw";

let bench: Bench;
const given = { cpu_millis: 2000, memory_gbs: 8, replica_count: 1, environment: "PROD", region_code: "eu-west-1" };
beforeEach(async () => {
    bench = await Bench.start();
    bench.emulator.create.service({ id: "orders", name: "orders", service_type: "VECTOR", ...given });
});
afterEach(() => bench.stop());

const fork = (body: object, of = "orders") => bench.post(`services/${of}/forkService`, body);
const past = "2029-12-31T23:59:00Z";

test.each([{ fork_strategy: "LAST_SNAPSHOT" }, { fork_strategy: "NOW" }, { fork_strategy: "PITR", target_time: past }])(
    "a fork by %j inherits all but replicas and environment",
    async (body) => {
        const created = await fork(body);
        expect(created).toMatchObject({
            status: 202,
            body: {
                name: "orders-fork",
                status: "QUEUED",
                region_code: "eu-west-1",
                service_type: "VECTOR",
                resources: [{ spec: { cpu_millis: 2000, memory_gbs: 8, volume_type: "gp3" } }],
                metadata: { environment: "DEV" },
                forked_from: { is_standby: false, project_id: bench.emulator.projectId, service_id: "orders" },
            },
        });
        await bench.pass(400);
        const ready = { status: "READY", ha_replicas: { replica_count: 0 } };
        expect((await bench.get(`services/${textAt(created.body, "service_id")}`)).body).toMatchObject(ready);
        expect((await bench.get("services/orders")).body).toMatchObject({ status: "READY" });
    },
);

test("a fork can have its own name, size and environment", async () => {
    const own = { name: "copy", cpu_millis: "shared", memory_gbs: "shared", environment_tag: "PROD" };
    expect((await fork({ fork_strategy: "NOW", ...own })).body).toMatchObject({
        name: "copy",
        metadata: { environment: "PROD" },
        resources: [{ spec: { volume_type: "gp3" } }],
    });
});

test.each([
    ["PITR without a time", { fork_strategy: "PITR" }, 422, "INVALID_TARGET_TIME"],
    ["a time without PITR", { fork_strategy: "NOW", target_time: past }, 422, "INVALID_TARGET_TIME"],
    ["a future time", { fork_strategy: "PITR", target_time: "2031-01-01T00:00:00Z" }, 422, "INVALID_TARGET_TIME"],
    [
        "a time before the parent",
        { fork_strategy: "PITR", target_time: "2029-01-01T00:00:00Z" },
        422,
        "INVALID_TARGET_TIME",
    ],
    ["a malformed time", { fork_strategy: "PITR", target_time: "yesterday" }, 400, "INVALID_REQUEST"],
    ["an unknown strategy", { fork_strategy: "NEXT" }, 400, "INVALID_REQUEST"],
    ["no strategy", {}, 400, "INVALID_REQUEST"],
    ["an empty name", { fork_strategy: "NOW", name: "" }, 400, "INVALID_REQUEST"],
    ["half a size", { fork_strategy: "NOW", cpu_millis: "shared" }, 422, "INVALID_SIZE"],
])("%s is refused", async (_, body, status, code) => {
    expect(await fork(body)).toMatchObject(refusal(status, code));
    expect((await bench.get("services")).body).toHaveLength(1);
});

test("the last snapshot of a new service is its first backup, some time after it is ready", async () => {
    const { body } = await bench.post("services", { name: "young" });
    const id = textAt(body, "service_id");
    await bench.pass(120);
    expect(await fork({ fork_strategy: "LAST_SNAPSHOT" }, id)).toMatchObject(refusal(409, "NO_BACKUP"));
    expect((await fork({ fork_strategy: "NOW" }, id)).status).toBe(202);
    await bench.pass(180);
    expect((await fork({ fork_strategy: "LAST_SNAPSHOT" }, id)).status).toBe(202);
});
