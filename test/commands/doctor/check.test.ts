import { doctorExitCode, doctorText } from "../../../src/commands/doctor/check";
import { startEmulator, type Emulator } from "../../../src/emulator";
import { definitions } from "../../../src/provider/lifecycle";
import { checked, oldFork, stackExport, urn } from "./support";

let emulator: Emulator;
beforeEach(async () => (emulator = await startEmulator({ timeScale: 0 })));
afterEach(() => emulator.stop());

const encrypted = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1" };

/** Something of each type, made out of band, and a state that has it all. */
function everything() {
    const vpc = emulator.create.vpc({ name: "net" });
    const peering = emulator.create.peering({ vpc_id: vpc.id });
    const service = emulator.create.service({ name: "orders" });
    const set = emulator.create.replicaSet({ service_id: service.id, name: "reports" });
    const ids = {
        vpc: vpc.id,
        peering: `${vpc.id}/${peering.id}`,
        service: service.id,
        set: `${service.id}/${set.id}`,
    };
    const entries = [
        { type: "Vpc", name: "net", id: ids.vpc },
        { type: "Peering", name: "far", id: ids.peering },
        { type: "PeeringActivation", name: "active", id: ids.peering },
        { type: "Service", name: "orders", id: ids.service },
        { type: "ReadReplicaSet", name: "reports", id: ids.set },
    ].map((entry) => ({ ...entry, outputs: { projectId: emulator.projectId } }));
    return { ids, entries };
}

test("a state that has all and nothing else: nothing is found, and each collection is listed once", async () => {
    const { entries } = everything();
    expect(entries.map(({ type }) => type).sort()).toEqual(
        Object.values(definitions)
            .map(({ type }) => type)
            .sort(),
    );
    const report = await checked(emulator, stackExport(entries));
    expect(report).toEqual({ projects: [emulator.projectId], resources: 5, findings: [], notChecked: [] });
    expect(doctorExitCode(report)).toBe(0);
    expect(doctorText(report)).toBe("5 resources compared with 1 project: nothing found\n");
    expect(emulator.requests().map(({ endpoint }) => endpoint)).toEqual([
        "getCallerIdentity",
        expect.stringMatching(/^list(Vpcs|Services)$/),
        expect.stringMatching(/^list(Vpcs|Services)$/),
        "listPeerings",
    ]);
});

test("the number of requests does not grow with the services", async () => {
    const rows = emulator.create.services(30);
    emulator.setQuirks({ listsWithoutReplicaSets: false });
    const entries = rows.map(({ id, name }) => ({ type: "Service", name, id }));
    expect(await checked(emulator, stackExport(entries))).toMatchObject({ findings: [], notChecked: [] });
    expect(emulator.requests()).toHaveLength(3);
});

test("where a list shows no replica sets, they are listed by service", async () => {
    const { entries } = everything();
    emulator.setQuirks({ listsWithoutReplicaSets: true });
    expect(await checked(emulator, stackExport(entries))).toMatchObject({ findings: [], notChecked: [] });
});

test("unmanaged: what exists and is in no resource", async () => {
    const { ids } = everything();
    const report = await checked(emulator, stackExport([]));
    const repair = (id: string) =>
        `if no other stack manages it: \`adopt: "${id}"\` in the program, as \`clouddb program\` prints it`;
    const common = { kind: "unmanaged", urn: undefined, projectId: emulator.projectId };
    const finding = (type: string, id: string, label: string) => {
        const what = `${label} in project ${emulator.projectId} is in no resource of the state`;
        return { ...common, type, id, what, repair: repair(id) };
    };
    expect(report.findings).toEqual([
        finding("Vpc", ids.vpc, `VPC "net" (${ids.vpc})`),
        finding("Peering", ids.peering, `peering ${ids.peering}`),
        finding("Service", ids.service, `service "orders" (${ids.service})`),
        finding("ReadReplicaSet", ids.set, `read replica set "reports" (${ids.set})`),
    ]);
    expect(doctorExitCode(report)).toBe(1);
});

test("unmanaged: not what is being deleted, and what failed cannot be adopted", async () => {
    const vpc = emulator.create.vpc();
    emulator.create.service({ status: "DELETING" });
    emulator.create.peering({ vpc_id: vpc.id, status: "failed" });
    const { findings } = await checked(emulator, stackExport([{ type: "Vpc", name: "net", id: vpc.id }]));
    expect(findings).toMatchObject([
        { type: "Peering", repair: "delete it: its status is failed, so it cannot be adopted" },
    ]);
});

test("unmanaged: a fork that a sweep deletes is not to be adopted", async () => {
    oldFork(emulator, "drill-db-0123456789abcdef-until-20000101t0000z");
    oldFork(emulator, "preview-db-pr-1-ttl24h");
    emulator.setQuirks({ listOmit: ["metadata"] });
    const { findings } = await checked(emulator, stackExport([]));
    expect(findings.map(({ repair }) => repair)).toEqual([
        "`clouddb sweep` deletes it: it is the fork of a restore drill",
        "`clouddb sweep` deletes it: it is a preview fork whose time is over",
    ]);
});

