// Every guide in docs/guides/, and the README: their programs and commands do what they say, in their order.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { blocksOf, root } from "../docs/support/pages";
import { write } from "../support/fixtureProject";
import { addressesOf } from "./support/addresses";
import { automationStub, loaded } from "./support/automationStub";
import { onlyOnCli, pageScenario, scenario, type Stage } from "./support/scenario";
import { compiled, type Play, Shell } from "./support/shell";

const serviceNames = ({ emulator }: Stage) => [...emulator.world.services.values()].map(({ name }) => name).sort();
/** What each operation changed; what it read for that does not count. */
const changesOf = ({ outcomes }: Shell) => outcomes.map(({ changes: { refresh: _read, ...changes } }) => changes);

/** Stands for the accepter's package: its resources do nothing, and say which peering they were given. */
const awsStub = `
    const pulumi = require("@pulumi/pulumi");
    class Stub extends pulumi.ComponentResource {
        constructor(name, args, opts) {
            super("aws:stub:Stub", name, args, opts);
            this.id = pulumi.output(args.vpcPeeringConnectionId);
            this.registerOutputs({ given: this.id });
        }
    }
    exports.ec2 = { VpcPeeringConnectionAccepter: Stub, Route: Stub };`;

const plays: Readonly<Record<string, Play>> = {
    "first-stack": {
        // test/package/fromEmptyFolder.test.ts plays them.
        before: (_, shell) => {
            shell.own.set("npx clouddb try", () => Promise.resolve());
        },
        holds: ({ emulator }, shell) => {
            expect(changesOf(shell)).toEqual([
                { create: 2 },
                { create: 2 },
                { update: 1, same: 1 },
                { same: 2 },
                { delete: 2 },
            ]);
            expect(emulator.world.services.size).toBe(0);
        },
    },
    adopting: {
        before: ({ emulator, calls }) => {
            emulator.create.service({ id: "svc0000001", name: "orders", cpu_millis: 1000, memory_gbs: 4 });
            emulator.create.vpc({ name: "office", cidr: "10.7.0.0/16" });
            calls();
        },
        holds: ({ calls }, shell) => {
            expect(calls()).toEqual([]);
            expect(changesOf(shell)).toEqual([{ import: 2 }, { same: 2 }, { same: 2 }, { create: 1 }, { create: 1 }]);
            expect(shell.findings).toEqual([[]]);
        },
    },
    "preview-environments": {
        before: ({ emulator }) => void emulator.create.service({ name: "orders" }),
        holds: (stage, shell) => {
            // The component and its service.
            expect(changesOf(shell)).toEqual([{ create: 2 }, { delete: 2 }]);
            expect(serviceNames(stage)).toEqual(["orders"]);
        },
    },
    "day-two": {
        before: (_, shell) => void shell.own.set(stateMove, () => Promise.resolve()),
        holds: ({ calls }) => {
            // Without what is repeated: a replica set is created again until its service has a backup.
            expect(calls().filter((call, n, all) => call !== all[n - 1])).toEqual([
                ...["createVpc", "createService", "updateServicePassword", "attachServiceToVpc", "createReplicaSet"],
                "resizeService",
                ...["createReplicaSet", "deleteReplicaSet"],
                ...["createVpc", "detachServiceFromVpc", "attachServiceToVpc"],
                "updateServicePassword",
                ...["deleteReplicaSet", "deleteService", "deleteVpc"],
            ]);
        },
    },
    restore: {
        holds: async (stage, shell) => {
            expect(changesOf(shell)).toEqual([
                { create: 1 },
                { create: 1, same: 1 },
                { same: 2 },
                { update: 1, same: 1 },
                { delete: 1, same: 1 },
            ]);
            expect(serviceNames(stage)).toEqual(["orders-restored"]);
            const [restored] = stage.emulator.world.services.values();
            expect(restored).toMatchObject({ environment: "PROD", replica_count: 1, pooler: true });
            const { url, restoredUrl } = await stage.stack.outputs();
            expect(url).toBe(restoredUrl);
        },
    },
    "restore-drill": {
        before: ({ emulator, folder, calls }) => {
            emulator.create.service({ name: "orders", environment: "PROD" });
            write(folder, {
                "check.mjs": "process.exit(process.env.DATABASE_URL?.startsWith('postgresql://') ? 0 : 1);",
            });
            calls();
        },
        holds: (stage) => {
            expect(stage.calls()).toEqual(["forkService", "deleteService", "forkService", "deleteService"]);
            expect(serviceNames(stage)).toEqual(["orders"]);
            const report = readFileSync(path.join(stage.folder, "drill.json"), "utf8");
            expect(JSON.parse(report)).toMatchObject({ outcome: "passed", strategy: "LAST_SNAPSHOT", left: null });
        },
    },
    "peering-aws": {
        needsProcess: true,
        before: ({ folder }) => write(path.join(folder, "node_modules", "@pulumi"), { "aws.js": awsStub }),
        holds: async ({ stack, emulator }) => {
            const { status, url } = await stack.outputs();
            const [net] = [...emulator.world.vpcs.values()];
            expect(status).toBe("active");
            const services = [...emulator.world.services.values()];
            expect(url).toContain(`@${(await addressesOf(emulator, services[0]!.id)).vpc}/`);
            expect(services.map(({ vpc_id }) => vpc_id)).toEqual([net!.id]);
        },
    },
    "first-contact": {
        before: ({ emulator, calls }) => {
            emulator.create.service({ name: "orders" });
            calls();
        },
        holds: ({ calls }) => expect(calls()).toEqual([]),
    },
    "several-projects": {
        holds: async ({ stack, emulator }) => {
            const { projects } = await stack.outputs();
            expect(projects).toEqual(emulator.tokens.slice(0, 2).map((token) => token.projects[0]));
        },
    },
    ci: {
        before: (_, shell) =>
            shell.program(`
                import * as clouddb from "pulumi-clouddb";
                export const net = new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });`),
        holds: (_, shell) => {
            expect(changesOf(shell)).toEqual([{ create: 1 }, { create: 1 }, { same: 1 }]);
            expect(shell.findings).toEqual([[]]);
        },
    },
    terraform: {
        before: ({ emulator, calls }) => {
            emulator.create.service({ name: "orders", environment: "PROD" });
            calls();
        },
        holds: ({ calls }, shell) => {
            expect(calls()).toEqual([]);
            expect(changesOf(shell)).toEqual([{ create: 1 }, { create: 1 }, { same: 1 }]);
        },
    },
};

