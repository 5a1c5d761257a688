// Signals to the real CLI: what it starts for the provider is in a process group of its own, and outlives it.
import { rmSync } from "node:fs";
import { startEmulator, type Emulator, type RequestEntry } from "../../src/emulator";
import { type CliRun, pulumiIn, pulumiOnPath } from "../e2e/support/cli";
import { fixtureProject, write } from "../support/fixtureProject";
import { scaledClock } from "../support/scaledClock";
import { Census } from "./support/census";

jest.setTimeout(300_000);

const program = (args: string) => `"use strict";
const clouddb = require("pulumi-clouddb");
new clouddb.Service("db", { regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: 4${args} });
`;

const flags = ["--yes", "--skip-preview", "--stack", "dev"];

interface Stage {
    readonly emulator: Emulator;
    readonly census: Census;
    readonly cli: ReturnType<typeof pulumiIn>;
    program(args: string): void;
    /** Starts a command; resolves when the first matching request has arrived. */
    startUntil(command: "up" | "destroy", is: (entry: RequestEntry) => boolean): Promise<CliRun>;
    /** The mutating requests since the last time. */
    changes(): (string | undefined)[];
}

async function withCli(play: (stage: Stage) => Promise<void>): Promise<void> {
    const clock = scaledClock(30);
    const emulator = await startEmulator({ clock, timeScale: 0.5 });
    const folder = fixtureProject({ "index.js": program("") });
    const census = await Census.take();
    const { NODE_OPTIONS = "", ...fast } = clock.environment;
    const cli = pulumiIn(folder, {
        ...fast,
        ...census.environment(NODE_OPTIONS),
        CLOUDDB_BASE_URL: emulator.url,
        CLOUDDB_API_KEY: emulator.token,
    });
    await cli.must("stack", "init", "dev");
    try {
        await play({
            emulator,
            census,
            cli,
            program: (args) => write(folder, { "index.js": program(args) }),
            async startUntil(command, is) {
                const reached = new Promise<void>((resolve) => {
                    const end = emulator.intercept({
                        before(entry) {
                            if (!is(entry)) return;
                            end();
                            resolve();
                        },
                    });
                });
                const run = cli.start(command, ...flags);
                const early = run.ended.then(({ printed }) => {
                    throw new Error(`it ended by itself: ${printed}`);
                });
                await Promise.race([reached, early]);
                early.catch(() => undefined);
                return run;
            },
            changes() {
                const all = emulator.requests().filter(({ method }) => method !== "GET");
                emulator.clearRequests();
                return all.map(({ endpoint }) => endpoint);
            },
        });
    } finally {
        cli.close();
        await census.close();
        await emulator.stop();
        rmSync(folder, { recursive: true, force: true });
    }
}

/** The CLI's group is killed; its provider ends by itself. */
async function kill(run: CliRun, census: Census, signal: NodeJS.Signals): Promise<void> {
    const [provider, ...others] = census.members("provider");
    expect(others).toEqual([]);
    run.signal(signal);
    await run.ended;
    await provider!.ended;
}

const on = pulumiOnPath === undefined ? test.skip : test;

