import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import type { EmulatorOptions } from "../../src/emulator";
import { logLines } from "../../src/emulator/resources/serviceLogs";
import { blocksOf } from "../docs/support/pages";
import { write } from "../support/fixtureProject";
import { automationStub, loaded } from "./support/automationStub";
import { scenario, type Stage } from "./support/scenario";
import { compiled, Shell } from "./support/shell";

const examples = path.resolve(__dirname, "..", "..", "examples");

/** What has to be true when an example is up, before it is destroyed. */
type Holds = (stage: Stage, shell: Shell) => Promise<void> | void;

interface Play {
    /** What exists, or is configured, before the first step. */
    readonly before?: (stage: Stage, shell: Shell) => Promise<void> | void;
    readonly holds: Holds;
    /** The names of the services that are there in the end. */
    readonly remaining?: readonly string[];
    readonly options?: EmulatorOptions;
}

const environment = process.env;

/** Without the hash that ends the name of a resource that is given none. */
const plain = (name: string) => name.replace(/-[0-9a-z]{7}$/, "");

const services = ({ emulator }: Stage) => [...emulator.world.services.values()];

/** The policies of the pack that a resource violates. */
function violationsOf(type: string, props: object): string[] {
    interface Policy {
        readonly name: string;
        readonly validateResource: (args: object, report: (message: string) => void) => void;
    }
    let policies: readonly Policy[] = [];
    function PolicyPack(_name: string, args: { readonly policies: readonly Policy[] }): void {
        policies = args.policies;
    }
    const source = readFileSync(path.join(examples, "policy-pack", "policies", "index.ts"), "utf8");
    loaded(compiled(source), { "@pulumi/policy": { PolicyPack } });
    const violated = new Set<string>();
    for (const { name, validateResource } of policies) validateResource({ type, props }, () => violated.add(name));
    return [...violated];
}