/** The command of the guide that only the Pulumi CLI has: see the scenario below. */
const stateMove =
    "pulumi state move --yes --source dev --dest databases 'urn:pulumi:dev::shop::pulumi-nodejs:dynamic/clouddb:Service::primary'";

/** Guides without commands: what they have to paste is held by tests of their own. */
const withoutCommands = ["monorepos", "troubleshooting"];

/** The commands of a page: of its shell blocks, and of the steps of its workflows. */
function commandsIn(language: string, text: string): string {
    if (language === "sh") return text;
    if (language !== "yaml") return "";
    const { jobs = {} } = parse(text) as { jobs?: Record<string, { steps: { run?: string }[] }> };
    return Object.values(jobs)
        .flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
        .join("\n");
}

const guides = readdirSync(path.join(root, "docs", "guides")).map((file) => file.replace(/\.md$/, ""));
const blocksOfGuide = (name: string) => blocksOf(path.join("docs", "guides", `${name}.md`));

test("every guide is played, or has nothing to play", () => {
    expect([...Object.keys(plays), ...withoutCommands].sort()).toEqual(guides.sort());
    const commands = withoutCommands.flatMap(blocksOfGuide).map(({ language, text }) => commandsIn(language, text));
    expect(commands.join("")).toBe("");
});

for (const [name, { before, holds, needsProcess }] of Object.entries(plays)) {
    (needsProcess ? scenario : pageScenario)(
        `the guide ${name}`,
        async (stage) => {
            const shell = new Shell(stage);
            before?.(stage, shell);
            for (const { language, text } of blocksOfGuide(name)) {
                if (language === "ts" && text.startsWith("// index.ts\n")) shell.program(text);
                await shell.run(commandsIn(language, text));
            }
            await holds(stage, shell);
        },
        { quirks: { autoAcceptMs: 1000 } },
    );
}

onlyOnCli("the guide day-two splits a stack, and uses a resource of the other one", async (stage) => {
    const { stack } = stage;
    const declaredIn = (owner: string) =>
        stage.program(`
            if (pulumi.getStack() === "${owner}")
                exports.ordersId = new clouddb.Service("primary", { generatePassword: true }).id;
            else {
                const databases = new pulumi.StackReference("organization/fixture/${owner}");
                new clouddb.ReadReplicaSet("reports", {
                    serviceId: databases.requireOutput("ordersId"),
                    ...{ nodes: 1, cpuMillis: 1000, memoryGbs: 4 },
                });
            }`);
    declaredIn("dev");
    await stack.run("up");
    expect(stage.calls()).toEqual(["createService", "updateServicePassword"]);
    const databases = await stage.another("databases");
    await stack.command!(...stateMove.replace("shop", "fixture").replaceAll("'", "").split(" ").slice(1));
    declaredIn("databases");
    expect(await databases.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
    expect(stage.calls()).toEqual([]);
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 1 } });
    expect(new Set(stage.calls())).toEqual(new Set(["createReplicaSet"]));
});

pageScenario("the Automation API program of the guide monorepos", async (stage) => {
    stage.program('new clouddb.Vpc("net", { cidr: "10.0.0.0/16", regionCode: "us-east-1" });');
    const [program] = blocksOfGuide("monorepos").filter(({ language }) => language === "ts");
    const text = `module.exports = (async () => { ${compiled(program!.text)} })();`;
    await loaded(text, { "@pulumi/pulumi/automation/index.js": automationStub(stage) }, stage.environment);
    expect(stage.calls()).toEqual(["createVpc"]);
});

scenario("the README's program does what it says", async ({ stack, folder, emulator }) => {
    const { text } = blocksOf("README.md").find(({ language }) => language === "ts")!;
    write(folder, {
        "index.ts": text,
        "package.json": `{ "name": "fixture", "main": "index.ts" }`,
        "tsconfig.json": readFileSync(path.join(root, "examples", "quickstart", "tsconfig.json"), "utf8"),
        "Pulumi.yaml": "name: fixture\nruntime: nodejs\n",
    });
    await stack.setConfig("clouddb:baseUrl", emulator.url);
    await stack.setConfig("clouddb:apiKey", emulator.token, true);
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 3 } });
    const [orders] = [...emulator.world.services.values()];
    const { direct } = await addressesOf(emulator, orders!.id);
    expect(await stack.outputs()).toEqual({
        host: direct!.split(":")[0],
        password: orders!.password,
    });
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 3 } });
    expect((await stack.run("destroy")).exitCode).not.toBe(0);
    expect(emulator.world.services.size).toBe(1);
});
