import { exitCodeOf } from "../../src/doctor/check";
import { reportText } from "../../src/doctor/reportText";
import { startEmulator, type Emulator } from "../../src/emulator";
import { definitions } from "../../src/lifecycle";
import { checked, stackExport, urn } from "./support";

let emulator: Emulator;
beforeEach(async () => (emulator = await startEmulator({ timeScale: 0 })));
afterEach(() => emulator.stop());

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

const without = <Item extends { type: string }>(entries: readonly Item[], ...types: string[]) =>
    entries.filter(({ type }) => !types.includes(type));

test("a state that has all and nothing else: nothing is found, and each collection is listed once", async () => {
    const { entries } = everything();
    expect(entries.map(({ type }) => type).sort()).toEqual(
        Object.values(definitions)
            .map(({ type }) => type)
            .sort(),
    );
    const report = await checked(emulator, stackExport(entries));
    expect(report).toEqual({ projects: [emulator.projectId], resources: 5, findings: [], notChecked: [] });
    expect(exitCodeOf(report)).toBe(0);
    expect(reportText(report)).toBe("5 resources compared with 1 project: nothing found\n");
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
    const repair = (id: string) => `\`adopt: "${id}"\` in the program, as \`clouddb-doctor program\` prints it`;
    const common = { kind: "unmanaged", urns: [], projectId: emulator.projectId };
    const where = `in project ${emulator.projectId} is in no resource of the state`;
    expect(report.findings).toEqual([
        { ...common, type: "Vpc", id: ids.vpc, what: `VPC "net" (${ids.vpc}) ${where}`, repair: repair(ids.vpc) },
        { ...common, type: "Peering", id: ids.peering, what: `peering ${ids.peering} ${where}`, repair: repair(ids.peering) },
        { ...common, type: "Service", id: ids.service, what: `service "orders" (${ids.service}) ${where}`, repair: repair(ids.service) },
        { ...common, type: "ReadReplicaSet", id: ids.set, what: `read replica set "reports" (${ids.set}) ${where}`, repair: repair(ids.set) },
    ]); // prettier-ignore
    expect(exitCodeOf(report)).toBe(1);
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

test("what another stack manages is not unmanaged", async () => {
    const { entries } = everything();
    const [one, two] = [without(entries, "Service"), entries.filter(({ type }) => type === "Service")];
    expect(await checked(emulator, [stackExport(one), stackExport(two)])).toMatchObject({ findings: [] });
});

test.each(["Vpc", "Peering", "Service", "ReadReplicaSet"] as const)("gone: a %s", async (type) => {
    const { entries } = everything();
    const entry = without(entries, "PeeringActivation").find((one) => one.type === type)!;
    emulator.remove(entry.id.split("/").at(-1)!);
    const { findings } = await checked(emulator, stackExport(without(entries, "PeeringActivation")));
    const repair = (name: string) => `\`pulumi refresh\`, or \`pulumi state delete '${urn(type, name)}'\``;
    expect(findings.filter((finding) => finding.type === type)).toMatchObject([
        { kind: "gone", id: entry.id, urns: [urn(type, entry.name)], repair: repair(entry.name) },
    ]);
    // What is in it is gone with it.
    expect(findings).toHaveLength(type === "Vpc" || type === "Service" ? 2 : 1);
});

test("gone: a tombstone is no service", async () => {
    const { id } = emulator.create.service({ status: "DELETED" });
    const { findings } = await checked(emulator, stackExport([{ type: "Service", name: "db", id }]));
    expect(findings).toMatchObject([{ kind: "gone", id }]);
});

test("gone: not what a list only lacks", async () => {
    const { id } = emulator.create.service({ name: "orders" });
    emulator.faults.add({ endpoint: "listServices", do: { kind: "garbage", body: "[]" } });
    const report = await checked(emulator, stackExport([{ type: "Service", name: "orders", id }]));
    expect(report).toMatchObject({ findings: [], notChecked: [] });
    expect(emulator.requests().filter(({ endpoint }) => endpoint === "getService")).toHaveLength(1);
});

test("gone: what the program only looks up gets another id", async () => {
    const { findings } = await checked(
        emulator,
        stackExport([{ type: "Service", name: "orders", id: "none", external: true }]),
    );
    expect(findings).toMatchObject([
        { kind: "gone", repair: "give `Service.get` in the program another id, or remove it; then `pulumi up`" },
    ]);
});

describe("half-made", () => {
    const halfMade = async (row: object, entry: object = {}, type = "Service") => {
        const service = emulator.create.service(type === "Service" ? row : {});
        const services = { type: "Service", name: "db", id: service.id };
        if (type === "Service") return checked(emulator, stackExport([{ ...services, ...entry }]));
        const { id } = emulator.create.replicaSet({ service_id: service.id, ...row });
        return checked(emulator, stackExport([services, { type, name: "set", id: `${service.id}/${id}`, ...entry }]));
    };

    test.each<[string, object, object, string, string, string]>([
        ["a failed operation", {}, { initErrors: ["1 error"] }, "Service", "its last operation did not finish", "`pulumi up`"],
        ["a failed operation that a refresh has hidden", {}, { outputs: { __clouddb: { v: 1, unfinished: true } } }, "Service", "its last operation did not finish", "`pulumi up`"],
        ["a replaced one", {}, { delete: true }, "Service", "it is replaced, and not deleted yet", "`pulumi up`"],
        ["one in creation", { status: "CONFIGURING", endpoint: false }, {}, "Service", "its status is CONFIGURING: it has not been created completely", "`pulumi up`"],
        ["one in deletion", { status: "DELETING" }, {}, "Service", "its status is DELETING", "wait until it is deleted, then `pulumi refresh`"],
        ["an unstable one", { status: "UNSTABLE" }, {}, "Service", "its status is UNSTABLE", "wait: it may recover by itself; then `pulumi refresh`"],
        ["a set in creation", { status: "creating", endpoint: false }, {}, "ReadReplicaSet", "its status is creating: it has not been created completely", "`pulumi up`"],
        ["a failed set", { status: "error" }, {}, "ReadReplicaSet", "its status is error", `set \`deleteBeforeReplace: true\` among its options, then \`pulumi up --replace '${urn("ReadReplicaSet", "set")}'\`, which deletes it and creates it anew`],
    ])("%s", async (_what, row, entry, type, reason, repair) => {
        const { findings } = await halfMade(row, entry, type);
        expect(findings).toEqual([expect.objectContaining({ kind: "half-made", type, repair })]);
        expect(findings[0]!.what).toMatch(new RegExp(`: ${reason}$`));
    }); // prettier-ignore

    test("but not one in maintenance", async () => {
        expect(await halfMade({ status: "OPTIMIZING" })).toMatchObject({ findings: [] });
    });

    test("a peering that is not where its resource waits for it to be", async () => {
        const vpc = emulator.create.vpc();
        const peering = (status: string, provisioned_id: string | null) =>
            `${vpc.id}/${emulator.create.peering({ vpc_id: vpc.id, status, provisioned_id }).id}`;
        const [early, late] = [peering("provisioning", null), peering("pending-acceptance", "pcx-1")];
        const { findings } = await checked(
            emulator,
            stackExport([
                { type: "Vpc", name: "net", id: vpc.id },
                { type: "Peering", name: "early", id: early },
                { type: "Peering", name: "late", id: late },
                { type: "PeeringActivation", name: "active", id: late },
                { type: "Peering", name: "wanted", id: early, inputs: { waitFor: "created" } },
            ]),
        );
        expect(findings.filter(({ kind }) => kind === "half-made")).toMatchObject([
            { urns: [urn("Peering", "early")], repair: "`pulumi up`" },
            { urns: [urn("PeeringActivation", "active")], repair: "`pulumi up`" },
        ]);
    });

    describe("an interrupted create", () => {
        const clear = "`pulumi refresh --clear-pending-creates`";
        const pending = (type: string, name: string, inputs: object, operation = "creating") =>
            stackExport([], [{ type, name, inputs: { ...inputs, __clouddb: {}, __provider: "" }, operation }]);

        test("that has left something", async () => {
            const { id } = emulator.create.service({ name: "orders", region_code: "us-east-1" });
            const encrypted = {
                "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
                ciphertext: "v1",
            };
            const inputs = { regionCode: "us-east-1", password: encrypted };
            const { findings } = await checked(emulator, pending("Service", "orders", inputs));
            expect(findings).toEqual([
                {
                    kind: "half-made",
                    type: "Service",
                    id,
                    projectId: undefined,
                    urns: [urn("Service", "orders")],
                    what: `Service "orders": creating it was interrupted; there is ${id}, which may be what it has made`,
                    repair: `${clear}, then \`adopt: "${id}"\` in the program`,
                },
            ]);
        });

        test("of a child", async () => {
            const { id } = emulator.create.service({ name: "orders" });
            const set = emulator.create.replicaSet({ service_id: id, name: "Reports", nodes: 2 });
            const inputs = { serviceId: id, nodes: 2, cpuMillis: 500, memoryGbs: 2, name: "reports" };
            const { findings } = await checked(emulator, pending("ReadReplicaSet", "r", inputs));
            expect(findings).toMatchObject([
                { kind: "half-made", repair: `${clear}, then \`adopt: "${id}/${set.id}"\` in the program` },
                { kind: "unmanaged", id },
            ]);
        });

        test("that has left nothing, or something else", async () => {
            emulator.create.service({ name: "orders", region_code: "eu-west-1" });
            const { findings } = await checked(emulator, pending("Service", "orders", { regionCode: "us-east-1" }));
            expect(findings).toMatchObject([
                { kind: "half-made", repair: `${clear}, then \`pulumi up\`` },
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
                    what: `Service "orders": creating it was interrupted, and a later \`up\` has finished it (${id}); the state still says so`,
                    repair: clear,
                },
            ]);
        });

        test("whose arguments cannot be read", async () => {
            const { findings } = await checked(emulator, pending("Vpc", "net", { cidr: 1 }));
            expect(findings[0]!.what).toMatch(/could not be searched for: its stored arguments cannot be read$/);
        });

        test("and other interrupted operations", async () => {
            const { findings } = await checked(emulator, pending("Vpc", "net", {}, "updating"));
            expect(findings).toMatchObject([
                { what: 'Vpc "net": updating it was interrupted', repair: "`pulumi refresh`, then `pulumi up`" },
            ]);
        });
    });
});

test("shared: the same id under two URNs, but not with what only looks it up", async () => {
    const { id } = emulator.create.service({ name: "orders" });
    const entry = { type: "Service", id };
    const text = stackExport([
        { ...entry, name: "a" },
        { ...entry, name: "b's" },
        { ...entry, name: "read", external: true },
    ]);
    const { findings } = await checked(emulator, text);
    const [a, b] = [urn("Service", "a"), urn("Service", "b's")];
    expect(findings).toEqual([
        {
            kind: "shared",
            type: "Service",
            id,
            projectId: emulator.projectId,
            urns: [a, b],
            what: `service ${id} is managed by Service "a" and Service "b's"`,
            repair: `keep one: \`pulumi state delete\` one of '${a}', '${b.replace("'", String.raw`'\''`)}', and remove it from the program`,
        },
    ]);
});

describe("not checked, and never gone", () => {
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
        expect(exitCodeOf(report)).toBe(2);
        expect(reportText(report)).toMatch(
            /^not checked: .*\n1 resource compared with 1 project: 0 findings, 1 not checked\n$/,
        );
    });

    test("with its key, it is looked up, and its project is searched", async () => {
        const { id } = emulator.create.service({ project_id: analytics().projects[0] });
        const other = emulator.create.service({ project_id: analytics().projects[0] });
        const text = stackExport([{ type: "Service", name: "events", id, inputs: { profile: "analytics" } }]);
        const profiles = JSON.stringify({ analytics: { apiKey: analytics().token } });
        const report = await checked(emulator, text, { CLOUDDB_PROFILES: profiles });
        expect(report).toMatchObject({ notChecked: [], findings: [{ kind: "unmanaged", id: other.id }] });
        expect(report.projects).toEqual([emulator.projectId, analytics().projects[0]]);
    });

    test("a resource in a project that the key does not reach", async () => {
        const outputs = { projectId: analytics().projects[0] };
        const report = await checked(emulator, stackExport([{ type: "Service", name: "s", id: "abc", outputs }]));
        expect(report).toMatchObject({ findings: [], notChecked: [{ urn: urn("Service", "s") }] });
    });

    test("a resource whose place is encrypted: what it may have is not unmanaged either", async () => {
        const { id } = emulator.create.service();
        const outputs = { profile: { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" } };
        const report = await checked(emulator, stackExport([{ type: "Service", name: "s", id, outputs }]));
        expect(report).toMatchObject({ findings: [], notChecked: [{ urn: urn("Service", "s") }] });
    });

    test("a type of a newer version, an id that cannot be one, and no id", async () => {
        const text = stackExport([
            { type: "Backup", name: "b", id: "abc" },
            { type: "Peering", name: "p", id: "abc" },
            { type: "Service", name: "q", id: "a/../b" },
            { type: "Service", name: "s" },
        ]);
        const report = await checked(emulator, text);
        expect(report.findings).toEqual([]);
        expect(report.notChecked).toHaveLength(4);
    });

    test("an unreadable record", async () => {
        const { id } = emulator.create.service();
        const body = JSON.stringify([{ service_id: id }, { service_id: "other" }]);
        emulator.faults.add({ endpoint: "listServices", do: { kind: "garbage", body } });
        const report = await checked(emulator, stackExport([{ type: "Service", name: "s", id }]));
        expect(report.findings).toEqual([]);
        expect(report.notChecked.map(({ urn }) => urn)).toEqual([urn("Service", "s"), undefined]);
    });
});

test("an API that is out of order is an error", async () => {
    const { id } = emulator.create.service();
    await expect(
        checked(emulator, stackExport([{ type: "Service", name: "s", id }]), { CLOUDDB_API_KEY: "wrong" }),
    ).rejects.toMatchObject({ kind: "unauthorised" });
});

test("names from the API cannot forge a line", async () => {
    emulator.create.service({ name: "a\nshared: b\u202e" });
    const text = reportText(await checked(emulator, stackExport([])));
    expect(text.split("\n")).toHaveLength(4);
    expect(text).not.toContain("\u202e");
});
