// `clouddb drift` shows what a refresh shows of the managed arguments, and changes nothing.
import { driftExitCode, driftText, findDrift, type DriftReport } from "../../../src/commands/doctor/drift";
import { settingsFrom } from "../../../src/commands/doctor/projects";
import { readStackExport } from "../../../src/commands/doctor/stackExport";
import { Connections } from "../../../src/provider/config/connections";
import type { Deployed } from "../../support/inProcess";
import { fault, stack } from "../../support/eachStack";
import { stackExport, urn } from "./support";

const encrypted = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1" };

const args = {
    ...{ cpuMillis: 2000, memoryGbs: 8, environment: "PROD", replicaCount: 1, connectionPooler: true },
    password: "canary-1d0f-password",
};

/** The state as the engine exports it: passwords are encrypted. */
const exported = (all: Readonly<Record<string, Deployed>>, more: Readonly<Record<string, object>> = {}) =>
    stackExport(
        Object.entries(all).map(([name, { type, id, outs }]) => ({
            ...{ type, name, id },
            outputs: { ...outs, ...(outs["password"] === undefined ? {} : { password: encrypted }), ...more[name] },
        })),
    );

async function driftIn(text: string, told: string[] = [], environment = {}): Promise<DriftReport> {
    stack.emulator.clearRequests();
    const { token, url } = stack.emulator;
    const settings = settingsFrom({ CLOUDDB_API_KEY: token, CLOUDDB_BASE_URL: url }, undefined);
    const connections = new Connections(settings, stack.clock);
    const report = await findDrift(
        connections,
        [readStackExport(text, "the export")],
        (line) => told.push(line),
        environment,
    );
    expect(stack.emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    return report;
}

async function everything() {
    const net = await stack.up("Vpc", "net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
    const orders = await stack.up("Service", "orders", { ...args, regionCode: "us-east-1", vpcId: net.id });
    const size = { cpuMillis: 1000, memoryGbs: 4 };
    const reports = await stack.up("ReadReplicaSet", "reports", { serviceId: orders.id, nodes: 2, ...size });
    const peer = { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-0a1b2c3d" };
    const far = await stack.up("Peering", "far", { vpcId: net.id, ...peer });
    return { net, orders, reports, far };
}

test("nothing has changed: nothing is listed, and each collection is read once", async () => {
    const report = await driftIn(exported(await everything()));
    expect(report).toEqual({ resources: 4, drift: [], notChecked: [] });
    expect(driftExitCode(report)).toBe(0);
    expect(driftText(report)).toBe("4 resources compared: no drift\n");
    expect(stack.emulator.requests().length).toBeLessThanOrEqual(6);
});

test("a line for each managed argument that was changed; what is not managed and what the API never shows is none", async () => {
    const { net, orders } = await everything();
    const plain = await stack.up("Service", "plain", { cpuMillis: 1000, memoryGbs: 4 });
    stack.emulator.drift(orders.id, { cpu_millis: 4000, memory_gbs: 16, environment: "DEV", replica_count: 0 });
    stack.emulator.drift(plain.id, { environment: "PROD", replica_count: 1 });
    stack.emulator.drift(net.id, { name: "renamed" });
    const report = await driftIn(exported({ net, orders, plain }));
    expect(driftText(report).split("\n")).toEqual([
        'Vpc "net" (' + net.id + '): name is "renamed", and "net" in the state',
        `Service "orders" (${orders.id}): cpuMillis is 4000, and 2000 in the state`,
        `Service "orders" (${orders.id}): environment is "DEV", and "PROD" in the state`,
        `Service "orders" (${orders.id}): memoryGbs is 16, and 8 in the state`,
        `Service "orders" (${orders.id}): replicaCount is 0, and 1 in the state`,
        "3 resources compared: 5 differences",
        "",
    ]);
    expect(driftExitCode(report)).toBe(1);
    expect(report.drift[1]).toEqual({
        ...{ urn: urn("Service", "orders"), type: "Service", id: orders.id },
        ...{ property: "cpuMillis", expected: 2000, actual: 4000 },
    });
});

test("it lists what a refresh changes, for every argument that the console can change", async () => {
    const { orders } = await everything();
    stack.emulator.drift(orders.id, { pooler: false, status: "PAUSED", replica_count: 2 });
    const refreshed = await stack.refresh(orders);
    const { drift } = await driftIn(exported({ orders }));
    const changed = Object.keys(orders.inputs).filter(
        (key) => !key.startsWith("__") && refreshed?.inputs[key] !== orders.inputs[key] && key !== "password",
    );
    expect(drift.map(({ property }) => property).sort()).toEqual(changed.sort());
    expect(drift.length).toBeGreaterThan(0);
});

test("gone only after the same proof as in a refresh, with a line about the wait", async () => {
    const { orders } = await everything();
    const told: string[] = [];
    // One answer that lacks it proves nothing.
    fault("listServices", { kind: "status", status: 200, body: [] }, { count: 1 });
    fault("getService", { kind: "status", status: 404, body: { code: "NOT_FOUND", message: "No such service." } });
    expect((await driftIn(exported({ orders }), told)).drift).toEqual([]);
    expect(told).toEqual(['Service "orders": not shown by the API: confirming for 1 m that it is gone']);

    await stack.clock.sleep(3_600_000);
    stack.emulator.remove(orders.id);
    const report = await driftIn(exported({ orders }));
    expect(driftText(report)).toBe(
        `Service "orders" (${orders.id}): is gone; the next \`pulumi up --refresh\` creates a new and empty one\n` +
            "1 resource compared: 1 difference\n",
    );
    expect(driftExitCode(report)).toBe(1);
});

test("a replica set that is gone has no data of its own: its line does not speak of an empty one", async () => {
    const { reports } = await everything();
    await stack.clock.sleep(3_600_000);
    stack.emulator.remove(reports.id.split("/")[1]!);
    expect(driftText(await driftIn(exported({ reports })))).toBe(
        `ReadReplicaSet "reports" (${reports.id}): is gone; the next \`pulumi up --refresh\` creates a new one\n` +
            "1 resource compared: 1 difference\n",
    );
});

test("what cannot be compared is said, and is no drift", async () => {
    const { orders } = await everything();
    const state = JSON.parse(exported({ orders })) as { deployment: { resources: object[] } };
    state.deployment.resources.push({
        ...{ urn: urn("Cache", "hot"), type: "pulumi-nodejs:dynamic/clouddb:Cache", id: "c1", custom: true },
    });
    for (const endpoint of ["listServices", "getService"] as const)
        fault(endpoint, { kind: "status", status: 403 }, { count: null });
    const report = await driftIn(JSON.stringify(state));
    expect(report).toMatchObject({ resources: 0, drift: [] });
    expect(report.notChecked.map(({ what }) => what)).toEqual([
        expect.stringMatching(/^Service "orders": GET .* was refused: 403/),
        'Cache "hot": this version of the package does not know its type',
    ]);
    expect(driftExitCode(report)).toBe(2);
});

test("another address than that of the state is not drift", async () => {
    const { orders } = await everything();
    const hidden = orders.outs["__clouddb"] as object;
    const elsewhere = { __clouddb: { ...hidden, address: "https://elsewhere.example/v1" } };
    stack.emulator.remove(orders.id);
    const report = await driftIn(exported({ orders }, { orders: elsewhere }));
    expect(report.notChecked.map(({ what }) => what)).toEqual([
        expect.stringContaining("was last seen at https://elsewhere.example/v1"),
    ]);
});

test("a secret argument: compared where the export shows it, and its values are not printed", async () => {
    const { net, orders } = await everything();
    stack.emulator.drift(orders.id, { replica_count: 0 });
    stack.emulator.drift(net.id, { name: "secret-name" });
    const plain = (value: unknown) => ({ ...encrypted, ciphertext: undefined, plaintext: JSON.stringify(value) });
    const secrets = {
        orders: { replicaCount: plain(1), cpuMillis: plain(2000) },
        net: { name: plain("net"), cidr: plain("10.0.0.0/16") },
    };
    const report = await driftIn(exported({ net, orders }, secrets));
    expect(driftText(report)).toBe(
        `Vpc "net" (${net.id}): name, which is a secret, is another than in the state\n` +
            `Service "orders" (${orders.id}): replicaCount, which is a secret, is another than in the state\n` +
            "2 resources compared: 2 differences\n",
    );
    expect(JSON.stringify(report)).not.toContain("secret-name");
});

test("an encrypted argument is not compared, and the rest is", async () => {
    const { net, orders } = await everything();
    stack.emulator.drift(orders.id, { replica_count: 0 });
    const report = await driftIn(
        exported({ net, orders }, { net: { cidr: encrypted }, orders: { cpuMillis: encrypted } }),
    );
    expect(report.drift.map(({ property }) => property)).toEqual(["replicaCount"]);
    expect(report.notChecked.map(({ what }) => what)).toEqual([
        'Vpc "net": cidr is encrypted in the state: export the stack with `--show-secrets` to compare it',
        'Service "orders": cpuMillis is encrypted in the state: export the stack with `--show-secrets` to compare it',
    ]);
});

test("several at once are no proof, as in a refresh, until they are confirmed", async () => {
    const { orders } = await everything();
    const other = await stack.up("Service", "other", { cpuMillis: 1000, memoryGbs: 4 });
    await stack.clock.sleep(3_600_000);
    for (const { id } of [orders, other]) stack.emulator.remove(id);
    const text = exported({ orders, other });
    const report = await driftIn(text);
    expect(report.drift).toEqual([]);
    expect(report.notChecked).toHaveLength(2);
    expect(report.notChecked[0]?.what).toContain("The API shows none of these any more");
    const confirmed = await driftIn(text, [], { CLOUDDB_CONFIRM_GONE: `${orders.id},${other.id}` });
    expect(confirmed.drift).toHaveLength(2);
});

test("an API that cannot answer for one collection is no reason to say nothing of the others", async () => {
    const { net, orders } = await everything();
    stack.emulator.drift(net.id, { name: "renamed" });
    for (const endpoint of ["listServices", "getService"] as const)
        fault(endpoint, { kind: "status", status: 500 }, { count: null });
    const report = await driftIn(exported({ net, orders }));
    expect(report.drift).toMatchObject([{ property: "name" }]);
    expect(report.notChecked).toHaveLength(1);
});

test("resources of the native provider are compared as well", async () => {
    const { net } = await everything();
    stack.emulator.drift(net.id, { name: "renamed" });
    const text = exported({ net }).replaceAll("pulumi-nodejs:dynamic/clouddb:", "clouddb:index:");
    expect((await driftIn(text)).drift).toMatchObject([{ type: "Vpc", property: "name" }]);
});

test("what a program only reads is not compared", async () => {
    const { net } = await everything();
    const text = exported({ net }).replace('"custom":true', '"custom":true,"external":true');
    expect(await driftIn(text)).toEqual({ resources: 0, drift: [], notChecked: [] });
});
