// A record in a list violates the contract: reading all fails, reading another record does not.
import { getPeerings, getProjects, getReadReplicaSets, getService, getServices, getVpc, getVpcs } from "../../../src";
import type { EndpointName } from "../../../src/provider/api";
import type { Emulator } from "../../../src/emulator";
import { failure, inProgram, programWith } from "./support/program";

let emulator: Emulator;
beforeEach(async () => void (emulator = await programWith()));
afterEach(() => emulator.stop());

/** Answers the list with these records. */
const answerWith = (endpoint: EndpointName, ...records: readonly object[]) =>
    emulator.faults.add({ endpoint, do: { kind: "garbage", body: JSON.stringify(records) }, count: null });

const bad = { id: ["x-1"], service_id: ["x-1"], name: "theirs" };
const vpc = { id: "v-1", name: "net", cidr: "10.0.0.0/16", region_code: "us-east-1" };

test.each<[string, EndpointName, () => Promise<unknown>]>([
    ["getServices", "listServices", () => getServices()],
    ["getVpcs", "listVpcs", () => getVpcs()],
    ["getPeerings", "listPeerings", () => getPeerings({ vpcId: emulator.create.vpc().id })],
    ["getReadReplicaSets", "listReplicaSets", () => getReadReplicaSets({ serviceId: emulator.create.service().id })],
    ["getProjects", "listProjects", () => getProjects()],
])("%s fails and names it", async (_, endpoint, list) => {
    answerWith(endpoint, bad);
    const message = await failure(list());
    expect(message).toContain("the response violates the API contract: [0]");
    expect(message).toContain('(name "theirs")');
});

test("a name that another one has is found", async () => {
    answerWith("listVpcs", bad, vpc);
    expect(await getVpc({ name: "net" })).toMatchObject({ id: "v-1" });
});

test.each([
    ["of that name", { ...vpc, id: [] }],
    ["without a name", { cidr: "10.0.0.0/16" }],
])("a name is not found for certain beside one %s", async (_, other) => {
    answerWith("listVpcs", vpc, other);
    expect(await failure(getVpc({ name: "net" }))).toContain("[1].id: it shows no id that can be read");
    answerWith("listServices", { name: "orders" });
    expect(await failure(getService({ name: "orders" }))).toContain('(name "orders")');
});

test("what is not there by its id is told so", async () => {
    answerWith("listVpcs", bad, vpc);
    expect(await failure(getVpc({ id: "v-9" }))).toContain('There is no VPC "v-9"');
});

test("the only project is one only where all can be read", async () => {
    const { token } = emulator.tokens.find(({ type }) => type === "oauth")!;
    await inProgram({ baseUrl: emulator.url, apiKey: token });
    answerWith("listProjects", { id: emulator.projectId, name: "main" }, { name: "other" });
    expect(await failure(getVpcs())).toContain('(name "other")');
});