const plays: Readonly<Record<string, Play | Holds>> = {
    "ha-in-vpc": {
        holds: async (stage) => {
            const [orders] = services(stage);
            expect(orders).toMatchObject({
                replica_count: 2,
                sync_replica_count: 1,
                pooler: true,
                environment: "PROD",
            });
            expect(orders!.vpc_id).toBe([...stage.emulator.world.vpcs.keys()][0]);
            expect(await stage.stack.outputs()).toMatchObject({ url: expect.stringContaining(".vpc.") as string });
        },
    },
    "fork-per-pull-request": {
        before: ({ emulator }) => void emulator.create.service({ name: "orders" }),
        holds: async (stage) => {
            const fork = services(stage).find(({ forked_from }) => forked_from !== null);
            const { name, url } = await stage.stack.outputs();
            expect(name).toMatch(/^preview-orders-pr-42-ttl48h$/);
            expect(fork).toMatchObject({ name, cpu_millis: 500 });
            expect(url).toContain(encodeURIComponent(fork!.password));
        },
        remaining: ["orders"],
    },
    "pitr-cutover": {
        before: ({ emulator }, shell) => {
            shell.fill("2030-01-31T12:04:00Z", () => new Date(emulator.now()).toISOString());
            shell.fill("svc0000001", () => [...emulator.world.services.keys()][0]!);
        },
        holds: async (stage, { outcomes }) => {
            expect(services(stage).map(({ name }) => name)).toEqual(["orders-restored"]);
            const { url, restoredUrl } = await stage.stack.outputs();
            expect(url).toBe(restoredUrl);
            expect(outcomes.filter(({ changes }) => changes["delete"] !== undefined)).toHaveLength(1);
        },
    },
    "adopt-project": {
        before: ({ emulator, calls }) => {
            const net = emulator.create.vpc({ id: "vpc0000001", name: "net", cidr: "10.0.0.0/16" });
            emulator.create.service({
                id: "svc0000001",
                name: "orders-db",
                cpu_millis: 2000,
                memory_gbs: 8,
                environment: "PROD",
                vpc_id: net.id,
            });
            calls();
        },
        holds: ({ calls }, { printed, findings, last }) => {
            expect(calls()).toEqual([]);
            expect(last).toMatchObject({ changes: { create: 2 } });
            expect(findings).toEqual([[]]);
            const example = readFileSync(path.join(examples, "adopt-project", "index.ts"), "utf8");
            expect(printed.replace(/^\/\/ .*\n+/gm, "")).toBe(example.replace(/^export /gm, ""));
        },
        remaining: ["orders-db"],
    },
    "policy-pack": {
        holds: async ({ stack }) => {
            const { resources = [] } = await stack.deployment("shown");
            const { type, inputs } = resources.find((one) => one.type.endsWith(":Service"))!;
            // The README has lifted the protection by now.
            expect(violationsOf(type, inputs!)).toEqual(["prod-is-protected"]);
            expect(violationsOf(type, { ...inputs, deletionProtection: true })).toEqual([]);
            expect(violationsOf(type, { ...inputs, replicaCount: 0 })).toEqual([
                "prod-has-replicas",
                "prod-is-protected",
            ]);
            expect(violationsOf(type, { environment: "DEV", deletionProtection: false })).toEqual([]);
        },
    },
    fleet: {
        before: (stage, shell) => {
            const { url, token } = stage.emulator;
            process.env = { ...environment, FLEET_SIZE: "3", CLOUDDB_BASE_URL: url, CLOUDDB_API_KEY: token };
            const source = readFileSync(path.join(examples, "fleet", "fleet.mjs"), "utf8");
            const stub = automationStub(stage);
            const load = () =>
                loaded(compiled(source), { "@pulumi/pulumi/automation/index.js": stub }) as {
                    main: (operation: string) => Promise<void>;
                };
            for (const operation of ["up", "destroy"])
                shell.own.set(`node fleet.mjs ${operation}`, async () => {
                    const { main } = load();
                    await main(operation);
                    expect(services(stage)).toHaveLength(operation === "up" ? 3 : 0);
                });
        },
        holds: () => {
            process.env = environment;
        },
    },
    quickstart: async ({ stack }) => {
        expect(await stack.outputs()).toMatchObject({
            host: expect.any(String) as unknown,
            pooler: expect.stringContaining("pooler") as unknown,
            acceptPeering: expect.stringMatching(/^pcx-/) as unknown,
        });
    },
    functions: async ({ stack, emulator }) => {
        const [orders] = [...emulator.world.services.values()];
        const own = {
            caller: "main automation",
            projects: ["main"],
            metrics: {
                memoryMb: expect.any(Number) as number,
                cpuMillis: expect.any(Number) as number,
                storageMb: expect.any(Number) as number,
            },
        };
        const { warnings, ...others } = await stack.outputs();
        expect(others).toEqual({ ...own, vpcs: [], production: [], readers: 0 });
        const alarming = logLines(orders!, emulator.now()).filter(({ severity }) => severity !== "LOG");
        const messages = alarming.map(({ message }) => message);
        // The log keeps growing: a contiguous part of it, or none, if it was read before the first.
        const parts = [...messages.keys(), messages.length].map((start) => messages.slice(start, start + 10));
        expect(parts).toContainEqual(warnings);
    },
    profiles: async ({ stack, emulator }) => {
        const [main, analytics] = emulator.tokens.map(({ projects }) => projects[0]);
        const outputs = await stack.outputs();
        expect(outputs).toMatchObject({ projectIds: [main, analytics, analytics] });
        expect((outputs["analytics"] as string[]).map(plain)).toEqual(["events", "reports-database"]);
    },
    passwords: async ({ stack, emulator }) => {
        const [orders, reports] = ["orders", "reports"].map((name) =>
            [...emulator.world.services.values()].find((row) => plain(row.name) === name)!,
        );
        expect(await stack.outputs()).toEqual({ chosen: orders!.password, generated: reports!.password });
        orders!.password = "changed elsewhere";
        await stack.setConfig("fixture:password", "open sesame", true);
        await stack.setConfig("fixture:passwordVersion", "second");
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 2 } });
        expect(await stack.outputs()).toEqual({ chosen: "open sesame", generated: reports!.password });
    },
    "connection-strings": async ({ stack, emulator }) => {
        const [orders] = [...emulator.world.services.values()];
        const outputs = await stack.outputs();
        expect(Object.keys(outputs).sort()).toEqual(["direct", "inside", "pooled", "reading", "readingPooled"]);
        for (const uri of Object.values(outputs)) {
            expect(uri).toMatch(/^postgresql:\/\/tsdbadmin:\w{32}@[\w.-]+:\d+\/tsdb\?sslmode=/);
            expect(new URL(String(uri)).password).toBe(orders!.password);
        }
    },
    "private-service": async ({ stack, emulator }) => {
        const { acceptPeering, ordersUrl, reportsUrl } = await stack.outputs();
        expect(acceptPeering).toMatch(/^pcx-/);
        expect(ordersUrl).toMatch(/^postgresql:\/\/tsdbadmin:.+@[\w.-]+\.vpc\.[\w.-]+:\d+\/tsdb/);
        expect(reportsUrl).toContain("-pooler.");
        const [net] = [...emulator.world.vpcs.values()];
        expect([...emulator.world.services.values()].map(({ vpc_id }) => vpc_id)).toEqual([net!.id, net!.id]);
    },
    "preview-forks": async ({ stack, emulator }) => {
        const { name, expiresAt, url, expired } = await stack.outputs();
        expect(name).toMatch(/^preview-orders-preview-feature-login-[0-9a-f]{6}-ttl48h$/);
        const fork = [...emulator.world.services.values()].find((row) => plain(row.name) === name)!;
        expect(Date.parse(String(expiresAt))).toBe(new Date(fork.created_at).getTime() + 48 * 3_600_000);
        expect(url).toContain(encodeURIComponent(fork.password));
        expect(expired).toEqual([]);
    },
    "peering-activation": async ({ stack }) => {
        expect(await stack.outputs()).toMatchObject({ peeringStatus: "active", host: expect.any(String) as unknown });
    },
};

