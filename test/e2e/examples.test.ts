import { cpSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { logLines } from "../../src/emulator/core/logLines";
import { write } from "../support/fixtureProject";
import { scenario, type Stage } from "./support/scenario";

jest.setTimeout(180_000);

const examples = path.resolve(__dirname, "..", "..", "examples");

/** What an example needs to be configured, and what has to be true when it is up. */
const plays: Readonly<Record<string, (stage: Stage) => Promise<void>>> = {
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
        /** All outputs. The log keeps growing, so what was read is a contiguous part of the current log. */
        const holds = async (expected: object) => {
            const { warnings, ...others } = await stack.outputs();
            expect(others).toEqual({ ...own, ...expected });
            const alarming = logLines(orders!, emulator.now()).filter(({ severity }) => severity !== "LOG");
            const messages = alarming.map(({ message }) => message);
            expect(messages.map((_, start) => messages.slice(start, start + 10))).toContainEqual(warnings);
        };
        await holds({ vpcs: [], production: [], readers: 0 });
        const elsewhere = [
            emulator.create.vpc({ name: "office", cidr: "10.7.0.0/16" }),
            emulator.create.service({ name: "billing", environment: "PROD" }),
            emulator.create.replicaSet({ service_id: orders!.id }),
        ];
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        await holds({ vpcs: ["office: 10.7.0.0/16"], production: ["billing"], readers: 1 });
        for (const { id } of elsewhere) emulator.remove(id);
    },
    profiles: async ({ stack, emulator }) => {
        const [main, analytics] = emulator.tokens.map(({ projects }) => projects[0]);
        expect(await stack.outputs()).toMatchObject({
            projectIds: [main, analytics, analytics],
            analytics: ["events", "reports-database"],
        });
    },
    passwords: async ({ stack, emulator }) => {
        const [orders, reports] = ["orders", "reports"].map((name) =>
            [...emulator.world.services.values()].find((row) => row.name === name)!,
        );
        const holds = async () => {
            expect(await stack.outputs()).toEqual({ chosen: orders!.password, generated: reports!.password });
            return [orders!.password, reports!.password];
        };
        const [initial, generated] = await holds();
        await stack.setConfig("fixture:password", "open sesame", true);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1, same: 1 } });
        expect(await holds()).toEqual(["open sesame", generated]);
        orders!.password = "changed elsewhere";
        await stack.setConfig("fixture:passwordVersion", "second");
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 2 } });
        const [chosen, rotated] = await holds();
        expect(chosen).toBe("open sesame");
        expect([initial, generated, chosen]).not.toContain(rotated);
    },
    "connection-strings": async ({ stack, emulator }) => {
        const [orders] = [...emulator.world.services.values()];
        const holds = async () => {
            const outputs = await stack.outputs();
            expect(Object.keys(outputs).sort()).toEqual(["direct", "inside", "pooled", "reading", "readingPooled"]);
            for (const uri of Object.values(outputs)) {
                expect(uri).toMatch(/^postgresql:\/\/tsdbadmin:\w{32}@[\w.-]+:\d+\/tsdb\?sslmode=/);
                expect(new URL(String(uri)).password).toBe(orders!.password);
            }
            return orders!.password;
        };
        const before = await holds();
        await stack.setConfig("fixture:passwordVersion", "2");
        expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
        expect(await holds()).not.toBe(before);
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
        const fork = [...emulator.world.services.values()].find((row) => row.name === name)!;
        expect(Date.parse(String(expiresAt))).toBe(new Date(fork.created_at).getTime() + 48 * 3_600_000);
        expect(url).toContain(encodeURIComponent(fork.password));
        expect(expired).toEqual([]);
    },
    "peering-activation": async ({ stack }) => {
        expect(await stack.outputs()).toMatchObject({ peeringStatus: "active", host: expect.any(String) as unknown });
    },
};

/** Runs as it is. The others are compiled beforehand: what the SDK's compiler does with one, it does with all. */
const inTypeScript = "quickstart";

function compile(folder: string): void {
    const program = readFileSync(path.join(folder, "index.ts"), "utf8");
    const { outputText } = ts.transpileModule(program, {
        compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true },
    });
    rmSync(path.join(folder, "index.ts"));
    write(folder, {
        "index.js": outputText,
        "package.json": JSON.stringify({ name: "fixture", private: true, main: "index.js" }),
        "Pulumi.yaml": "name: fixture\nruntime:\n  name: nodejs\n  options: { typescript: false }\n",
    });
}

test("every example is played", () => {
    const folders = readdirSync(examples).filter((name) => statSync(path.join(examples, name)).isDirectory());
    expect(Object.keys(plays).sort()).toEqual(folders.sort());
});

for (const [name, holds] of Object.entries(plays)) {
    scenario(
        `the example ${name}: up, nothing more to do, destroy`,
        async (stage) => {
            const { stack, folder, emulator } = stage;
            // The stack belongs to the fixture's project already.
            const copied = (file: string) => path.basename(file) !== "Pulumi.yaml";
            cpSync(path.join(examples, name), folder, { recursive: true, force: true, filter: copied });
            write(folder, { "Pulumi.yaml": "name: fixture\nruntime: nodejs\n" });
            if (name !== inTypeScript) compile(folder);
            const [, analytics] = emulator.tokens;
            await stack.setConfig(
                "clouddb:profiles",
                JSON.stringify({ analytics: { apiKey: analytics!.token } }),
                true,
            );
            expect(await stack.run("preview")).toMatchObject({ exitCode: 0 });
            expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
            const again = await stack.run("up");
            expect(again.exitCode).toBe(0);
            expect(Object.keys(again.changes)).toEqual(["same"]);
            await holds(stage);
            expect(JSON.stringify(await stack.deployment("stored"))).not.toContain(analytics!.token);
            expect(await stack.run("destroy")).toMatchObject({ exitCode: 0 });
            expect([emulator.world.services.size, emulator.world.vpcs.size]).toEqual([0, 0]);
        },
        { quirks: { autoAcceptMs: 1000 } },
    );
}
