// Signals to the real CLI: what it starts for the provider is in a process group of its own, and outlives it.
import type { RequestEntry } from "../../src/emulator";
import { cliDriver, type CliRun, pulumiIn } from "../e2e/support/cli";
import type { Driver } from "../e2e/support/driver";
import { onlyOnCli, type Stage } from "../e2e/support/scenario";
import { Census } from "./support/census";

const service = (args: string) =>
    `new clouddb.Service("db", { regionCode: "us-east-1", cpuMillis: 1000, memoryGbs: 4${args} });`;

const flags = ["--yes", "--skip-preview", "--stack", "dev"];

interface Cli extends Pick<ReturnType<typeof pulumiIn>, "start" | "must"> {
    readonly census: Census;
    /** Starts an `up`; resolves when the first matching request has arrived. */
    startUntil(is: (entry: RequestEntry) => boolean): Promise<CliRun>;
}

/** A scenario on the CLI whose processes can be killed. */
function scenario(name: string, play: (stage: Stage, cli: Cli) => Promise<void>, drivers?: readonly Driver[]): void {
    const work = async (stage: Stage) => {
        const { emulator, folder, environment } = stage;
        const census = await Census.take();
        const env = { ...environment, ...census.environment(environment["NODE_OPTIONS"]) };
        const { start, must, close } = pulumiIn(folder, env);
        const startUntil: Cli["startUntil"] = async (is) => {
            const reached = new Promise<void>((resolve) => {
                const end = emulator.intercept({
                    before(entry) {
                        if (!is(entry)) return;
                        end();
                        resolve();
                    },
                });
            });
            const run = start("up", ...flags);
            const early = run.ended.then(({ printed }) => {
                throw new Error(`it ended by itself: ${printed}`);
            });
            await Promise.race([reached, early]);
            early.catch(() => undefined);
            return run;
        };
        try {
            await play(stage, { census, start, must, startUntil });
        } finally {
            close();
            await census.close();
        }
    };
    onlyOnCli(name, work, { timeScale: 0.5 }, drivers && { drivers });
}

for (const signal of ["SIGHUP", "SIGKILL"] as const)
    scenario(
        `${signal} to the CLI's group while a create waits for a rate limit: nothing is made, and the next up makes one`,
        async ({ emulator, program, calls }, { census, must, startUntil }) => {
            program(service(""));
            emulator.faults.add({ endpoint: "createService", do: { kind: "rateLimit", retryAfter: 60 } });
            const run = await startUntil(({ endpoint }) => endpoint === "createService");
            const [provider, ...others] = census.members("provider");
            expect(others).toEqual([]);
            run.signal(signal);
            await run.ended;
            // It ends by itself.
            await provider!.ended;
            expect(calls()).toEqual(["createService"]);
            expect(emulator.world.services.size).toBe(0);
            await must("cancel", "--yes", "--stack", "dev");
            await must("up", ...flags);
            expect(calls()).toEqual(["createService"]);
        },
    );

// The native provider ends at the first ^C: see `e2e/nativeInterrupts`.
describe("an up by the dynamic provider that is interrupted in the first of two steps", () => {
    const dynamic = [cliDriver];
    const start = ({ program }: Stage, { startUntil }: Cli) => {
        program(service(", connectionPooler: true"));
        let asked = false;
        return startUntil(({ method }) => (asked ||= method === "POST") && method === "GET");
    };

    for (const signal of ["SIGINT", "SIGTERM"] as const)
        scenario(
            `by one ${signal}: what is under way is finished, with all its steps`,
            async (stage, cli) => {
                const run = await start(stage, cli);
                const [provider] = cli.census.members("provider");
                run.signal(signal);
                const { code, printed } = await run.ended;
                await provider!.ended;
                expect(code).not.toBe(0);
                expect(printed).toContain("update canceled");
                expect(stage.calls()).toEqual(["createService", "enableServicePooler"]);
                await cli.must("up", ...flags);
                expect(stage.calls()).toEqual([]);
            },
            dynamic,
        );

    scenario(
        "by a second ^C: it ends at once, and its provider with it",
        async (stage, cli) => {
            const { emulator, calls } = stage;
            emulator.faults.add({ endpoint: "createService", do: { kind: "stuck" } });
            const run = await start(stage, cli);
            const [provider] = cli.census.members("provider");
            await run.interruptUntil("; terminating");
            expect(await run.ended).not.toMatchObject({ code: 0 });
            await provider!.ended;
            expect(calls()).toEqual(["createService"]);
            emulator.finish();
            const [[id]] = [...emulator.world.services] as [[string, unknown]];
            const again = await cli.start("up", ...flags).ended;
            if (again.code !== 0) {
                expect(again.printed).toContain(`adopt: "${id}"`);
                stage.program(service(`, connectionPooler: true, adopt: "${id}"`));
                await cli.must("up", ...flags);
            }
            expect(calls()).toEqual(["enableServicePooler"]);
            expect([...emulator.world.services.values()]).toMatchObject([{ id, pooler: true }]);
        },
        dynamic,
    );
});
