// How the user's command is run and ended.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findCommand, runCommand } from "../../src/drill/command";
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

test("a command is looked for on the PATH as the system does", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "command-"));
    try {
        writeFileSync(path.join(folder, "plain"), "");
        writeFileSync(path.join(folder, "tool"), "", { mode: 0o755 });
        const found = (file: string, PATH = `/nowhere:${folder}`) => findCommand(file, PATH)?.exitCode;
        expect(["tool", path.join(folder, "tool"), process.execPath].map((file) => found(file))).toEqual(
            Array(3).fill(undefined),
        );
        expect(["no-such", path.join(folder, "no-such"), "./tool"].map((file) => found(file))).toEqual([127, 127, 127]);
        expect(["plain", path.join(folder, "plain"), folder, ""].map((file) => found(file))).toEqual(
            Array(4).fill(126),
        );
        expect(found("tool", "/nowhere")).toBe(127);
        expect(findCommand("plain", folder)?.notStarted).toBe("The command plain could not be started: EACCES.");
    } finally {
        rmSync(folder, { recursive: true });
    }
});
