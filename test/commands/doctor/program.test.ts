// The printed program: it compiles, adopts everything without a mutating request, and then there is nothing to do.
import { rmSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { readDeclarations } from "../../../src/commands/doctor/declarations";
import { programText } from "../../../src/commands/doctor/program";
import { startEmulator, type Emulator } from "../../../src/emulator";
import type { DeployOptions } from "../../../src/engine";
import { deployOurs } from "../../e2e/support/here";
import { compilerErrors } from "../../support/compilerErrors";
import { fixtureProject } from "../../support/fixtureProject";
import { createOrders } from "../../support/ordersService";
import { oldFork, projectOf } from "./support";

const root = path.resolve(__dirname, "..", "..", "..");

let emulator: Emulator;
beforeEach(async () => (emulator = await startEmulator({ timeScale: 0 })));
afterEach(() => emulator.stop());

async function printed(): Promise<string> {
    return programText(await readDeclarations(await projectOf(emulator)));
}

const mutations = () => emulator.requests().filter(({ method }) => method !== "GET");

const complaints = (program: string) => compilerErrors(new Map([[path.join(root, "printed.ts"), program]]));

const transpiled = (program: string): string =>
    ts.transpileModule(program, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 } })
        .outputText;

/** An operation in this process, with a program. */
async function deploy(operation: DeployOptions["operation"], program: string, more: Partial<DeployOptions> = {}) {
    const dir = fixtureProject({ "index.js": program });
    const env = { CLOUDDB_BASE_URL: emulator.url, CLOUDDB_API_KEY: emulator.token };
    try {
        return await deployOurs(env, {})({ operation, dir, env, ...more });
    } finally {
        rmSync(dir, { recursive: true, force: true });
    }
}

/** Adopts all that there is, and then finds nothing to do. */
async function adopted(resources: number): Promise<string> {
    const text = await printed();
    expect(complaints(text)).toEqual([]);
    const program = transpiled(text);
    emulator.clearRequests();
    const first = await deploy("up", program);
    expect(first).toMatchObject({ exitCode: 0, changes: { create: resources + 1 } });
    const second = await deploy("up", program, { state: first.state });
    expect(second).toMatchObject({ exitCode: 0, changes: { same: resources + 1 } });
    const refreshed = await deploy("preview", program, { refresh: true, state: first.state });
    expect(refreshed.changes).toEqual({ same: resources + 1 });
    expect(mutations()).toEqual([]);
    return text;
}

test("an empty project", async () => {
    expect(await printed()).toBe(
        `import * as clouddb from "pulumi-clouddb";\n\n// From project ${emulator.projectId}.\n`,
    );
});