describe.each(["SIGHUP", "SIGKILL"] as const)("%s to the group of the Pulumi CLI", (signal) => {
    on("while a create waits for a rate limit: nothing is made, and the next up makes one", () =>
        withCli(async ({ emulator, census, cli, startUntil, changes }) => {
            const limit = { kind: "rateLimit", retryAfter: 60 } as const;
            emulator.faults.add({ endpoint: "createService", do: limit });
            const run = await startUntil("up", ({ endpoint }) => endpoint === "createService");
            await kill(run, census, signal);
            expect(changes()).toEqual(["createService"]);
            expect(emulator.world.services.size).toBe(0);
            await cli.must("cancel", "--yes", "--stack", "dev");
            await cli.must("up", ...flags);
            expect(changes()).toEqual(["createService"]);
        }),
    );

    on("while a destroy is refused as busy: it is not asked for again", () =>
        withCli(async ({ emulator, census, cli, startUntil, changes }) => {
            await cli.must("up", ...flags);
            changes();
            emulator.faults.add({ endpoint: "deleteService", do: { kind: "busy" } });
            const run = await startUntil("destroy", ({ endpoint }) => endpoint === "deleteService");
            await kill(run, census, signal);
            expect(changes()).toEqual(["deleteService"]);
            expect([...emulator.world.services.values()]).toMatchObject([{ status: "READY" }]);
        }),
    );

    on("in an update: the steps still to come are not taken", () =>
        withCli(async ({ emulator, census, cli, program, startUntil, changes }) => {
            await cli.must("up", ...flags);
            changes();
            program(", replicaCount: 1, connectionPooler: true");
            let asked = false;
            const run = await startUntil("up", ({ method }) => (asked ||= method === "POST") && method === "GET");
            await kill(run, census, signal);
            expect(changes()).toHaveLength(1);
            emulator.finish();
            await cli.must("cancel", "--yes", "--stack", "dev");
            await cli.must("up", ...flags);
            expect([...emulator.world.services.values()]).toMatchObject([{ replica_count: 1, pooler: true }]);
        }),
    );
});

describe("an up that is interrupted in the first of two steps", () => {
    const start = ({ program, startUntil }: Stage) => {
        program(", connectionPooler: true");
        let asked = false;
        return startUntil("up", ({ method }) => (asked ||= method === "POST") && method === "GET");
    };

    on.each(["SIGINT", "SIGTERM"] as const)("by one %s: what is under way is finished, with all its steps", (signal) =>
        withCli(async (stage) => {
            const { census, cli, changes } = stage;
            const run = await start(stage);
            const [provider] = census.members("provider");
            run.signal(signal);
            const { code, printed } = await run.ended;
            await provider!.ended;
            expect(code).not.toBe(0);
            expect(printed).toContain("update canceled");
            expect(changes()).toEqual(["createService", "enableServicePooler"]);
            await cli.must("up", ...flags);
            expect(changes()).toEqual([]);
        }),
    );

    on("by a second ^C: it ends at once, and its provider with it", () =>
        withCli(async (stage) => {
            const { emulator, census, cli, changes } = stage;
            emulator.faults.add({ endpoint: "createService", do: { kind: "stuck" } });
            const run = await start(stage);
            const [provider] = census.members("provider");
            await run.interruptUntil("; terminating");
            expect(await run.ended).not.toMatchObject({ code: 0 });
            await provider!.ended;
            expect(changes()).toEqual(["createService"]);
            emulator.finish();
            const [[id]] = [...emulator.world.services] as [[string, unknown]];
            const again = await cli.start("up", ...flags).ended;
            if (again.code !== 0) {
                expect(again.printed).toContain(`adopt: "${id}"`);
                stage.program(`, connectionPooler: true, adopt: "${id}"`);
                await cli.must("up", ...flags);
            }
            expect(changes()).toEqual(["enableServicePooler"]);
            expect([...emulator.world.services.values()]).toMatchObject([{ id, pooler: true }]);
        }),
    );
});

on("two users of one stack of the Pulumi CLI: the second is told that it is locked, and asks nothing of the API", () =>
    withCli(async ({ emulator, cli, startUntil, changes }) => {
        emulator.faults.add({ endpoint: "createService", do: { kind: "stuck" } });
        const isMade = ({ endpoint }: RequestEntry) => endpoint === "getService";
        const first = await startUntil("up", isMade);
        const second = await cli.start("up", ...flags).ended;
        expect(second).toMatchObject({ printed: expect.stringContaining("currently locked") as unknown });
        expect(second.code).not.toBe(0);
        emulator.finish();
        expect(await first.ended).toMatchObject({ code: 0 });
        expect(changes()).toEqual(["createService"]);
    }),
);
