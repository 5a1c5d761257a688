// `clouddb doctor --api`: how an API differs from the contract, by reading everything once.
import { settingsFrom } from "../../../src/commands/doctor/projects";
import { Connections } from "../../../src/provider/config/connections";
import { contractExitCode, contractText, Differences, readEverything } from "../../../src/commands/doctor/contract";
import { startEmulator, type Emulator, type Fault } from "../../../src/emulator";

let emulator: Emulator;
beforeEach(async () => {
    emulator = await startEmulator({ timeScale: 0 });
    const { id } = emulator.create.service({ name: "customers-of-acme" });
    emulator.create.service({ name: "other" });
    emulator.create.replicaSet({ service_id: id, name: "reports" });
    emulator.create.peering({ vpc_id: emulator.create.vpc({ name: "net" }).id });
    emulator.clearRequests();
});
afterEach(() => emulator.stop());

async function report() {
    const differences = new Differences();
    const settings = settingsFrom({ CLOUDDB_API_KEY: emulator.token, CLOUDDB_BASE_URL: emulator.url }, undefined);
    const connections = new Connections(settings, undefined, { onOddity: differences.note });
    const { client, id } = await connections.project(undefined, undefined);
    return readEverything(client, id, differences);
}
const deform = (field: string, as: Extract<Fault["do"], { kind: "deform" }>["as"]) =>
    emulator.faults.add({ do: { kind: "deform", field, as }, count: null });

test("an API that keeps to the contract", async () => {
    const found = await report();
    expect(contractText(found)).toBe(`${found.answers} answers read: no difference from the contract\n`);
    expect(contractExitCode(found)).toBe(0);
    const requests = emulator.requests();
    expect(requests.every(({ method }) => method === "GET")).toBe(true);
    expect(new Set(requests.map(({ endpoint }) => endpoint)).size).toBe(10);
});

test("fields in other forms: each once, with how often it was found, and no name of anything", async () => {
    deform("status", "otherCase");
    deform("resources.spec.cpu_millis", "object");
    deform("created", "null");
    const found = await report();
    const text = contractText(found);
    expect(text).toContain(
        "GET /projects/{project_id}/services: resources[].spec.cpu_millis is an object, not a number: cannot be read, and counts as not shown (2 times)\n",
    );
    expect(text).toMatch(
        /services: status is the text "ready", not one of QUEUED,.*: is read as what it means \(2 times\)\n/,
    );
    expect(text).toContain("created is null, not a time: counts as not shown (2 times)\n");
    expect(text).toContain("differences from the contract\n");
    expect(text).not.toContain("acme");
    expect(contractExitCode(found)).toBe(1);
});

test("what cannot be read is named, and stops nothing", async () => {
    deform("service_id", "object");
    emulator.faults.add({ endpoint: "listPeerings", do: { kind: "status", status: 403 }, count: null });
    const found = await report();
    expect(contractText(found)).toContain("not read: GET /projects/");
    expect(found.failures).toHaveLength(3);
    expect(contractExitCode(found)).toBe(2);
});