test("everything that a project can contain, as it is", async () => {
    const { create } = emulator;
    const net = create.vpc({ name: "net", cidr: "10.0.0.0/16" });
    create.vpc({ name: "net", cidr: "10.1.0.0/16", region_code: "eu-west-1" });
    create.peering({ vpc_id: net.id });
    create.peering({ vpc_id: net.id, status: "pending-acceptance", peer_vpc_id: "vpc-2" });
    create.peering({ vpc_id: net.id, status: "provisioning", provisioned_id: null, peer_vpc_id: "vpc-3" });
    const orders = createOrders(emulator, net.id);
    create.service({ name: "shared one", cpu_millis: null, memory_gbs: null });
    create.service({ name: "delete", status: "PAUSED", environment: "staging" });
    create.service({ name: "net", service_type: "VECTOR", environment: null });
    create.replicaSet({ service_id: orders.id, name: "reports", nodes: 2, pooler: true, environment: "PROD" });
    create.replicaSet({ service_id: orders.id, name: "1st", cpu_millis: 1000, memory_gbs: 4 });
    const text = await adopted(11);
    expect(text).toContain(`
const ordersDbService = new clouddb.Service("orders-db", {
    adopt: "${orders.id}",
    regionCode: "us-east-1",
    addons: ["time-series"],
    cpuMillis: 4000,
    memoryGbs: 16,
    environment: "PROD",
    replicaCount: 2,
    syncReplicaCount: 1,
    connectionPooler: true,
    vpcId: netVpc.id,
});
`);
    // Pulumi protects a PROD service by default. The option would hold on to it after `deletionProtection: false`.
    expect(text).not.toContain("protect:");
    expect(
        [...text.matchAll(/^const (\w+) = new clouddb\.(\w+)\(\s*("[^"]*")/gm)].map((match) => match.slice(1)),
    ).toEqual([
        ["netVpc", "Vpc", '"net"'],
        ["net2Vpc", "Vpc", '"net-2"'],
        ["netPeering", "Peering", '"net-peering"'],
        ["netPeering2Peering", "Peering", '"net-peering-2"'],
        ["netPeering3Peering", "Peering", '"net-peering-3"'],
        ["ordersDbService", "Service", '"orders-db"'],
        ["sharedOneService", "Service", '"shared-one"'],
        ["deleteService", "Service", '"delete"'],
        ["netService", "Service", '"net"'],
        ["reportsReadReplicaSet", "ReadReplicaSet", '"reports"'],
        ["_1stReadReplicaSet", "ReadReplicaSet", '"1st"'],
    ]);
    expect(text.match(/serviceId: ordersDbService\.id/g)).toHaveLength(2);
    expect(text.match(/waitFor: "created"/g)).toHaveLength(1);
});

test("what was created by the package, and a fork", async () => {
    const program = `
        const clouddb = require("pulumi-clouddb");
        const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });
        const parent = new clouddb.Service("parent", { regionCode: "us-east-1", vpcId: net.id, cpuMillis: 1000, memoryGbs: 4 });
        new clouddb.Service("fork", { forkFrom: { serviceId: parent.id, strategy: "NOW" } });`;
    expect(await deploy("up", program)).toMatchObject({ exitCode: 0 });
    await adopted(3);
});

test("what cannot be adopted is a comment, and what is in it refers to it by its id", async () => {
    const odd = emulator.create.vpc({ name: "odd", cidr: "10.0.0.1/16" });
    const leaving = emulator.create.service({ name: "old", status: "DELETING" });
    const vpc = emulator.create.vpc({ name: "net" });
    const failed = emulator.create.peering({ vpc_id: vpc.id, status: "failed" });
    emulator.create.peering({ vpc_id: odd.id });
    const text = await printed();
    expect(text).toContain(`// Not adopted: VPC ${odd.id}: cidr has host bits set: the network is 10.0.0.0/16\n`);
    expect(text).toContain(`// Not adopted: service ${leaving.id}: its status is DELETING\n`);
    expect(text).toContain(`// Not adopted: peering ${vpc.id}/${failed.id}: its status is failed\n`);
    expect(text).toContain(`vpcId: "${odd.id}",`);
    expect(complaints(text)).toEqual([]);
});

test("a fork that a sweep deletes is left out, and one that stays is adopted", async () => {
    const drills = ["20000101t0000z", "29991231t2359z"].map((end) =>
        oldFork(emulator, `drill-db-0123456789abcdef-until-${end}`),
    );
    const over = oldFork(emulator, "preview-db-pr-1-ttl24h");
    oldFork(emulator, "preview-db-pr-2-ttl96h");
    oldFork(emulator, "preview-db-pr-3-ttl24h", "PROD");
    emulator.create.service({ name: "preview-db-pr-4-ttl24h", age_ms: 48 * 3_600_000 });
    const text = await adopted(3);
    const because = (id: string, what: string) =>
        `// Not adopted: service ${id}: ${what}: \`clouddb sweep\` deletes it\n`;
    for (const id of drills) expect(text).toContain(because(id, "the fork of a restore drill"));
    expect(text).toContain(because(over, "a preview fork whose time is over"));
});

test("names of any kind make a program that compiles and runs", async () => {
    const names = ["", " ", "::", "a\nb", "*/", "\u2028x", "日本", "日本", "Ä b", "require", "exports", "clouddb", "__proto__", "a".repeat(300), '"', "${x}", "\ud800", "a-b", "aB", "a b", "a", "a", "a2", "new"]; // prettier-ignore
    for (const name of names) emulator.create.service({ name });
    const text = await printed();
    const declared = text.match(/^const /gm)?.length ?? 0;
    expect(declared).toBe(names.length);
    expect(complaints(text)).toEqual([]);
    const up = await deploy("up", transpiled(text));
    expect(up).toMatchObject({ exitCode: 0, changes: { create: declared + 1 } });
    expect(mutations()).toEqual([]);
});
