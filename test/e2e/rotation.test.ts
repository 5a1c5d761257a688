import { startEmulator } from "../../src/emulator";
import { cliDriver } from "./support/cli";
import type { Outcome } from "./support/driver";
import { nativeDriver } from "./support/nativeDriver";
import { onlyOnCli, pageScenario, type Stage } from "./support/scenario";

/** A second personal access token of the stack's project. */
const successor = "pat-main-successor";
const options = { tokens: [{ token: successor, projects: ["main"] }] };
const program = `new clouddb.Service("db", { regionCode: "us-east-1" });`;

/** With the native provider, each `up` reads with the settings of the one before: see `nativeLimits`. */
const withoutReads = { drivers: [cliDriver] };

/** Deploys with the first key, revokes it, and configures its successor. */
async function rotate({ stack, emulator, calls, ...stage }: Stage): Promise<void> {
    const { token } = emulator;
    stage.program(program);
    await stack.setConfig("clouddb:apiKey", token, true);
    expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 1 } });
    emulator.world.tokens.delete(token);
    await stack.setConfig("clouddb:apiKey", successor, true);
    calls();
}

const refused = (outcome: Outcome) => {
    expect(outcome.exitCode).not.toBe(0);
    expect(outcome.printed).toContain("401 UNAUTHORIZED");
};

pageScenario(
    "the stack's key, rotated between up and destroy, needs no change in any resource",
    async (stage) => {
        const { stack, emulator } = stage;
        await rotate(stage);
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
    withoutReads,
);

onlyOnCli(
    "the stack's key, rotated: a refresh and a destroy that run the program take the new one at once",
    async (stage) => {
        await rotate(stage);
        expect(await stage.stack.run("refresh", { runProgram: true })).toMatchObject({ exitCode: 0 });
        expect(await stage.stack.run("destroy", { runProgram: true })).toMatchObject({ exitCode: 0 });
        expect(stage.calls()).toEqual(["deleteService"]);
        expect(stage.emulator.world.services.size).toBe(0);
    },
    options,
);

/** @param refused - the operation that fails once the address is right again. @param named - the way on, in its error. */
const wrongAddress =
    (refused: "refresh" | "up", named: string, wayOn: { readonly runProgram?: boolean }) =>
    async ({ stack, emulator, ...stage }: Stage) => {
        const elsewhere = await startEmulator();
        try {
            stage.program(program);
            expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { create: 1 } });
            await stack.setConfig("clouddb:baseUrl", elsewhere.url);
            expect(await stack.run("up")).toMatchObject({ exitCode: 0, changes: { same: 1 } });
            await stack.setConfig("clouddb:baseUrl", emulator.url);
            const { exitCode, printed } = await stack.run(refused);
            expect(exitCode).not.toBe(0);
            expect(printed).toContain(named);
            expect(await stack.run("up", wayOn)).toMatchObject({ exitCode: 0, changes: { same: 1 } });
            expect(await stack.run("refresh")).toMatchObject({ exitCode: 0 });
        } finally {
            await elsewhere.stop();
        }
    };

pageScenario(
    "an address that was wrong in one `up`, and is right again: the error names the way on",
    wrongAddress("refresh", "run `pulumi up` without `--refresh` first", {}),
    {},
    withoutReads,
);

onlyOnCli(
    "an address that was wrong in one `up`, and is right again: the way on is `--run-program`",
    wrongAddress("up", "with the native provider `pulumi up --run-program`", { runProgram: true }),
    {},
    { drivers: [nativeDriver] },
);