/**
 * Is previewed as it is. All else is compiled beforehand: what the SDK's compiler does with one, and in one operation, it does with all.
 */
const inTypeScript = "quickstart";

function compile(folder: string): void {
    const program = readFileSync(path.join(folder, "index.ts"), "utf8");
    rmSync(path.join(folder, "index.ts"));
    write(folder, {
        "index.js": compiled(program),
        "package.json": JSON.stringify({ name: "fixture", private: true, main: "index.js" }),
        "Pulumi.yaml": "name: fixture\nruntime:\n  name: nodejs\n  options: { typescript: false }\n",
    });
}

test("every example is played", () => {
    const folders = readdirSync(examples).filter((name) => statSync(path.join(examples, name)).isDirectory());
    expect(Object.keys(plays).sort()).toEqual(folders.sort());
});

for (const [name, play] of Object.entries(plays)) {
    const { before, holds, remaining = [], options }: Play = typeof play === "function" ? { holds: play } : play;
    scenario(
        `the example ${name}: the steps of its README, and nothing more to do before the destroy`,
        async (stage) => {
            const { stack, folder, emulator } = stage;
            // The stack belongs to the fixture's project already.
            const copied = (file: string) => !["Pulumi.yaml", "policies"].includes(path.basename(file));
            cpSync(path.join(examples, name), folder, { recursive: true, force: true, filter: copied });
            write(folder, { "Pulumi.yaml": "name: fixture\nruntime: nodejs\n" });
            if (name !== inTypeScript) compile(folder);
            const shell = new Shell(stage);
            await before?.(stage, shell);
            const destroyed: string[] = [];
            shell.onOperation = async (operation, current) => {
                // The SDK compiles the program for the preview; that takes longer than all the rest, so it is done once.
                if (operation === "up" && existsSync(path.join(folder, "index.ts"))) compile(folder);
                if (operation !== "destroy") return;
                const again = await current.run("up");
                expect(again.exitCode).toBe(0);
                expect(Object.keys(again.changes)).toEqual(["same"]);
                await holds({ ...stage, stack: current }, shell);
                expect(JSON.stringify(await current.deployment("stored"))).not.toContain(emulator.tokens[1]!.token);
                destroyed.push(name);
            };
            for (const { language, text } of blocksOf(path.join("examples", name, "README.md"))) {
                if (language !== "sh") throw new Error(`${name}: a block of ${language}`);
                await shell.run(text);
            }
            if (destroyed.length === 0) await holds({ ...stage, stack }, shell);
            expect(services(stage).map((service) => service.name)).toEqual(remaining);
        },
        options ?? { quirks: { autoAcceptMs: 1000 } },
    );
}
