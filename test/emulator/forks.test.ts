import { Bench, textAt } from "./support/raw";

let bench: Bench;
let parent: string;
beforeEach(async () => {
    bench = await Bench.start();
    parent = await bench.service({
        cpu_millis: "2000",
        memory_gbs: "8",
        replica_count: 1,
        environment_tag: "PROD",
        region_code: "eu-west-1",
        addons: ["ai"],
    });
});
afterEach(() => bench.stop());

const refusal = (status: number, code: string) => ({ status, body: { code } });
const iso = (offsetMs: number) => new Date(bench.clock.now() + offsetMs).toISOString();
const fork = (body: object) => bench.post(`${parent}/forkService`, body);

test.each(["LAST_SNAPSHOT", "NOW", "PITR"])(
    "a fork by %s is as its parent, without replicas, in DEV",
    async (strategy) => {
        const target_time = strategy === "PITR" ? iso(-60_000) : undefined;
        const created = await fork({ fork_strategy: strategy, target_time });
        expect(created).toMatchObject({
            status: 202,
            body: {
                name: "orders-fork",
                status: "QUEUED",
                region_code: "eu-west-1",
                service_type: "VECTOR",
                resources: [{ spec: { cpu_millis: 2000, memory_gbs: 8, volume_type: "gp3" } }],
                metadata: { environment: "DEV" },
                forked_from: {
                    is_standby: false,
                    project_id: bench.emulator.projectId,
                    service_id: parent.replace("services/", ""),
                },
            },
        });
        await bench.pass(600);
        expect((await bench.get(`services/${textAt(created.body, "service_id")}`)).body).toMatchObject({
            status: "READY",
            ha_replicas: { replica_count: 0 },
        });
        expect((await bench.get(parent)).body).toMatchObject({ status: "READY" });
    },
);

test("a fork takes its own name, size and environment", async () => {
    const given = { name: "copy", cpu_millis: "shared", memory_gbs: "shared", environment_tag: "PROD" };
    const created = await fork({ fork_strategy: "NOW", ...given });
    expect(created.body).toMatchObject({
        name: "copy",
        metadata: { environment: "PROD" },
        resources: [{ spec: { volume_type: "gp3" } }],
    });
});

test.each([
    ["PITR without a time", { fork_strategy: "PITR" }, 422, "INVALID_TARGET_TIME"],
    ["a time without PITR", { fork_strategy: "NOW", target_time: "2030-01-01T00:05:00Z" }, 422, "INVALID_TARGET_TIME"],
    ["a time to come", { fork_strategy: "PITR", target_time: "2031-01-01T00:00:00Z" }, 422, "INVALID_TARGET_TIME"],
    [
        "a time before the parent was",
        { fork_strategy: "PITR", target_time: "2029-12-31T23:59:59Z" },
        422,
        "INVALID_TARGET_TIME",
    ],
    ["no time at all", { fork_strategy: "PITR", target_time: "yesterday" }, 400, "INVALID_REQUEST"],
    ["an unknown strategy", { fork_strategy: "NEXT" }, 400, "INVALID_REQUEST"],
    ["no strategy", {}, 400, "INVALID_REQUEST"],
    ["an empty name", { fork_strategy: "NOW", name: "" }, 400, "INVALID_REQUEST"],
    ["half a size", { fork_strategy: "NOW", cpu_millis: "shared" }, 422, "INVALID_SIZE"],
])("%s is refused", async (_, body, status, code) => {
    expect(await fork(body)).toMatchObject(refusal(status, code));
    expect((await bench.get("services")).body).toHaveLength(1);
});

test("a new service has no snapshot to fork from for a while, and can be forked as it is now", async () => {
    const created = await bench.post("services", { name: "young" });
    parent = `services/${textAt(created.body, "service_id")}`;
    await bench.pass(120);
    expect((await bench.get(parent)).body).toMatchObject({ status: "READY" });
    expect(await fork({ fork_strategy: "LAST_SNAPSHOT" })).toMatchObject(refusal(409, "NO_BACKUP"));
    expect((await fork({ fork_strategy: "NOW" })).status).toBe(202);
    await bench.pass(180);
    expect((await fork({ fork_strategy: "LAST_SNAPSHOT" })).status).toBe(202);
});

test("a paused service can be forked from what is stored, not from what it is now", async () => {
    await bench.post(`${parent}/stop`);
    await bench.pass(100);
    expect(await fork({ fork_strategy: "NOW" })).toMatchObject(refusal(409, "WRONG_STATE"));
    expect((await fork({ fork_strategy: "LAST_SNAPSHOT" })).status).toBe(202);
    expect((await fork({ fork_strategy: "PITR", target_time: iso(-1000) })).status).toBe(202);
});