test("unmanaged: not the preview fork of a branch, which its own stack manages, unless it was made PROD", async () => {
    oldFork(emulator, "preview-db-pr-2-ttl96h");
    const promoted = oldFork(emulator, "preview-db-pr-3-ttl96h", "PROD");
    const { findings } = await checked(emulator, stackExport([]));
    expect(findings).toMatchObject([{ kind: "unmanaged", id: promoted }]);
});

test("what another stack manages is not unmanaged", async () => {
    const { entries } = everything();
    const stacks = [entries.slice(0, 3), entries.slice(3)].map((some) => stackExport(some));
    expect(await checked(emulator, stacks)).toMatchObject({ findings: [] });
});

test("shared: what two resources manage, in one stack or in several", async () => {
    const { ids, entries } = everything();
    const other = (text: string) => text.replaceAll("urn:pulumi:dev::", "urn:pulumi:prod::");
    // A type that only waits manages nothing, a replaced resource no longer does, and an export may be given twice.
    const taken = ["PeeringActivation", "Service"].map((type) => ({ ...entries.find((one) => one.type === type)! }));
    const replaced = { type: "Vpc", name: "net", id: ids.vpc, delete: true };
    const texts = [stackExport(entries), stackExport(entries), other(stackExport([...taken, replaced]))];
    const { findings } = await checked(emulator, texts);
    const urns = [urn("Service", "orders"), other(urn("Service", "orders"))];
    expect(findings).toEqual([
        {
            kind: "shared",
            type: "Service",
            id: ids.service,
            projectId: emulator.projectId,
            urn: undefined,
            what: `service "orders" (${ids.service}) is managed by 2 resources: ${urns.join(", ")}`,
            repair: "keep it in one of them: remove it from the other with `pulumi state delete`, then from its program (docs/command-line.md)",
        },
    ]);
    const twice = [...entries, { ...entries[0]!, name: "again" }];
    expect((await checked(emulator, stackExport(twice))).findings).toMatchObject([{ kind: "shared", id: ids.vpc }]);
    emulator.remove(ids.set.split("/")[1]!);
    const gone = [stackExport(entries), other(stackExport([entries.at(-1)!]))];
    expect((await checked(emulator, gone)).findings).toEqual([]);
});

describe("an interrupted create", () => {
    const clear = "`pulumi refresh --clear-pending-creates`";
    const pending = (type: string, name: string, inputs: object, operation = "creating") =>
        stackExport([], [{ type, name, inputs: { ...inputs, __clouddb: {}, __provider: "" }, operation }]);

    test("that has left something", async () => {
        const { id } = emulator.create.service({ name: "orders", region_code: "us-east-1" });
        const inputs = { regionCode: "us-east-1", password: encrypted };
        const { findings } = await checked(emulator, pending("Service", "orders", inputs));
        expect(findings).toEqual([
            {
                kind: "interrupted",
                type: "Service",
                id,
                projectId: undefined,
                urn: urn("Service", "orders"),
                what: `Service "orders": creating it was interrupted; there is ${id}, which it may have created`,
                repair: `\`pulumi up\`: it takes that over, or fails and needs \`adopt: "${id}"\` in the program; then ${clear}`,
            },
        ]);
    });

    test("of a child", async () => {
        const { id } = emulator.create.service({ name: "orders" });
        const set = emulator.create.replicaSet({ service_id: id, name: "Reports", nodes: 2 });
        const inputs = { serviceId: id, nodes: 2, cpuMillis: 500, memoryGbs: 2, name: "reports" };
        const { findings } = await checked(emulator, pending("ReadReplicaSet", "r", inputs));
        expect(findings).toMatchObject([
            {
                kind: "interrupted",
                repair: `\`pulumi up\`: it takes that over, or fails and needs \`adopt: "${id}/${set.id}"\` in the program; then ${clear}`,
            },
            { kind: "unmanaged", id },
        ]);
    });

    test("that has left nothing, or something else", async () => {
        emulator.create.service({ name: "orders", region_code: "eu-west-1" });
        const { findings } = await checked(emulator, pending("Service", "orders", { regionCode: "us-east-1" }));
        expect(findings).toMatchObject([
            { kind: "interrupted", repair: `\`pulumi up\`; then ${clear}` },
            { kind: "unmanaged" },
        ]);
    });

    test("of what the state has under the same name", async () => {
        const { id } = emulator.create.service({ name: "orders" });
        const entry = { type: "Service", name: "orders" };
        const text = stackExport([{ ...entry, id }], [{ ...entry, inputs: {}, operation: "creating" }]);
        expect((await checked(emulator, text)).findings).toMatchObject([
            {
                id,
                what: `Service "orders": its creation was interrupted, and a later \`up\` has completed it (${id}); the state still lists the operation`,
                repair: clear,
            },
        ]);
    });

    test("whose arguments cannot be read", async () => {
        const { findings } = await checked(emulator, pending("Vpc", "net", { cidr: 1 }));
        expect(findings[0]!.what).toMatch(/could not be searched for: its stored arguments cannot be read$/);
    });

    test("of a replacement whose predecessor is deleted already", async () => {
        const { id } = emulator.create.service({ name: "orders" });
        const entry = { type: "Service", name: "orders", id: "old", inputs: {}, pendingReplacement: true };
        expect((await checked(emulator, stackExport([entry]))).findings).toMatchObject([
            { kind: "interrupted", id, repair: `\`adopt: "${id}"\` in the program, then \`pulumi up\`` },
        ]);
        emulator.remove(id);
        expect((await checked(emulator, stackExport([entry]))).findings).toMatchObject([{ repair: "`pulumi up`" }]);
    });

    test("and other interrupted operations", async () => {
        const { findings } = await checked(emulator, pending("Vpc", "net", {}, "updating"));
        expect(findings).toMatchObject([
            { what: 'Vpc "net": updating it was interrupted', repair: "`pulumi refresh`, then `pulumi up`" },
        ]);
    });
});

