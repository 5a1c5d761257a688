// What the emulator accepts of what the contract leaves open: what its page lists, and with `lenient` everything. What it refuses otherwise is
// in refusals.test.ts.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { EmulatorOptions } from "../../src/emulator";
import { most, privateBlocks, sizes } from "../../src/emulator/core/limits";
import { knownRegions } from "../../src/shared/regions";
import { at, Bench, textAt } from "./support/raw";

let folder: string;
let bench: Bench | undefined;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "emulator-"))));
afterEach(() => bench?.stop());
afterAll(() => rmSync(folder, { recursive: true }));
const start = async (options: EmulatorOptions = {}) => (bench = await Bench.start({ timeScale: 0, ...options }));

const odd = { region_code: "us-esat-1", cpu_millis: "1000", memory_gbs: "5", replica_count: 50 };

test("every size in every region, with every count of replicas", async () => {
    const { post } = await start();
    await fc.assert(
        fc.asyncProperty(
            fc.constantFrom(...sizes),
            fc.constantFrom(...knownRegions),
            fc.integer({ min: 0, max: most.replica_count }),
            async ({ cpu_millis, memory_gbs }, region_code, replica_count) => {
                const size = { cpu_millis: String(cpu_millis), memory_gbs: String(memory_gbs) };
                const made = await post("services", { name: "orders", region_code, replica_count, ...size });
                expect([made.status, at(made.body, "region_code")]).toEqual([202, region_code]);
                expect(at(made.body, "resources", 0, "spec")).toMatchObject({ cpu_millis, memory_gbs });
                const id = textAt(made.body, "service_id");
                expect((await post(`services/${id}/resize`, size)).status).toBe(202);
                bench!.emulator.drift(id, { backup_at: 0 });
                const set = { name: "reports", nodes: most.nodes, cpu_millis, memory_gbs };
                expect((await post(`services/${id}/replicaSets`, set)).status).toBe(202);
            },
        ),
    );
});

test.each(sizes.flatMap(({ cpu_millis, memory_gbs }) => [{ cpu_millis }, { memory_gbs }]))(
    "a creation with %j alone has the rest of that size",
    async (half) => {
        const { post } = await start();
        const [[field, value]] = Object.entries(half) as [[string, number]];
        const { body } = await post("services", { name: "orders", [field]: String(value) });
        const whole = sizes.find((size) => size[field as keyof typeof size] === value);
        expect(at(body, "resources", 0, "spec")).toMatchObject(whole!);
    },
);

test.each([...privateBlocks, "10.255.0.0/16", "172.31.0.0/16", "192.168.7.0/28"])("a VPC of %s", async (cidr) => {
    const { post } = await start();
    expect((await post("vpcs", { cidr, name: "net", region_code: "us-east-1" })).status).toBe(201);
});

test("a refusal names what there is", async () => {
    const { post } = await start({ regions: ["us-gov-1"] });
    const messageFor = async (path: string, body: object) => textAt((await post(path, body)).body, "message");
    expect(await messageFor("services", { name: "a", region_code: "us-esat-1" })).toMatch(
        /^region_code: the API has no region us-esat-1\. It has ap-.*, us-east-1, .*, us-gov-1\.$/,
    );
    expect(await messageFor("services", { name: "a", cpu_millis: "1000", memory_gbs: "5" })).toMatch(
        /^cpu_millis, memory_gbs: 1000\/5 is not one of 500\/2, 1000\/4, /,
    );
    expect(await messageFor("services", { name: "a", replica_count: 50 })).toBe("replica_count: at most 2.");
    expect(await messageFor("vpcs", { name: "a", region_code: "us-east-1", cidr: "8.8.8.0/24" })).toBe(
        "cidr: 8.8.8.0/24 is not within 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16.",
    );
});

test("a region that is added, also after a reset", async () => {
    const { post, emulator } = await start({ regions: ["us-esat-1", "mars"] });
    for (const region_code of ["us-esat-1", "mars", "us-east-1"]) {
        emulator.reset();
        expect((await post("services", { name: "orders", region_code })).status).toBe(202);
        expect((await post("vpcs", { name: "net", region_code, cidr: "10.0.0.0/16" })).status).toBe(201);
    }
    expect((await post("services", { name: "orders", region_code: "mars-1" })).status).toBe(422);
});

test("with `lenient`, everything of the right form", async () => {
    const { post, emulator } = await start({ lenient: true });
    const made = await post("services", { name: "orders", ...odd });
    expect(made).toMatchObject({ status: 202, body: { region_code: "us-esat-1", ha_replicas: { replica_count: 50 } } });
    const path = `services/${textAt(made.body, "service_id")}`;
    expect((await post(`${path}/resize`, { cpu_millis: "750", memory_gbs: "3" })).status).toBe(202);
    expect((await post(`${path}/setHA`, { replica_count: 7, sync_replica_count: 7 })).status).toBe(202);
    expect((await post(`${path}/forkService`, { fork_strategy: "NOW", cpu_millis: "4000" })).status).toBe(202);
    emulator.drift(textAt(made.body, "service_id"), { backup_at: 0 });
    const set = { name: "reports", nodes: 99, cpu_millis: 1, memory_gbs: 0.5 };
    expect((await post(`${path}/replicaSets`, set)).status).toBe(202);
    expect((await post("vpcs", { cidr: "8.8.8.0/24", name: "net", region_code: "mars-1" })).status).toBe(201);
    expect((await post("vpcs", { cidr: "8.8.8.1/24", name: "net", region_code: "mars-1" })).status).toBe(422);
    expect((await post("services", { name: "orders", region_code: "Mars 1" })).status).toBe(422);
});

test("what is there already is not refused: of a saved state, or out of band", async () => {
    const state = join(folder, "state.json");
    const before = await start({ lenient: true, state });
    const path = `services/${textAt((await before.post("services", { name: "orders", ...odd })).body, "service_id")}`;
    await before.stop();
    const { get, post } = await start({ state });
    expect(at((await get(path)).body, "region_code")).toBe("us-esat-1");
    // The fork has the region and the size of its parent.
    expect((await post(`${path}/forkService`, { fork_strategy: "NOW" })).status).toBe(202);
    expect((await post(`${path}/setHA`, { sync_replica_count: 1 })).status).toBe(202);
    expect((await post(`${path}/setHA`, { replica_count: 49 })).status).toBe(422);
});
