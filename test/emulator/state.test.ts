// The state file: what a restart finds.
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { VirtualClock } from "../../src/emulator";
import { Bench, textAt } from "./support/raw";

let folder: string;
let state: string;
const running: Bench[] = [];
beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "emulator-"));
    state = join(folder, "state.json");
});
afterEach(async () => {
    for (const bench of running.splice(0)) await bench.stop();
    rmSync(folder, { recursive: true });
});

const start = async (clock = new VirtualClock()) => {
    const bench = await Bench.start({ state, clock });
    running.push(bench);
    return bench;
};

test("after a kill all that was answered is there, with tokens and operations in progress, and ids are not reused", async () => {
    const clock = new VirtualClock();
    const first = await start(clock);
    const vpc = await first.post("vpcs", { cidr: "10.0.0.0/16", name: "net", region_code: "us-east-1" });
    const vpcPath = `vpcs/${textAt(vpc.body, "id")}`;
    await first.post(`${vpcPath}/peerings`, { peer_account_id: "1", peer_region_code: "eu-west-1", peer_vpc_id: "v" });
    const service = await first.post("services", { name: "orders", replica_count: 1 });
    const path = `services/${textAt(service.body, "service_id")}`;
    // As a process that is killed at this moment leaves it.
    const copy = join(folder, "copy.json");
    writeFileSync(copy, readFileSync(state));
    state = copy;
    const second = await start(clock);

    expect(second.emulator.tokens).toEqual(first.emulator.tokens);
    for (const seen of ["vpcs", "services", `${vpcPath}/peerings`]) {
        expect((await second.get(seen)).body).toEqual((await first.get(seen)).body);
    }
    const other = await second.post("services", { name: "other" });
    expect(textAt(other.body, "service_id")).not.toBe(textAt(service.body, "service_id"));
    expect((await second.get(path)).body).toMatchObject({ status: "QUEUED" });
    await clock.advance(300_000);
    expect((await second.get(path)).body).toMatchObject({ status: "READY", ha_replicas: { replica_count: 1 } });
    expect((await second.get(`${vpcPath}/peerings`)).body).toMatchObject([{ status: "pending-acceptance" }]);
});

test("a collection or list that an older file does not have is empty", async () => {
    const clock = new VirtualClock();
    const first = await start(clock);
    const path = `services/${textAt((await first.post("services", { name: "orders" })).body, "service_id")}`;
    const { vpcs, services, ...rest } = JSON.parse(readFileSync(state, "utf8")) as {
        vpcs: unknown;
        services: { replica_sets?: unknown }[];
    };
    expect(vpcs).toEqual([]);
    for (const service of services) delete service.replica_sets;
    writeFileSync(state, JSON.stringify({ ...rest, services }));
    const second = await start(clock);
    expect((await second.get("vpcs")).body).toEqual([]);
    expect((await second.get(path)).body).toMatchObject({ read_replica_sets: [] });
});

test("the changes and the time of the control API are kept", async () => {
    const first = await Bench.start({ state, clock: undefined });
    await first.control("POST", "/clock", { advance_ms: 3_600_000 });
    const { id } = first.emulator.create.service();
    await first.stop();
    const stoppedAt = first.emulator.now();
    const second = await Bench.start({ state, clock: undefined });
    expect(second.emulator.resource(id)).toMatchObject({ kind: "service", status: "READY" });
    expect(second.emulator.now()).toBeGreaterThanOrEqual(stoppedAt);
    await second.stop();
});

test("concurrent changes are all in the file, which only its owner can read", async () => {
    const bench = await start();
    const names = Array.from({ length: 40 }, (_, n) => `service-${n}`);
    await Promise.all(names.map((name) => bench.post("services", { name })));
    const kept = JSON.parse(readFileSync(state, "utf8")) as { services: { name: string }[] };
    expect(kept.services.map(({ name }) => name).sort()).toEqual([...names].sort());
    expect(statSync(state).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["state.json"]);
});

test.each(["", "{}", '{"version": 99}', "[1, 2"])("a file that holds '%s' is not overwritten", async (text) => {
    writeFileSync(state, text);
    await expect(start()).rejects.toThrow(`${state} is not an emulator state`);
    expect(readFileSync(state, "utf8")).toBe(text);
});

test("a missing folder is an error at the start", async () => {
    state = join(folder, "nowhere", "state.json");
    await expect(start()).rejects.toThrow("ENOENT");
});

test("a change that cannot be saved is not confirmed", async () => {
    const bench = await start();
    rmSync(folder, { recursive: true });
    expect((await bench.post("services", { name: "orders" })).status).toBe(500);
    running.splice(0);
    folder = mkdtempSync(join(tmpdir(), "emulator-"));
    await expect(bench.stop()).rejects.toThrow("ENOENT");
});
