// The native provider on the real engine.
import { clouddbOn, nativeScenario, programBy } from "./support/native";

/** The same program by either door. */
const everything = (options = "{}", more = "") => `
    const region = { regionCode: "us-east-1" };
    const net = new door.Vpc("net", { cidr: "10.0.0.0/16", ...region }, ${options});
    const peer = { peerAccountId: "123456789012", peerRegionCode: "us-east-1", peerVpcId: "vpc-0a1b2c3d" };
    new door.Peering("office", { vpcId: net.id, ...peer }, ${options});
    const size = { cpuMillis: 1000, memoryGbs: 4 };
    const db = new door.Service("db", { ...region, ...size, vpcId: net.id, generatePassword: true, ${more} }, ${options});
    new door.ReadReplicaSet("reports", { serviceId: db.id, nodes: 1, ...size }, ${options});
    exports.url = db.connectionString({ user: "u", database: "d" });`;

nativeScenario("a stack moves to the native provider and back: no change is shown, and none is made", async (stage) => {
    const { stack, program, calls } = stage;
    program(`const door = clouddb; ${everything()}`);
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 4 } });
    calls();
    for (const door of ["native", "clouddb", "native"] as const) {
        program(programBy(door, everything()));
        expect(await stack.run("preview")).toMatchObject({ exitCode: 0, changes: { same: 4 } });
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 4 } });
    }
    expect(calls()).toEqual([]);
    expect(await stack.run("destroy")).toMatchObject({ exitCode: 0, changes: { delete: 4 } });
    expect(stage.emulator.world.services.size).toBe(0);
});

nativeScenario("both doors make the same calls for the same program, time-outs included", async (stage) => {
    const { stack, another, program, calls } = stage;
    const made: unknown[] = [];
    for (const [door, of] of [
        ["clouddb", stack],
        ["native", await another("other")],
    ] as const) {
        const text = (more: string) =>
            programBy(door, everything('{ customTimeouts: { create: "30m", update: "20m" } }', more));
        for (const more of ["", 'replicaCount: 1, environment: "DEV"', "paused: true"]) {
            program(text(more));
            expect(await of.run("up")).toMatchObject({ exitCode: 0 });
            expect(await of.run("up")).toMatchObject({ changes: { same: 4 } });
        }
        expect(await of.run("destroy")).toMatchObject({ exitCode: 0 });
        // What runs at the same time has no order, and a refusal for want of a backup is repeated until there is one.
        made.push(
            calls()
                .filter((call) => call !== "createReplicaSet")
                .sort(),
        );
    }
    expect(made[1]).toEqual(made[0]);
});

nativeScenario("a plain preview shows drift, as the commands do, and the next `up` corrects it", async (stage) => {
    const { stack, program, emulator, calls } = stage;
    program(programBy("native", everything("{}", "replicaCount: 1")));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 4 } });
    const [db] = emulator.world.services.values();
    for (const [command, said] of [
        ["doctor", "4 resources compared with 1 project: nothing found\n"],
        ["drift", "4 resources compared: no drift\n"],
    ] as const)
        expect(await clouddbOn(stage, command)).toEqual({ code: 0, out: said, err: "" });
    emulator.drift(db!.id, { replica_count: 0 });
    const other = emulator.create.service({ name: "clicked" });
    expect(await clouddbOn(stage, "drift")).toMatchObject({
        code: 1,
        out: expect.stringMatching(/^Service "db" .*replicaCount/) as string,
    });
    expect(await clouddbOn(stage, "doctor")).toMatchObject({
        code: 1,
        out: expect.stringMatching(/^unmanaged: service "clicked" [^]*1 finding/) as string,
    });
    emulator.remove(other.id);
    calls();
    const { printed } = await stack.run("preview");
    expect(printed).toContain("HA 0 -> 1");
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    expect(calls()).toEqual(["setServiceHa"]);
});

nativeScenario("an explicit provider has settings of its own", async (stage) => {
    const { stack, program, emulator } = stage;
    const [, other] = emulator.tokens;
    program(
        programBy(
            "native",
            `
        const other = new door.Provider("other", { apiKey: ${JSON.stringify(other!.token)}, baseUrl: ${JSON.stringify(emulator.url)} });
        const net = new door.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" }, { provider: other });
        exports.project = net.projectId;`,
        ),
    );
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    expect(await stack.outputs()).toEqual({ project: other!.projects[0] });
    expect(JSON.stringify(await stack.deployment("stored"))).not.toContain(other!.token);
    expect(await stack.run("destroy")).toMatchObject({ exitCode: 0 });
});

