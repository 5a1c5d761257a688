// One ^C while the native provider works: the operation ends at once, and the next `up` goes on with it.
import { performance } from "node:perf_hooks";
import type { EndpointName } from "../../src/provider/api";
import { pulumiIn } from "./support/cli";
import { nativeScenario, programBy } from "./support/native";
import type { Stage } from "./support/scenario";

const service = (cpuMillis: number) =>
    programBy(
        "native",
        `new door.Service("db", { regionCode: "us-east-1", cpuMillis: ${cpuMillis}, memoryGbs: ${cpuMillis / 250} });`,
    );

/** How long the CLI may take to end on a busy machine. What is interrupted would never end by itself. */
const patienceMs = 10_000;

/** Runs an `up` that waits for what a call has begun, and that one ^C interrupts. */
async function interrupted({ emulator, folder, environment }: Stage, endpoint: EndpointName) {
    emulator.faults.add({ endpoint, do: { kind: "stuck" } });
    const waits = new Promise<void>((resolve) => {
        let hasBegun = false;
        const end = emulator.intercept({
            after(entry) {
                if (entry.endpoint === endpoint) hasBegun = true;
                // It has the answer, and polls.
                if (!hasBegun || entry.method !== "GET") return;
                end();
                resolve();
            },
        });
    });
    const run = pulumiIn(folder, environment).start("up", "--yes", "--skip-preview", "--stack", "dev");
    await Promise.race([waits, run.ended]);
    const start = performance.now();
    run.signal("SIGINT");
    const { code, printed } = await run.ended;
    const tookMs = performance.now() - start;
    expect(code).not.toBe(0);
    expect(printed).toContain("The operation was cancelled");
    expect(tookMs).toBeLessThan(patienceMs);
    emulator.finish();
}

nativeScenario("one ^C ends a create at once, and the next `up` completes the resource", async (stage) => {
    const { stack, program, calls, emulator } = stage;
    program(service(1000));
    await interrupted(stage, "createService");
    const { resources, pending_operations: pending } = await stack.deployment("stored");
    const [row, ...others] = emulator.world.services.values();
    expect(others).toEqual([]);
    expect(resources!.find(({ type }) => type === "clouddb:index:Service")).toMatchObject({
        id: row!.id,
        initErrors: [expect.stringContaining("The operation was cancelled")],
    });
    expect(pending ?? []).toEqual([]);
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { update: 1 } });
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
    expect(calls()).toEqual(["createService"]);
    expect([...emulator.world.services.keys()]).toEqual([row!.id]);
});

nativeScenario("one ^C ends an update at once, and the next `up` completes it", async (stage) => {
    const { stack, program, calls, emulator } = stage;
    program(service(1000));
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 1 } });
    calls();
    program(service(2000));
    await interrupted(stage, "resizeService");
    const { resources, pending_operations: pending } = await stack.deployment("stored");
    expect(resources!.find(({ type }) => type === "clouddb:index:Service")).toMatchObject({
        initErrors: [expect.stringContaining("The operation was cancelled")],
    });
    expect(pending ?? []).toEqual([]);
    expect(await stack.run("up")).toMatchObject({ exitCode: 0 });
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
    expect(calls()).toEqual(["resizeService"]);
    expect([...emulator.world.services.values()]).toMatchObject([{ cpu_millis: 2000 }]);
});
