// How the user's command is run and ended.
import { tmpdir } from "node:os";
import { runCommand } from "../../src/drill/command";
import { DrillEnded } from "../../src/drill/report";
import { VirtualClock } from "../../src/emulator";

const ended = (signal: NodeJS.Signals) => new DrillEnded("interrupted", 130, "interrupted", signal);

/** Runs a script. With a reason, aborts at once, and tells what has become of the command just before the time is over, and then. */
async function run(script: string, reason?: DrillEnded, hasTerminal = false) {
    const clock = new VirtualClock();
    const controller = new AbortController();
    const result = runCommand([process.execPath, "-e", script], controller.signal, {
        env: { PATH: process.env.PATH, DATABASE_URL: "postgresql://x" },
        stdio: ["ignore", "ignore", "ignore"],
        clock,
        hasTerminal,
    });
    if (reason === undefined) return result;
    controller.abort(reason);
    await clock.advance(4_999);
    const early = await Promise.race([result, Promise.resolve("running")]);
    await clock.advance(1);
    return { early, result: await result };
}

test("the exit code is the command's, or 128 and the signal that has ended it", async () => {
    expect(await run("process.exit(process.env.DATABASE_URL ? 5 : 1)")).toEqual({ exitCode: 5 });
    expect(await run("process.kill(process.pid, 'SIGKILL')")).toEqual({ exitCode: 137 });
});

test("a command that goes on after the signal is killed after 5 seconds", async () => {
    // The terminal sends the signal itself; here there is none, so the command gets none.
    const forever = "setInterval(() => {}, 1e6)";
    expect(await run(forever, ended("SIGINT"), true)).toEqual({ early: "running", result: { exitCode: 137 } });
});

test("a command that cannot be started: 127 if there is none, otherwise 126", async () => {
    const start = (file: string) =>
        runCommand([file], new AbortController().signal, {
            env: process.env,
            stdio: "ignore",
            clock: new VirtualClock(),
            hasTerminal: false,
        });
    expect(await start("no-such-command")).toEqual({
        exitCode: 127,
        notStarted: "The command no-such-command could not be started: ENOENT.",
    });
    expect(await start(tmpdir())).toMatchObject({ exitCode: 126 });
});