describe("not checked", () => {
    const analytics = () => emulator.tokens[1]!;

    test("a resource under a profile that is not configured", async () => {
        const { id } = emulator.create.service({ project_id: analytics().projects[0] });
        const text = stackExport([{ type: "Service", name: "events", id, outputs: { profile: "analytics" } }]);
        const report = await checked(emulator, text);
        expect(report.findings).toEqual([]);
        expect(report.notChecked).toEqual([
            {
                urn: urn("Service", "events"),
                what: `Service "events": there is no key for its profile "analytics": set CLOUDDB_PROFILES to the output of \`pulumi config get clouddb:profiles\``,
            },
        ]);
        expect(doctorExitCode(report)).toBe(2);
        expect(doctorText(report)).toMatch(
            /^not checked: .*\n1 resource compared with 1 project: 0 findings, 1 not checked\n$/,
        );
    });

    test("with its key, its project is searched", async () => {
        const { id } = emulator.create.service({ project_id: analytics().projects[0] });
        const other = emulator.create.service({ project_id: analytics().projects[0] });
        const text = stackExport([{ type: "Service", name: "events", id, inputs: { profile: "analytics" } }]);
        const profiles = JSON.stringify({ analytics: { apiKey: analytics().token } });
        const report = await checked(emulator, text, { CLOUDDB_PROFILES: profiles });
        expect(report).toMatchObject({ notChecked: [], findings: [{ kind: "unmanaged", id: other.id }] });
        expect(report.projects).toEqual([emulator.projectId, analytics().projects[0]]);
    });

    test.each<[string, () => object]>([
        ["in a project that the key does not reach", () => ({ projectId: analytics().projects[0] })],
        ["whose place is encrypted", () => ({ profile: encrypted })],
    ])("a resource %s: what it may have is not unmanaged either", async (_what, outputsOf) => {
        const { id } = emulator.create.service();
        const outputs = outputsOf();
        const report = await checked(emulator, stackExport([{ type: "Service", name: "s", id, outputs }]));
        expect(report).toMatchObject({ findings: [], notChecked: [{ urn: urn("Service", "s") }] });
    });

    test("a type of a newer version, an id that cannot be one, and no id do not matter", async () => {
        const text = stackExport([
            { type: "Backup", name: "b", id: "abc" },
            { type: "Peering", name: "p", id: "abc" },
            { type: "Service", name: "q", id: "a/../b" },
            { type: "Service", name: "s" },
        ]);
        expect(await checked(emulator, text)).toMatchObject({ resources: 4, findings: [], notChecked: [] });
    });

    test("an unreadable record, unless the state has it", async () => {
        const { id } = emulator.create.service();
        const body = JSON.stringify([id, "other"]);
        emulator.faults.add({ endpoint: "listServices", do: { kind: "garbage", body }, count: 2 });
        const text = stackExport([{ type: "Service", name: "s", id }]);
        const report = await checked(emulator, text);
        expect(report.findings).toEqual([]);
        expect(report.notChecked).toEqual([
            { urn: undefined, what: expect.stringContaining("(other): its record cannot be read") as string },
        ]);
        expect(await checked(emulator, text, {}, ["other"])).toMatchObject({ findings: [], notChecked: [] });
    });
});

test("an API that is out of order is an error", async () => {
    const { id } = emulator.create.service();
    await expect(
        checked(emulator, stackExport([{ type: "Service", name: "s", id }]), { CLOUDDB_API_KEY: "wrong" }),
    ).rejects.toMatchObject({ kind: "unauthorised" });
});

test("names from the API cannot forge a line", async () => {
    emulator.create.service({ name: "a\ninterrupted: b\u202e" });
    const text = doctorText(await checked(emulator, stackExport([])));
    expect(text.split("\n")).toHaveLength(4);
    expect(text).not.toContain("\u202e");
});

test("what a run of `clouddb verify` has left is not to be adopted", async () => {
    emulator.create.service({ name: "verify-0123456789abcdef" });
    const { findings } = await checked(emulator, stackExport([]));
    expect(findings.map(({ repair }) => repair)).toEqual([
        "delete it, unless `clouddb verify` is running: it is from one of its runs",
    ]);
});
