import { startEmulator } from "../../src/emulator";
import type { Outcome } from "./support/driver";
import { onlyOnCli, scenario, type Stage } from "./support/scenario";

/** A second personal access token for each project. */
const successors = { main: "pat-main-successor", analytics: "pat-analytics-successor" };
const options = { tokens: Object.entries(successors).map(([project, token]) => ({ token, projects: [project] })) };

const keys = {
    "the stack's key": {
        program: `new clouddb.Service("db", { regionCode: "us-east-1" });`,
        number: 0,
        configure: ({ stack }: Stage, apiKey: string) => stack.setConfig("clouddb:apiKey", apiKey, true),
        successor: successors.main,
    },
    "a profile's key": {
        program: `new clouddb.Service("db", { regionCode: "us-east-1", profile: "analytics" });`,
        number: 1,
        configure: ({ stack }: Stage, apiKey: string) =>
            stack.setConfig("clouddb:profiles", JSON.stringify({ analytics: { apiKey } }), true),
        successor: successors.analytics,
    },
};

/** Deploys with the first key, revokes it, and configures its successor. */
async function rotate(stage: Stage, { program, number, configure, successor }: (typeof keys)["the stack's key"]) {
    const first = stage.emulator.tokens[number]!;
    stage.program(program);
    await configure(stage, first.token);
    expect(await stage.stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 1 } });
    const [row] = [...stage.emulator.world.services.values()];
    expect(row!.project_id).toBe(first.projects[0]);
    stage.emulator.world.tokens.delete(first.token);
    await configure(stage, successor);
    stage.calls();
}

const refused = (outcome: Outcome) => {
    expect(outcome.exitCode).not.toBe(0);
    expect(outcome.printed).toContain("401 UNAUTHORIZED");
};

for (const [which, key] of Object.entries(keys)) {
    scenario(
        `${which}, rotated between up and destroy, needs no change in any resource`,
        async (stage) => {
            const { stack, emulator } = stage;
            await rotate(stage, key);
            // Without the program, an engine configures the provider as the last `up` did. Nothing is lost by trying.
            refused(await stack.run("refresh"));
            refused(await stack.run("destroy"));
            refused(await stack.run("up", { refresh: true }));
            expect(emulator.world.services.size).toBe(1);
            expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
            expect(await stack.run("refresh")).toMatchObject({ exitCode: 0 });
            stage.calls();
            expect(await stack.run("destroy")).toMatchObject({ exitCode: 0, changes: { delete: 1 } });
            expect(stage.calls()).toEqual(["deleteService"]);
            expect(emulator.world.services.size).toBe(0);
        },
        options,
    );

    onlyOnCli(
        `${which}, rotated: a refresh and a destroy that run the program take the new one at once`,
        async (stage) => {
            await rotate(stage, key);
            expect(await stage.stack.run("refresh", { runProgram: true })).toMatchObject({ exitCode: 0 });
            expect(await stage.stack.run("destroy", { runProgram: true })).toMatchObject({ exitCode: 0 });
            expect(stage.calls()).toEqual(["deleteService"]);
            expect(stage.emulator.world.services.size).toBe(0);
        },
        options,
    );
}

scenario("an address that was wrong in one `up`, and is right again: the error names the way on", async (stage) => {
    const { stack, emulator } = stage;
    const elsewhere = await startEmulator();
    try {
        stage.program(keys["the stack's key"].program);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 1 } });
        await stack.setConfig("clouddb:baseUrl", elsewhere.url);
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
        await stack.setConfig("clouddb:baseUrl", emulator.url);
        const { exitCode, printed } = await stack.run("refresh");
        expect(exitCode).not.toBe(0);
        expect(printed).toContain("run `pulumi up` without `--refresh` first");
        expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
        expect(await stack.run("refresh")).toMatchObject({ exitCode: 0 });
    } finally {
        await elsewhere.stop();
    }
});