nativeScenario("a provider that is declared without the class has its key encrypted as well", async (stage) => {
    const { stack, program, emulator } = stage;
    const [, other] = emulator.tokens;
    const settings = JSON.stringify({ apiKey: other!.token, baseUrl: emulator.url });
    program(
        programBy(
            "native",
            `
        const { CustomResource, ProviderResource } = require("@pulumi/pulumi");
        const other = new ProviderResource("clouddb", "other", ${settings});
        const net = { cidr: "10.0.0.0/16", regionCode: "us-east-1", projectId: undefined };
        exports.project = new CustomResource("clouddb:index:Vpc", "net", net, { provider: other }).projectId;`,
        ),
    );
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    expect(await stack.outputs()).toEqual({ project: other!.projects[0] });
    expect(JSON.stringify(await stack.deployment("stored"))).not.toContain(other!.token);
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
});

nativeScenario(
    "an update plan holds: also where the name of a resource depends on an id that is not known yet",
    async (stage) => {
        const { stack, program, calls } = stage;
        for (const [door, of] of [
            ["native", stack],
            ["clouddb", await stage.another("other")],
        ] as const) {
            const on = ["--stack", of === stack ? "dev" : "other"];
            program(
                programBy(
                    door,
                    `
        const orders = new door.Service("orders", { regionCode: "us-east-1" });
        new door.ReadReplicaSet("reports", { serviceId: orders.id, nodes: 1, cpuMillis: 500, memoryGbs: 2 });
        new door.Service("copy", { forkFrom: { serviceId: orders.id, strategy: "NOW" } });`,
                ),
            );
            await of.command?.("preview", ...on, "--save-plan", "plan.json");
            calls();
            await of.command?.("up", ...on, "--yes", "--skip-preview", "--plan", "plan.json");
            expect(calls()).toEqual(expect.arrayContaining(["createReplicaSet", "forkService"]));
            expect(await of.run("destroy")).toMatchObject({ exitCode: 0 });
        }
    },
);

nativeScenario("functions and components use the settings of an explicit provider", async (stage) => {
    const { stack, program, emulator } = stage;
    const [, other] = emulator.tokens;
    const settings = `{ apiKey: ${JSON.stringify(other!.token)}, baseUrl: ${JSON.stringify(emulator.url)} }`;
    program(
        programBy(
            "native",
            `
        const other = new native.Provider("other", ${settings});
        const place = { cidr: "10.0.0.0/16", regionCode: "us-east-1" };
        const orders = new native.PrivateService("orders", place, { provider: other });
        const find = (opts) => native.getServiceOutput({ id: orders.service.id }, opts).status;
        exports.found = find({ provider: other });
        exports.inherited = find({ parent: orders });
        exports.vpcs = native.getVpcsOutput({}, { provider: other, dependsOn: orders }).apply((all) => all.length);
        exports.own = native.getProjects().then((all) => all.map(({ id }) => id));`,
        ),
    );
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    expect(await stack.outputs()).toEqual({
        ...{ found: "READY", inherited: "READY", vpcs: 1 },
        own: emulator.tokens[0]!.projects,
    });
    program(programBy("native", 'exports.none = native.getService({ name: "order" });'));
    const { exitCode, printed } = await stack.run("up");
    expect(exitCode).not.toBe(0);
    expect(printed).toContain('getService: There is no service with the name "order"');
    expect(printed).not.toMatch(/ at (?!most )|invocation of/);
});

nativeScenario(
    "a database whose resource was renamed within the hour is not taken over by what has the former name",
    async (stage) => {
        const { stack, program, calls } = stage;
        const service = (name: string, options: string, more = "") =>
            `new door.Service("${name}", { regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: 4, ${more} }, ${options})`;
        program(programBy("native", service("db", "{}")));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        program(programBy("native", service("db-old", '{ aliases: [{ name: "db" }] }')));
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
        calls();
        // The engine compares it only when the other one is created.
        const last = service("db-old", "{ dependsOn: db }");
        program(programBy("native", `const db = ${service("db", "{}", "connectionPooler: true")}; ${last};`));
        const outcome = await stack.run("up");
        expect(outcome.exitCode).not.toBe(0);
        expect(outcome.diagnostics.map(({ message }) => message).join()).toContain("db-old in the state has it");
        expect(calls()).toEqual([]);
        expect(await stack.run("destroy")).toMatchObject({ exitCode: 0, changes: { delete: 1 } });
        expect(stage.emulator.world.services.size).toBe(0);
    },
);
